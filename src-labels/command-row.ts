import { seenIn } from './seen-in.ts'

/** What kind of thing a command is. */
const COMMAND_CLASSES = [
  'layout',
  'label-setting',
  'printer-setting',
  'storage',
  'job-control',
  'host-answer',
  'network',
  'dangerous',
] as const
type CommandClass = (typeof COMMAND_CLASSES)[number]

/**
 * What becomes of a command in a label that came from elsewhere. pass: it goes to the printer. strip: it is left out; the
 * label prints without it. refuse: the whole label is not printed.
 */
const TREATMENTS = ['pass', 'strip', 'refuse'] as const
export type Treatment = (typeof TREATMENTS)[number]

/** How long what a command does stays: with the label; until the power is off; once settings are saved; in flash; in an RFID tag. */
const OUTLIVES = ['no', 'power-off', 'saved', 'flash', 'tag', 'unknown'] as const
type Outlives = (typeof OUTLIVES)[number]

/** What of a command's parameters decides how it is treated; each is a function in the language's `parameters.ts`. */
type Decider =
  | 'copies'
  | 'deleted-object'
  | 'encoding'
  | 'level'
  | 'picture'
  | 'prefix'
  | 'recalled-object'
  | 'save-mode'
  | 'stored-object'
  | 'units'

/** One command of a printer language. */
export interface CommandRow {
  /** As the manual writes it, without its prefix; one character where the second one is a parameter. */
  readonly name: string
  readonly prefix: string
  /** In a few words. */
  readonly does: string
  readonly class: CommandClass
  /** Where `decides` is set: what is done when the parameters are harmless. */
  readonly treatment: Treatment
  readonly decides: Decider | null
  readonly outlives: Outlives
  /** The command that undoes it after the job; `{width}` and `{height}` are the media's dots. Null: nothing to undo. */
  readonly setBack: string | null
  /** Whether it puts dots on paper, changes how others come out, or neither. */
  readonly paper: 'draws' | 'shapes' | 'nothing'
  /** Chapter of the language's manual. */
  readonly manual: string
  /** Whose genuine labels it was seen in. */
  readonly seenIn: readonly string[]
}

/** What most rows of a list have in common, and what one row says otherwise. */
export type RowDefaults = Omit<CommandRow, 'name' | 'prefix' | 'does' | 'decides' | 'setBack' | 'seenIn'>
type Otherwise = Partial<Omit<CommandRow, 'name' | 'prefix' | 'does' | 'seenIn'>>
/** Full name, what it does, and what is otherwise than in most rows of the list. */
export type RowSource = readonly [full: string, does: string, otherwise?: Otherwise]

/** Rows of ZPL, where the first character of a full name is the prefix. */
export function zplRows(defaults: RowDefaults, sources: readonly RowSource[]): CommandRow[] {
  return sources.map(([full, does, otherwise]) => ({
    name: full.slice(1),
    prefix: full.slice(0, 1),
    does,
    ...defaults,
    decides: null,
    setBack: null,
    seenIn: seenIn(full),
    ...otherwise,
  }))
}

/** Rows of a language whose commands have no prefix. */
export function plainRows(defaults: RowDefaults, sources: readonly RowSource[]): CommandRow[] {
  return sources.map(([name, does, otherwise]) => ({
    name,
    prefix: '',
    does,
    ...defaults,
    decides: null,
    setBack: null,
    seenIn: seenIn(name),
    ...otherwise,
  }))
}
