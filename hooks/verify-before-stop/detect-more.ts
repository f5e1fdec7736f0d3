import type { Folder } from '../../src/paths/folder.ts'
import type { Suite } from './suite.ts'

/** `dotnet test` for a solution, or for a project that refers to the test SDK. */
export function dotnetSuite(folder: Folder): Suite | undefined {
  const suite = { name: 'dotnet test', argv: ['dotnet', 'test', '--nologo'], folder: folder.path }
  for (const name of folder.names) {
    if (/\.slnx?$/i.test(name)) return suite
    if (/\.(?:cs|fs|vb)proj$/i.test(name) && folder.read(name).includes('Microsoft.NET.Test.Sdk'))
      return suite
  }
  return undefined
}

/** The test or spec task of a Rakefile, else rspec where there is a spec folder. */
export function rubySuite(folder: Folder): Suite | undefined {
  const { names } = folder
  const bundled = names.has('Gemfile') ? ['bundle', 'exec'] : []
  const suite = (...argv: string[]): Suite => ({
    name: argv.join(' '),
    argv: [...bundled, ...argv],
    folder: folder.path,
  })
  const rakefile = ['Rakefile', 'rakefile', 'Rakefile.rb'].find((name) => names.has(name))
  const tasks = rakefile === undefined ? '' : folder.read(rakefile)
  if (/Rake::TestTask|Minitest::TestTask|\btask[ (]+:?["']?test\b/.test(tasks)) return suite('rake', 'test')
  if (/RSpec::Core::RakeTask|\btask[ (]+:?["']?spec\b/.test(tasks)) return suite('rake', 'spec')
  return names.has('spec') && names.has('Gemfile') ? suite('rspec') : undefined
}

/** The test script of composer.json, else phpunit where it is configured. */
export function phpSuite(folder: Folder): Suite | undefined {
  const { names } = folder
  const hasScript =
    names.has('composer.json') && /"scripts"\s*:\s*\{[^}]*"test"\s*:/.test(folder.read('composer.json'))
  if (hasScript) return { name: 'composer test', argv: ['composer', 'test'], folder: folder.path }
  if (!names.has('phpunit.xml') && !names.has('phpunit.xml.dist')) return undefined
  return { name: 'phpunit', argv: ['vendor/bin/phpunit'], folder: folder.path }
}
