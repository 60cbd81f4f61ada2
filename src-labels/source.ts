import type { CommandRow } from './command-row.ts'
import { eplCommand } from './epl/command-table.ts'
import { eplCommands } from './epl/commands.ts'
import type { LabelLanguage } from './language.ts'
import type { Cut } from './validation.ts'
import { zplCommand } from './zpl/command-table.ts'
import { zplCommands } from './zpl/commands.ts'

/** One command of a label's source, and its description in the table. */
export interface SourceCommand {
  /** With its standard prefix: `^FD`, `~DG`; as EPL spells it: `LO`. Empty for text that belongs to no command. */
  name: string
  /** Offset of its first byte, and one past its last. */
  at: number
  end: number
  /** Null for text, and for unknown commands. */
  row: CommandRow | null
}

/** The commands of a stream in its order, as the validator's reader cuts them; what it cannot read ends the walk. */
export function* sourceCommands(bytes: Uint8Array, language: LabelLanguage): Generator<SourceCommand, void> {
  if (language === 'EPL') {
    for (const { name, at, end } of eplCommands(bytes)) yield { name, at, end, row: eplCommand(name) }
    return
  }
  for (const { kind, name, at, end } of zplCommands(bytes)) {
    const full = kind === 'text' ? '' : (kind === 'format' ? '^' : '~') + name
    yield { name: full, at, end, row: zplCommand(full) }
  }
}

/** Commands between which a field of ZPL lies. */
const FIELD_ENDS = new Set(['^FS', '^XA', '^XZ'])

/**
 * What must be left out of a stream for the dots of one command to be missing from the picture: the data of its field, all
 * else stays as it was. Empty for a command that belongs to nothing drawn.
 * @param commands those of the stream, from its beginning.
 */
export function drawnBy(commands: readonly SourceCommand[], index: number, language: LabelLanguage): Cut[] {
  const draws = ({ row }: SourceCommand) => row?.paper === 'draws'
  const one = commands[index]
  if (!one) return []
  if (language === 'EPL') return draws(one) ? [one] : []
  if (FIELD_ENDS.has(one.name)) return []
  let from = index
  while (from > 0 && !FIELD_ENDS.has(commands[from - 1]?.name ?? '')) from -= 1
  let to = index
  while (to < commands.length && !FIELD_ENDS.has(commands[to]?.name ?? '')) to += 1
  return commands.slice(from, to).filter(draws)
}
