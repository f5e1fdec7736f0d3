import * as fs from 'node:fs'
import * as path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../support/world.ts'
import { fakeKubectl, judged, SAYS_CONTEXT } from './surroundings.ts'

/** The home's kubeconfig is production; the environment of the hook names a local one. */
let world: World
let env: Record<string, string>
beforeAll(() => {
  world = makeWorld({ git: true })
  fakeKubectl(world, `${SAYS_CONTEXT}; echo x >> "$HOME/asked"`)
  fs.mkdirSync(path.join(world.home, '.kube'))
  fs.writeFileSync(path.join(world.home, '.kube/config'), 'current-context: prod-eu\n')
  env = { KUBECONFIG: world.put('.kubeconfig', 'current-context: kind-dev\n') }
})

const verdict = async (command: string) => (await judged(world, command, { env })).verdict.kind

test.each([
  ['pass', 'kubectl apply -f x'],
  ['pass', 'KUBECONFIG=.kubeconfig kubectl apply -f x'],
  ['pass', 'env A=b kubectl apply -f x'],
  ['deny', 'unset KUBECONFIG; kubectl apply -f x'],
  ['deny', 'env -u KUBECONFIG kubectl apply -f x'],
  ['deny', 'env --unset=KUBECONFIG kubectl apply -f x'],
  ['deny', 'env -i kubectl apply -f x'],
  ['deny', 'KUBECONFIG= kubectl apply -f x'],
])('%s: %s', async (kind, command) => {
  expect(await verdict(command)).toBe(kind)
})

test('kubectl is asked once, however many folders the command goes through', async () => {
  const log = path.join(world.home, 'asked')
  fs.rmSync(log, { force: true })
  const folders = Array.from(
    { length: 40 },
    (_, index) => `mkdir -p d${index}; cd d${index}; kubectl apply -f x`,
  )
  expect(await verdict(folders.join('\n'))).toBe('pass')
  expect(fs.readFileSync(log, 'utf8')).toBe('x\n')
})
