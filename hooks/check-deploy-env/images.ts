import { type Argument, readArguments } from './call.ts'
import type { Deploy } from './deploy.ts'
import { deployAt } from './found.ts'
import { isLocal } from './names.ts'
import { matchPhrases } from './phrase.ts'
import type { Call, Scene } from './scene.ts'
import { settle, strictest, type Target } from './target.ts'

const VALUED = new Set(
  (
    '-f --file --platform --build-arg --target --cache-from --cache-to --label --secret --ssh --builder --iidfile ' +
    '--metadata-file --context -H --host -o --output --set --add-host --network --progress -t --tag --creds --authfile ' +
    '--cert-dir --config -l --log-level --env-file -p'
  ).split(' '),
)

const PUSHES: Readonly<Record<string, readonly string[]>> = {
  docker: ['push', 'image|manifest push', 'compose push'],
  podman: ['push', 'image|manifest push'],
  nerdctl: ['push', 'image push', 'compose push'],
  buildah: ['push', 'manifest push'],
  crane: ['push|copy|cp|tag'],
  skopeo: ['copy|sync'],
  oras: ['push|copy|cp'],
  regctl: ['image copy'],
}
const BUILDS = ['build', 'buildx build|bake', 'image build']

/**
 * Pushing an image. It is a deploy when its tag or name says production, or when its tag is
 * one that production commonly runs: latest, none, a release. A tag such as a commit or a
 * branch is not. Undefined: nothing of that kind.
 */
export function imagePush(call: Call, scene: Scene): Deploy | null | undefined {
  const phrases = PUSHES[call.program]
  if (!phrases) return undefined
  const { flags, operands } = readArguments(call.words, VALUED)
  const push = matchPhrases(phrases, operands, false)
  const builds = call.program !== 'crane' && matchPhrases(BUILDS, operands, false)?.sure
  const pushes = builds && flags.some(({ name, value }) => pushFlag(name, value))
  if (!push?.sure && !pushes) return undefined
  const images = pushes
    ? flags.filter(({ name }) => name === '-t' || name === '--tag').flatMap(({ value }) => value ?? [])
    : operands.slice(push?.length ?? 0).slice(-1)
  // `crane tag acme/web:abc prod`: only the tag is named.
  if (call.program === 'crane' && operands[0]?.value === 'tag') {
    const [tag] = images
    if (tag)
      return deployAt(
        imageTarget({ ...tag, value: tag.value && `image:${tag.value}` }, false, scene),
        call,
        scene,
        'sure',
      )
  }
  const allTags = flags.some(({ name }) => name === '-a' || name === '--all-tags')
  const targets = images.map((image) => imageTarget(image, allTags, scene))
  // Which images `docker compose push` and `docker buildx bake` take stands in a file.
  if (images.length === 0) {
    return deployAt(settle([], scene.protection, 'unknown'), call, scene, 'likely')
  }
  const target = targets.find(({ kind }) => kind === 'protected') ?? targets[0]
  if (!target) return undefined
  const certainty = target.kind === 'protected' && target.because === 'unknown' ? 'likely' : 'sure'
  return deployAt(target, call, scene, certainty)
}

function pushFlag(name: string, value: Argument | undefined): boolean {
  if (name === '--push') return value?.value !== 'false'
  return /^(?:-o|--output)$/.test(name) && /type=registry|push=true/.test(value?.value ?? '')
}

/** Tags that production commonly runs. */
const RELEASE_TAG = /^(?:latest|stable|release|main|master|v?\d+(?:\.\d+){0,3})$/i

/** A tag that is the commit's id: what stands in front of it. */
const COMMIT_TAG = /^["']?([\w.:/@-]*:)(?:\$\(|`)git rev-parse (?:--short(?:=\d+)? )?HEAD(?:\)|`)["']?$/

function imageTarget(image: Argument, allTags: boolean, scene: Scene): Target {
  const from = 'the image'
  const { protection } = scene
  const value = image.value ?? COMMIT_TAG.exec(image.source)?.[1]
  if (value === undefined) return settle([{ name: undefined, from, weight: 'names' }], protection, 'unknown')
  const name = value.replace(/^docker:\/\//, '')
  const [host = ''] = name.split('/')
  const last = name.slice(name.lastIndexOf('/') + 1)
  const tag = last.includes('@') ? 'latest' : (/:(.*)$/.exec(last)?.[1] ?? 'latest')
  if (
    (/^localhost$|[.:]/.test(host) && isLocal(host)) ||
    /\.local(?::|$)/.test(host) ||
    /^(?:oci|dir):/.test(name)
  ) {
    return { kind: 'open', name: host, from: 'the registry' }
  }
  if (allTags || RELEASE_TAG.test(tag)) {
    return {
      kind: 'protected',
      environment: strictest(protection),
      name: tag,
      from: "the image's tag",
      because: 'tool',
    }
  }
  // Any other tag is of a build that somebody still has to choose.
  return settle([{ name, from, weight: 'betrays' }], protection, 'open')
}
