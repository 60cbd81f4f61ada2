import type { Treatment } from '../command-row.ts'
import { say, type LabelSentence } from '../sentence.ts'
import { countOf } from '../digits.ts'

/** What the parameters of a command decide about it. */
export interface Decision {
  treatment: Treatment
  /** Why it is refused; null: it is not. */
  reason: LabelSentence | null
}

export const PASS: Decision = { treatment: 'pass', reason: null }
export const STRIP: Decision = { treatment: 'strip', reason: null }
export const refused = (reason: LabelSentence): Decision => ({ treatment: 'refuse', reason })

/** `^PQ` takes so many; a printer pulls more down or ignores them. */
const MOST_COPIES = 99_999_999
/** Character sets that are read one byte a character, or as UTF-8; and Asian ones, of which the reader takes care. */
const SETS = new Set([...Array.from({ length: 14 }, (_, set) => set), 27, 28, 31, 32, 33, 34, 35, 36])
const ASIAN_SETS = new Set([14, 15, 16, 24, 26])

/**
 * Copies that a `^PQ` asks for: digits, and behind them what holds no digit, as some senders leave it there. Null where
 * printers may read different numbers.
 */
export function quantityOf(text: string): number | null {
  const [, digits] = /^ *(\d*)[^\d.,+-]*$/.exec(text) ?? []
  if (digits === undefined) return null
  const count = digits === '' ? 1 : (countOf(digits) ?? Infinity)
  return count > MOST_COPIES ? null : Math.max(1, count)
}

/** `isInside`: it is in a label. */
export function decideCopies([copies = '', pause = '']: readonly string[], isInside: boolean): Decision {
  const count = quantityOf(copies)
  if (count === null) return refused(say('copies-unclear', { copies: JSON.stringify(copies) }))
  if (!isInside) return count === 1 ? STRIP : refused(say('copies-outside'))
  const isPausing = pause.trim() !== '' && countOf(pause) !== 0
  if (!isPausing) return PASS
  return count === 1 ? STRIP : refused(say('copies-pause'))
}

export function decideEncoding([set = '']: readonly string[]): Decision {
  if (set.trim() === '') return PASS
  const number = countOf(set)
  if (number !== null && (SETS.has(number) || ASIAN_SETS.has(number))) return PASS
  return refused(say('set-unclear', { set: set.trim() }))
}

export function decideUnits([, base = '', wanted = '']: readonly string[]): Decision {
  return base.trim() === wanted.trim() ? PASS : refused(say('units-stay'))
}

export function decideLevel([level = '']: readonly string[]): Decision {
  return /^ *2? *$/.test(level) ? STRIP : refused(say('level-other', { level: level.trim() }))
}

export function decideSaving([mode = '']: readonly string[]): Decision {
  const letter = mode.trim().toUpperCase()
  return letter === 'S' || letter === '' ? STRIP : refused(say('settings-reset', { mode: letter }))
}

/** An object's name with its drive and ending, such as `R:LOGO.GRF`. */
export interface ObjectName {
  drive: string
  name: string
}

/** The object that a parameter names; null where printers may differ on which it is. */
export function objectOf(text: string, ending: string): ObjectName | null {
  const [, drive = 'R', name, own = ending] =
    /^ *(?:([A-Z]):)?([A-Z0-9_-]{1,16})(?:\.([A-Z0-9]{1,3}))? *$/i.exec(text) ?? []
  return name === undefined ? null : { drive: drive.toUpperCase(), name: `${name}.${own}`.toUpperCase() }
}

/** Objects of `~DY` that are pictures, with the ending each is stored under: what else there is could change how later labels look, or run. */
const PICTURE_ENDINGS: Readonly<Record<string, string>> = { '': 'GRF', G: 'GRF', P: 'PNG', B: 'BMP', X: 'PCX' }

/** The ending of what a `~DY` of this kind stores. A kind that no printer knows is taken for a picture of rows. */
export function endingOf(kind: string): string {
  return PICTURE_ENDINGS[kind.trim().toUpperCase()] ?? 'GRF'
}

/** Whether a command may store: in memory, under a name that says nothing else, and no more than a picture or a format. */
export function decideStoring(command: string, parameters: readonly string[], object: ObjectName | null): Decision {
  if (object === null) return refused(say('stored-name', { command }))
  if (object.drive !== 'R') return refused(say('stored-drive', { command, drive: object.drive }))
  const kind = command === '~DY' ? (parameters[2] ?? '').trim().toUpperCase() : ''
  return Object.hasOwn(PICTURE_ENDINGS, kind) ? PASS : refused(say('stored-other', { command }))
}

/** Whether a command may delete: only what this stream stored; what it did not, stays where it is. */
export function decideDeleting(object: ObjectName | null, isOwn: boolean): Decision {
  if (object === null) return refused(say('deleted-name'))
  if (object.drive !== 'R') return refused(say('deleted-drive', { drive: object.drive }))
  return isOwn ? PASS : STRIP
}
