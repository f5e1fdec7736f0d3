import { describe, expect, test } from 'vitest'
import { readPowerShell } from '../../src/shell/powershell.ts'
import { readShell } from '../../src/shell/read.ts'
import { paperWorld, plainCommands } from './render.ts'

const read = (text: string) =>
  readPowerShell(text, paperWorld({ env: { TEMP: '/temp' } }), { posix: readShell })

describe('PowerShell', () => {
  test.each<readonly [string, readonly string[]]>([
    ['Remove-Item -Recurse -Force "C:\\a b"', ['Remove-Item -Recurse -Force "C:\\\\a b"']],
    ["Remove-Item 'it''s' `$x", [`Remove-Item "it's" "$x"`]],
    ['$p = "~/x"; Remove-Item $p -Recurse', ['Remove-Item /home/dev/x -Recurse']],
    ['Remove-Item ~/x, $HOME/y, $env:TEMP/z', ['Remove-Item /home/dev/x /home/dev/y /temp/z']],
    ['Remove-Item $x', ['Remove-Item <?>']],
    ['rm a; rd b && del c || ri d', ['rm a', 'rd b', 'del c', 'ri d']],
    [
      'Get-ChildItem | ForEach-Object { Remove-Item $_ }',
      ['Get-ChildItem', 'ForEach-Object <...> +', 'Remove-Item <?>'],
    ],
    ['if (Test-Path x) { rd x } else { rd y }', ['Test-Path x', 'rd x', 'rd y']],
    ['foreach ($f in Get-ChildItem) { rm $f }', ['Get-ChildItem', 'rm <?>']],
    ['function f { rm x }; return rm y', ['rm x', 'rm y']],
    ['cd /x; rm y', ['cd /x', 'rm y in /x']],
    ['& "C:\\x\\sudo.exe" ls', ['sudo: ls']],
    ['"rm x"', []],
    ['Write-Host "rm -rf /" # rm', ['Write-Host "rm -rf /"']],
    ['<# rm #> ls', ['ls']],
    ['git commit -m @"\nrm -rf /\n"@', ['git commit -m "rm -rf /"']],
    ['[IO.Directory]::Delete("/x", $true)', ['"[IO.Directory]::Delete" /x "$true"']],
    ['Remove-Item `\n  x', ['Remove-Item x']],
    ['echo x > out.txt 2>&1', ['echo x >out.txt 2>&']],
    ['echo "$(rm x)"', ['echo <?>', 'rm x']],
    ["Invoke-Expression 'rm x'", ['invoke-expression: rm x']],
    ['pwsh -NoProfile -Command "rm x"', ['pwsh: rm x']],
    ['powershell -EncodedCommand cgBtACAAeAA=', ['powershell: rm x']],
    ['cmd /c "rd /s/q x & del y"', ['cmd: rd /s /q x', 'cmd: del y']],
    [
      'Start-Process -FilePath pwsh -Verb RunAs -ArgumentList "-Command","rm x"',
      ['start-process>pwsh: rm x'],
    ],
    ['bash -c "rm x"', ['bash: rm x']],
    ["$f='x'; rm $f", ['rm x']],
    ["[string]$f = 'x'; $f += $y; rm $f", ['rm <?>']],
    ['& (Get-Command Remove-Item) x', ['Remove-Item x']],
    ["$c = 'rm'; & $c x", ['rm x']],
    ["'rm x' | iex", ['iex: rm x']],
    ["'x' | Remove-Item", ['Remove-Item x +']],
    ['Start-Process cmd -ArgumentList "/c rd /s x"', ['start-process>cmd: rd /s x']],
    ['foreach ($l in gc x) { $l }', ['gc x']],
    ['. ./x.ps1', ['. ./x.ps1']],
    ['. { rm x }', ['<...>', 'rm x']],
    ['rm (Join-Path x y)', ['rm x/y', 'Join-Path x y']],
    ['Remove-Item @p', ['Remove-Item <?>']],
    ['Set-Alias zz rm; zz x', ['Set-Alias zz rm', 'rm x']],
    ['cmd /c "echo x > y 2>nul & type < z"', ['cmd: echo x >y', 'cmd: type <z']],
    [`python -c "import os; os.system('rm x')"`, ['python: rm x']],
    ["git submodule foreach 'rm x'", ['git: rm x in <?>']],
    ['docker run a rm x', ['docker@: rm x in <?>']],
  ])('%j', (text, commands) => {
    expect(plainCommands(read(text))).toEqual(commands)
  })

  test('parameters in a table are those of the command', () => {
    const text = "$p = @{ Path = 'x'; Recurse = $true; Force = $false }; Remove-Item @p"
    expect(plainCommands(read(text))).toContain('Remove-Item -Path x -Recurse')
  })

  test.each(['"open', 'if (x) { rm', 'iex $code', 'powershell -EncodedCommand ?'])(
    '%j is doubted',
    (text) => {
      expect(read(text).doubts).not.toEqual([])
    },
  )
})
