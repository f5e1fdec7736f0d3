import type { WrapperRule } from '../../src/shell/wrapper-rule.ts'
import { WRAPPERS } from '../../src/shell/wrappers.ts'

/** A way to run a command that must not change what a guard says about it. */
export interface Wrap {
  /** How a failing test names it. */
  readonly name: string
  readonly around: (command: string) => string
  /** It runs it on another machine, in a container or under another root. */
  readonly elsewhere?: boolean
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

const wrap = (name: string, around: (command: string) => string): Wrap => ({ name, around })

/** What the shell itself has. */
const SYNTAX: readonly Wrap[] = [
  wrap('bash -c', (command) => `bash -c ${quote(command)}`),
  wrap('sh -ec', (command) => `sh -ec ${quote(command)}`),
  wrap('a name for $0', (command) => `bash -c '"$@"' _ sh -c ${quote(command)}`),
  wrap('eval', (command) => `eval ${quote(command)}`),
  wrap('escaped eval', (command) => `eval ${command.replace(/[^\w\n]/g, '\\$&').replaceAll('\n', "'\n'")}`),
  wrap('ANSI-C quotes', (command) => `eval $'${command.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`),
  wrap('subshell', (command) => `( ${command}\n)`),
  wrap('group', (command) => `{ ${command}\n}`),
  wrap('and', (command) => `true && { ${command}\n}`),
  wrap('or', (command) => `false || { ${command}\n}`),
  wrap('sequence', (command) => `echo start; ${command}`),
  wrap('pipe', (command) => `{ ${command}\n} | cat`),
  wrap('background', (command) => `{ ${command}\n} & wait`),
  wrap('not', (command) => `! { ${command}\n}`),
  wrap('time', (command) => `time -p { ${command}\n}`),
  wrap('if', (command) => `if true; then ${command}\nfi`),
  wrap('if condition', (command) => `if ${command}\nthen :; fi`),
  wrap('else', (command) => `if false; then :; else ${command}\nfi`),
  wrap('for', (command) => `for i in 1 2; do ${command}\ndone`),
  wrap('while', (command) => `while true; do ${command}\nbreak; done`),
  wrap('until', (command) => `until ${command}\ndo break; done`),
  wrap('select', (command) => `select i in 1; do ${command}\nbreak; done <<< 1`),
  wrap('case', (command) => `case x in x) ${command}\n;; esac`),
  wrap('case fall through', (command) => `case x in x) ;& y) ${command}\n;; esac`),
  wrap('function', (command) => `f() { ${command}\n}; f`),
  wrap('function with text', (command) => `f() { eval "$1"; }; f ${quote(command)}`),
  wrap('coproc', (command) => `coproc { ${command}\n}`),
  wrap('trap', (command) => `trap ${quote(command)} EXIT`),
  wrap('substitution', (command) => `echo "$( ${command}\n)"`),
  wrap('process substitution', (command) => `cat <( ${command}\n)`),
  wrap('output substitution', (command) => `echo x > >( ${command}\n)`),
  wrap('arithmetic', (command) => `echo $(( $( ${command}\n) ))`),
  wrap('test', (command) => `[[ -n $( ${command}\n) ]]`),
  wrap('default value', (command) => `echo "\${NOT_SET:-$( ${command}\n)}"`),
  wrap('here-document', (command) => `bash <<'SCRIPT'\n${command}\nSCRIPT`),
  wrap('here-document with tabs', (command) => `sh <<-"A B"\n\t${command.replaceAll('\n', '\n\t')}\n\tA B`),
  wrap('here-string', (command) => `sh <<< ${quote(command)}`),
  wrap('source', (command) => `. /dev/stdin <<< ${quote(command)}`),
  wrap('source of a substitution', (command) => `source <(echo ${quote(command)})`),
  wrap('echo into a shell', (command) => `echo ${quote(command)} | sh`),
  wrap('printf into a shell', (command) => `printf '%s\\n' ${quote(command)} | bash -s`),
  wrap('base64', (command) => `echo ${Buffer.from(command).toString('base64')} | base64 -d | sh`),
  wrap('hex', (command) => `eval "$(xxd -r -p <<< ${Buffer.from(command).toString('hex')})"`),
  wrap('a file', (command) => `echo ${quote(command)} > run.sh; bash run.sh`),
  wrap('a file by its path', (command) => `cat > run.sh <<'SCRIPT'\n${command}\nSCRIPT\n./run.sh`),
  wrap('a variable', (command) => `c=${quote(command)}; eval "$c"`),
  wrap('a variable for a shell', (command) => `export c=${quote(command)}; bash -c "$c"`),
  wrap('printf -v', (command) => `printf -v c %s ${quote(command)}; eval "$c"`),
  wrap('read', (command) => `read -r -d '' c <<'SCRIPT'\n${command}\nSCRIPT\neval ${quote(command)}`),
  wrap('an alias', (command) => `alias c=${quote(command)}\nc`),
  wrap('environment', (command) => `A=1 B= bash -c ${quote(command)}`),
  wrap('redirections', (command) => `{ ${command}\n} 2>/dev/null >> log.txt < /dev/null`),
  wrap('a comment behind', (command) => `${command} # just a note`),
]

/** Programs that carry text to a shell (src/shell/carriers.ts). */
const CARRIED: readonly Wrap[] = [
  wrap('find -exec', (command) => `find . -maxdepth 0 -exec sh -c ${quote(command)} ';'`),
  wrap('xargs', (command) => `echo x | xargs sh -c ${quote(command)}`),
  wrap('parallel', (command) => `parallel ::: ${quote(command)}`),
  wrap('an alias of git', (command) => `git -c alias.x=${quote(`!${command}`)} x`),
  wrap('git rebase', (command) => `git rebase --exec ${quote(command)} main`),
  wrap('git submodule', (command) => `git submodule foreach ${quote(command)}`),
  wrap('git filter-branch', (command) => `git filter-branch --tree-filter ${quote(command)} HEAD`),
  wrap('PAGER', (command) => `PAGER=${quote(command)} man ls`),
  wrap('PROMPT_COMMAND', (command) => `PROMPT_COMMAND=${quote(command)} bash -i`),
  wrap('vim', (command) => `vim -c ${quote(`:!${command}`)} -c q`),
  wrap('make', (command) => `make -f - <<'MAKE'\nall:\n\t${command}\nMAKE`),
  wrap('tar', (command) => `tar xf a.tar --to-command=${quote(command)}`),
  wrap('rsync', (command) => `rsync -e ${quote(command)} a host:b`),
  wrap('ssh', (command) => `ssh -o ProxyCommand=${quote(command)} host`),
  wrap('at', (command) => `at now <<< ${quote(command)}`),
  wrap('sed', (command) => `sed ${quote(`1e ${command}`)} a.txt`),
  wrap('awk', (command) => `awk ${quote(`BEGIN { system(${JSON.stringify(command)}) }`)}`),
  wrap('python', (command) => `python3 -c ${quote(`import os; os.system(${JSON.stringify(command)})`)}`),
  wrap(
    'node',
    (command) => `node -e ${quote(`require("child_process").execSync(${JSON.stringify(command)})`)}`,
  ),
  wrap('perl', (command) => `perl -e ${quote(`system(${JSON.stringify(command)})`)}`),
  wrap('ruby', (command) => `ruby -e ${quote(`system(${JSON.stringify(command)})`)}`),
  wrap('php', (command) => `php -r ${quote(`shell_exec(${JSON.stringify(command)});`)}`),
  wrap('osascript', (command) => `osascript -e ${quote(`do shell script ${JSON.stringify(command)}`)}`),
]

/** How a command is written behind a rule of the table. */
function spelled(rule: WrapperRule, name: string): ((command: string) => string) | undefined {
  const head = [
    name,
    ...(rule.path ?? []).map((word) => word.split('|')[0] ?? ''),
    ...Array<string>(rule.operands ?? 0).fill('operand'),
  ]
  const code = rule.code?.find((option) => option.startsWith('--')) ?? rule.code?.[0]
  const option = code === undefined || code.startsWith('-') ? code : `-${code}`
  const start = head.join(' ')
  if (rule.runs === 'text' || rule.runs === 'texts') return (command) => `${start} ${quote(command)}`
  if (rule.runs === 'option') {
    if (option !== undefined) return (command) => `${start} ${option} ${quote(command)}`
    return rule.dashes ? (command) => `${start} -- bash -c ${quote(command)}` : undefined
  }
  const dashes = rule.dashes ? ' --' : ''
  return (command) => `${start}${dashes} bash -c ${quote(command)}`
}

/** Every program of the wrapper table, each in the way its rule says. */
const TABLE: readonly Wrap[] = WRAPPERS.flatMap((rule) =>
  rule.names.flatMap((name): Wrap[] => {
    const around = spelled(rule, name)
    if (!around) return []
    return [
      {
        name: [name, ...(rule.path ?? [])].join(' '),
        around,
        ...(rule.elsewhere ? { elsewhere: true } : {}),
      },
    ]
  }),
)

export const WRAPS: readonly Wrap[] = [...SYNTAX, ...CARRIED, ...TABLE]

/** Ways to say a text without running it. */
export const SAYS: readonly ((text: string) => string)[] = [
  (text) => `echo ${quote(text)}`,
  (text) => `git commit -m ${quote(text)}`,
  (text) => `git commit -F - <<'EOF'\n${text}\nEOF`,
  (text) => `git commit -m "$(cat <<'EOF'\n${text}\nEOF\n)"`,
  (text) => `git log --grep=${quote(text)}`,
  (text) => `grep -rn -- ${quote(text)} docs`,
  (text) => `rg -F ${quote(text)} | head`,
  (text) => `cat > notes.md <<'EOF'\n${text}\nEOF`,
  (text) => `cat <<'EOF' | tee -a notes.md\n${text}\nEOF`,
  (text) => `printf '%s\\n' ${quote(text)} >> notes.md`,
  (text) => `ls # ${text.replaceAll('\n', ' ')}`,
  (text) => `MESSAGE=${quote(text)}; echo "$MESSAGE"`,
  (text) => `gh pr comment 1 --body ${quote(text)}`,
  (text) => `[ "$x" = ${quote(text)} ] && echo same`,
  (text) => `curl -d ${quote(JSON.stringify({ text }))} localhost:1`,
  (text) => `jq -n --arg x ${quote(text)} '$x'`,
  (text) => `awk -v x=${quote(text)} 'BEGIN { print x }'`,
  (text) => `python3 -c ${quote(`print(${JSON.stringify(text)})`)}`,
  (text) => `node -e ${quote(`console.log(/a/.exec(${JSON.stringify(text)}))`)}`,
  (text) => `for line in ${quote(text)}; do echo "$line" | cat; done`,
]
