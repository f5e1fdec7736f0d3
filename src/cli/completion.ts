import { Argument, type Command } from 'commander'

const SHELLS = ['bash', 'zsh', 'fish'] as const

/** `hookbox completion SHELL`: a script to source. */
export function addCompletion(program: Command, hooks: readonly string[]): void {
  program
    .command('completion')
    .description('print a completion script for your shell')
    .addArgument(new Argument('<shell>', 'which').choices(SHELLS))
    .addHelpText(
      'after',
      '\nExamples:\n  eval "$(hookbox completion bash)"\n  hookbox completion zsh > ~/.zfunc/_hookbox\n  hookbox completion fish > ~/.config/fish/completions/hookbox.fish',
    )
    .action((shell: (typeof SHELLS)[number]) => {
      const commands = program.commands.map((command) => ({
        name: command.name(),
        what: command.description(),
        options: command.options.flatMap(({ long }) => long ?? []),
        takesHooks: ['add', 'remove', 'run', 'test'].includes(command.name()),
      }))
      process.stdout.write({ bash, zsh, fish }[shell](commands, hooks))
    })
}

interface Known {
  readonly name: string
  readonly what: string
  readonly options: readonly string[]
  readonly takesHooks: boolean
}

const HOOK_OPTIONS = '--explain --json --mode --config --set --dialect --event --help --version'

function bash(commands: readonly Known[], hooks: readonly string[]): string {
  const cases = commands.map(
    ({ name, options, takesHooks }) =>
      `    ${name}) words="${[...options, ...(takesHooks ? hooks : [])].join(' ')}" ;;\n`,
  )
  return `_hookbox() {
  local words current=\${COMP_WORDS[COMP_CWORD]}
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...commands.map(({ name }) => name), ...hooks].join(' ')}" -- "$current"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases.join('')}    *) words="${HOOK_OPTIONS}" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current"))
}
complete -F _hookbox hookbox
`
}

function zsh(commands: readonly Known[], hooks: readonly string[]): string {
  const quoted = (text: string) => text.replaceAll("'", "'\\''").replaceAll(':', '\\:')
  const first = commands.map(({ name, what }) => `    '${name}:${quoted(what)}'\n`)
  const cases = commands.map(
    ({ name, options, takesHooks }) =>
      `    ${name}) compadd -- ${[...options, ...(takesHooks ? hooks : [])].join(' ')}; _files ;;\n`,
  )
  return `#compdef hookbox
_hookbox() {
  local -a commands hooks
  commands=(
${first.join('')}  )
  hooks=(${hooks.join(' ')})
  if (( CURRENT == 2 )); then
    _describe command commands
    compadd -- $hooks
    return
  fi
  case $words[2] in
${cases.join('')}    *) compadd -- ${HOOK_OPTIONS}; _files ;;
  esac
}
compdef _hookbox hookbox
`
}

function fish(commands: readonly Known[], hooks: readonly string[]): string {
  const quoted = (text: string) => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
  const lines = commands.flatMap(({ name, what, options, takesHooks }) => [
    `complete -c hookbox -n __fish_use_subcommand -a ${name} -d '${quoted(what)}'`,
    ...options.map(
      (option) => `complete -c hookbox -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`,
    ),
    ...(takesHooks
      ? [`complete -c hookbox -n '__fish_seen_subcommand_from ${name}' -a '${hooks.join(' ')}'`]
      : []),
  ])
  return `${[...lines, `complete -c hookbox -n __fish_use_subcommand -a '${hooks.join(' ')}'`].join('\n')}\n`
}
