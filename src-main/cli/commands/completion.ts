import { COMMAND_NAMES } from '../../../src-shared/station/commands.ts'
import { parseArgsOptions } from '../../../src-node/program-arguments.ts'
import type { CliCommand } from '../command.ts'
import { EXIT } from '../exit.ts'
import { UsageError } from '../io.ts'

const COMMON = ['--json', '--data', '--base-url', '--log-level', '--help']

interface Completed {
  name: string
  /** What may be behind its name: `start` of `waybill site start`. */
  words: readonly string[]
  options: readonly string[]
}

/** What each command takes, from its usage and the schema of its options. */
export function completed(commands: readonly CliCommand[]): Completed[] {
  return commands.map(({ name, usage, options }) => {
    const named = [...usage.matchAll(new RegExp(`^waybill ${name} \\[?([a-z][a-z|-]*)`, 'gm'))]
    const words = name === 'call' ? COMMAND_NAMES : new Set(named.flatMap(([, word = '']) => word.split('|')))
    const own = options === null ? [] : Object.keys(parseArgsOptions(options)).map((option) => `--${option}`)
    return { name, words: [...words], options: [...own, ...COMMON] }
  })
}

const SHELLS: Record<string, (commands: readonly Completed[]) => string> = {
  bash,
  zsh: (commands) => `autoload -Uz bashcompinit && bashcompinit\n${bash(commands)}`,
  powershell,
}

/** `waybill completion`: a script with which a shell completes what this command line takes. */
export const completionCommand = (all: () => Promise<readonly CliCommand[]>): CliCommand => ({
  name: 'completion',
  usage: `waybill completion bash|zsh|powershell

  bash         add to ~/.bashrc:   source <(waybill completion bash)
  zsh          add to ~/.zshrc:    source <(waybill completion zsh)
  powershell   add to $PROFILE:    waybill completion powershell | Out-String | Invoke-Expression`,
  options: null,
  async run([shell = '', ...more], io) {
    const script = more.length === 0 && Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined
    if (script === undefined) throw new UsageError(`completion: name one shell: ${Object.keys(SHELLS).join(', ')}`)
    io.out(script(completed(await all())))
    return EXIT.done
  },
})

function bash(commands: readonly Completed[]): string {
  const cases = commands.map(
    ({ name, words, options }) => `    ${name}) words='${words.join(' ')}'; options='${options.join(' ')}' ;;`,
  )
  return `_waybill() {
  local word=\${COMP_WORDS[COMP_CWORD]} words='' options='--help'
  COMPREPLY=()
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words='${commands.map(({ name }) => name).join(' ')} help'
  case $word in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *) [ "$COMP_CWORD" -le 2 ] && COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
  esac
  return 0
}
complete -o default -F _waybill waybill`
}

function powershell(commands: readonly Completed[]): string {
  const table = (of: (command: Completed) => readonly string[]) =>
    commands.map((command) => `    '${command.name}' = '${of(command).join(' ')}'`).join('\n')
  return `Register-ArgumentCompleter -Native -CommandName waybill -ScriptBlock {
  param($word, $ast, $cursor)
  $words = @{
${table(({ words }) => words)}
  }
  $options = @{
${table(({ options }) => options)}
  }
  $given = @($ast.CommandElements | ForEach-Object { "$_" })
  $at = $given.Count - [int]($word -ne '')
  $command = if ($given.Count -gt 1) { $given[1] } else { '' }
  $all = if ($word -like '-*') { $options[$command] }
    elseif ($at -eq 1) { '${commands.map(({ name }) => name).join(' ')} help' }
    elseif ($at -eq 2) { $words[$command] }
  "$all".Split(' ') | Where-Object { $_ -ne '' -and $_ -like "$word*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}`
}
