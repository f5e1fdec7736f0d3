import { spawnSync } from 'node:child_process'
import * as os from 'node:os'
import * as path from 'node:path'
import { hook } from '../../../hooks/verify-before-stop/index.ts'
import { hookTable, payloadLike, type Row } from '../../support/table.ts'

/**
 * Real test runners, those of them that this machine has. Node's own runner, which is
 * always there, is in stop.test.ts.
 */
const isInstalled = (program: string, ...args: string[]) =>
  spawnSync(program, args, { encoding: 'utf8' }).status === 0

/** Where toolchains that live in the real home are found from the test's own home. */
const toolchains = {
  RUSTUP_HOME: process.env['RUSTUP_HOME'] ?? path.join(os.homedir(), '.rustup'),
  GOCACHE: '@TMP@/go',
  GOFLAGS: '-mod=mod',
  GOTOOLCHAIN: 'local',
}

const stop = payloadLike('claude-code/Stop.json')
const row = (title: string, files: Readonly<Record<string, string>>, answer: Partial<Row>): Row => ({
  title,
  world: { files },
  env: toolchains,
  payload: stop,
  exit: 2,
  stderr: answer.exit === 0 ? '' : /./,
  ...answer,
})

const make: Row[] = [
  row(
    'red make test',
    { Makefile: 'test:\n\t@echo checking; echo "sum is wrong"; exit 3\n' },
    { stdout: /make test failed with exit code 2.*sum is wrong/ },
  ),
  row('green make test', { Makefile: 'test:\n\t@echo fine\n' }, { exit: 0 }),
  row(
    'a missing program behind make is no red test',
    { Makefile: 'test:\n\tno-such-runner\n' },
    { stdout: /the tests could not run.*a program it needs is missing/ },
  ),
]

const pytest: Row[] = [
  row(
    'red pytest',
    { 'pytest.ini': '[pytest]\n', 'tests/test_a.py': 'def test_add():\n    assert 1 + 1 == 3\n' },
    { stdout: /pytest failed with exit code 1 .*FAILED tests\/test_a\.py::test_add/ },
  ),
  row('green pytest', { 'pytest.ini': '[pytest]\n', 'tests/test_a.py': 'def test_a(): pass\n' }, { exit: 0 }),
  row('pytest without tests', { 'pytest.ini': '[pytest]\n' }, { exit: 0 }),
  row(
    'pytest with an option that does not exist is no red test',
    { 'pytest.ini': '[pytest]\naddopts = --no-such-option\n', 'test_a.py': 'def test_a(): pass\n' },
    { stdout: /the tests could not run.*could not judge the tests \(exit code 4\)/ },
  ),
  row(
    'a module that can not be imported is red',
    { 'pytest.ini': '[pytest]\n', 'test_a.py': 'import no_such_module\n' },
    { stdout: /pytest failed with exit code 2 .*no_such_module/ },
  ),
]

// A red run would first compile Go's own library into a fresh cache, which takes a minute.
const go: Row[] = [row('a Go module without packages', { 'go.mod': 'module x\n\ngo 1.20\n' }, { exit: 0 })]

const cargo: Row[] = [
  row(
    'red cargo test',
    {
      'Cargo.toml': '[package]\nname = "x"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': '#[test]\nfn adds() {\n    assert_eq!(1 + 1, 3);\n}\n',
    },
    { stdout: /cargo test failed with exit code 101 .*panicked at src\/lib\.rs:3/ },
  ),
]

hookTable(hook, [
  ...(isInstalled('make', '--version') ? make : []),
  ...(isInstalled('pytest', '--version') ? pytest : []),
  ...(isInstalled('go', 'version') ? go : []),
  ...(isInstalled('cargo', '--version') ? cargo : []),
  row('nothing to run', {}, { exit: 0 }),
])
