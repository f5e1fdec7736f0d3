import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Edit, editsOf } from '../../../hooks/check-quality/edits.ts'
import { lostImports } from '../../../hooks/check-quality/imports.ts'
import { movedLines, touchedLines } from '../../../hooks/check-quality/touched.ts'
import type { Event } from '../../../src/event.ts'
import { hunks } from '../../../src/text/hunks.ts'
import { toolKind } from '../../../src/tool.ts'
import { testHost } from '../../support/call.ts'
import { makeWorld, worldEnv } from '../../support/world.ts'

async function of(name: string, input: Record<string, unknown>, response?: unknown, shell = true) {
  const world = makeWorld({ files: { 'sub/x.txt': '' } })
  const host = testHost({ env: worldEnv(world), cwd: world.project })
  const tool = { name, kind: toolKind(name), input, response }
  const event: Event = {
    name: 'tool-after',
    dialect: 'unknown',
    harnessEvent: 'PostToolUse',
    cwd: world.project,
    tool,
    payload: {},
  }
  const edits = await editsOf(event, shell, host)
  return edits.map((edit) => ({ ...edit, path: edit.path.replace(`${world.project}/`, '@/') }))
}
const paths = async (...args: Parameters<typeof of>) => (await of(...args)).map(({ path }) => path)

describe('an apply_patch text', () => {
  const patch = `*** Begin Patch
*** Add File: new.py
+import os
+print(1)
*** Update File: src/a.py
@@ def f():
-  return 1
+  return 2
   # same
+  # added
*** Move to: src/b.py
@@
+last
*** Delete File: old.py
*** End Patch
`
  test('names its files, each with what was added to it', async () => {
    const edits = await of('apply_patch', { command: patch })
    expect(edits).toEqual([
      { path: 'new.py', touched: { texts: ['import os\nprint(1)'] } },
      { path: 'src/a.py', touched: { texts: ['  return 2', '  # added', 'last'] } },
      { path: 'src/b.py', touched: { texts: ['last'] } },
      { path: 'old.py', touched: { texts: [] } },
    ])
    expect(await paths('ApplyPatch', { input: patch })).toContain('src/a.py')
  })

  test('without a file it is a mistake', async () => {
    await expect(of('apply_patch', { command: 'x' })).rejects.toThrow('names no file')
    await expect(of('Edit', { file_path: 3 })).rejects.toThrow('file_path of Edit is a number')
  })
})

describe('what a shell command wrote', () => {
  const wrote = (command: string) => paths('Bash', { command })
  test.each<[string, string[]]>([
    ["cat > sub/a.py <<'EOF'\nx\nEOF", ['@/sub/a.py']],
    ['cd sub && echo x >> b.py', ['@/sub/b.py']],
    ['printf x | tee -a a.py b.py >/dev/null', ['@/a.py', '@/b.py']],
    ["sed -i 's/a/b/' a.py b.py", ['@/a.py', '@/b.py']],
    ["sed -i.bak -e 's/a/b/' a.py", ['@/s/a/b', '@/a.py']],
    ["perl -pi -e 's/a/b/' a.py", ['@/s/a/b', '@/a.py']],
    ['cp a.py sub', ['@/sub', '@/sub/a.py']],
    ['bash -c "echo x > a.py"', ['@/a.py']],
    ['n=a.py; echo x > "$n"', ['@/a.py']],
    ["apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.py\n+x\n*** End Patch\nEOF", ['@/a.py']],
    ['git commit -m "echo > a.py"', []],
    ['cat a.py 2>&1', []],
    ["sed 's/a/b/' a.py", []],
    ['ssh host "echo x > a.py"', []],
    ['echo x > "$unknown"', []],
  ])('%s', async (command, expected) => {
    expect((await wrote(command)).sort()).toEqual([...expected].sort())
  })

  test('only when asked for', async () => {
    expect(await paths('Bash', { command: 'echo x > a.py' }, undefined, false)).toEqual([])
  })
})

describe('the lines that an edit touched', () => {
  const text = 'one\ntwo\nthree\ntwo\nfour\n'
  const edit = (touched: Edit['touched']): Edit => ({ path: 'x', touched })
  const line = (first: number, last = first) => ({ first, last })

  test('by the texts that were put in, wherever they stand', () => {
    expect(touchedLines(edit({ texts: ['two\nthree'] }), text)).toEqual([line(2, 3)])
    expect(touchedLines(edit({ texts: ['two'] }), text)).toEqual([line(2), line(4)])
    expect(touchedLines(edit({ texts: ['two\n', 'four'] }), text)).toEqual([line(2), line(4), line(5)])
    expect(touchedLines(edit({ texts: ['gone', 'two'] }), text)).toBeUndefined()
    expect(touchedLines(edit(undefined), text)).toBeUndefined()
  })

  test('of Edit, of a deletion, of MultiEdit, of a whole file', async () => {
    const touched = async (...args: Parameters<typeof of>) => (await of(...args))[0]?.touched
    const file = { file_path: 'a.py' }
    expect(await touched('Edit', { ...file, old_string: 'a', new_string: 'b' })).toEqual({ texts: ['b'] })
    expect(await touched('Edit', { ...file, old_string: 'a', new_string: '' })).toBeUndefined()
    expect(
      await touched('MultiEdit', { ...file, edits: [{ new_string: 'a' }, { new_string: 'b' }] }),
    ).toEqual({
      texts: ['a', 'b'],
    })
    expect(await touched('Write', { ...file, content: 'x' })).toBeUndefined()
    const structuredPatch = [{ newStart: 3, lines: [' a', '-b', '+c', '\\ No newline', ' d', '-e'] }, null]
    expect(await touched('Edit', { ...file, new_string: 'c' }, { structuredPatch })).toEqual({
      lines: [line(4), line(4), line(6)],
    })
  })

  test('a rewrite moves them along: what was not rewritten keeps its text', () => {
    const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const after = ['a', 'B1', 'B2', 'B3', 'c', 'd', 'e', 'f', 'h']
    const changes = hunks(before.join('\n'), after.join('\n'))
    expect(movedLines([line(6)], changes)).toEqual([line(8)])
    expect(movedLines([line(8)], changes)?.[0]?.last).toBe(9)
    expect(movedLines([line(2)], changes)?.[0]).toMatchObject({ first: 1 })
    expect(movedLines(undefined, changes)).toBeUndefined()
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(lines, lines, fc.nat(11), (old, now, at) => {
        const found = movedLines([line((at % old.length) + 1)], hunks(old.join('\n'), now.join('\n')))
        const [range] = found ?? []
        expect(range?.first).toBeGreaterThan(0)
        const moved = now.slice((range?.first ?? 1) - 1, range?.last)
        // It is the same line, or part of what was rewritten.
        if (moved.length === 1 && old.join() === now.join()) expect(moved[0]).toBe(old[at % old.length])
      }),
    )
  })
})

describe('imports that a rewrite takes away', () => {
  test.each<[string, string, string[]]>([
    ['import { a, b } from "x"\na()', 'import { a } from "x";\na();\n', ['b']],
    ['import {\n  a,\n  b,\n} from "x"', 'import { b, a } from "x"', []],
    ['import z from "z"\nimport a from "a"', 'import a from "a"\nimport z from "z"', []],
    ['import type { T } from "t"', 'import { type T } from "t"', []],
    ['const fs = require("fs")\nvar x', 'const x', ['fs']],
    ['let a = 1', 'const a = 1', []],
    ['import os, sys\n', 'import os\nimport sys\n', []],
    ['from a import (\n  b,\n  c,\n)\n', 'from a import c\n', ['b']],
    ['import (\n\t"fmt"\n\t"os"\n)\n', 'import "fmt"\n', ['os']],
    ['use a::{\n  B,\n  C,\n};\n', 'use a::B;\n', ['C']],
    ['import java.util.List;\nclass A {}', 'class A {}', ['java', 'util', 'List']],
    ['use App\\Models\\User;\n', '', ['App', 'Models', 'User']],
    ['#include <a.h>\n', '', ['a', 'h']],
    ['user = 3\nincluded = 4\nfrom_x = 5\nrequired()\n', '', []],
  ])('%j to %j', (before, after, lost) => {
    expect(lostImports(before, after)).toEqual(lost)
  })

  test('of any text, nothing is lost to itself, and no text takes long', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(lostImports(text, `${text}\n`)).toEqual([])
      }),
    )
    const long = `${'import {\n'.repeat(20_000)}${'from ('.repeat(20_000)}`
    const begun = Date.now()
    lostImports(long, '')
    expect(Date.now() - begun).toBeLessThan(2000)
  })
})
