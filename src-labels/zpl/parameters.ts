import type { Treatment } from '../command-row.ts'
import { countOf } from '../digits.ts'

/** What the parameters of a command decide about it. */
export interface Decision {
  treatment: Treatment
  /** Why it is refused; empty otherwise. */
  reason: string
}

const PASS: Decision = { treatment: 'pass', reason: '' }
const STRIP: Decision = { treatment: 'strip', reason: '' }
const refused = (reason: string): Decision => ({ treatment: 'refuse', reason })

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

/** `isInside`: it stands in a label. */
export function decideCopies([copies = '', pause = '']: readonly string[], isInside: boolean): Decision {
  const count = quantityOf(copies)
  if (count === null)
    return refused(`^PQ asks for ${JSON.stringify(copies)} labels, which printers may read differently`)
  if (!isInside)
    return count === 1 ? STRIP : refused('^PQ stands outside of a label: printers differ on what it counts')
  const isPausing = pause.trim() !== '' && countOf(pause) !== 0
  if (!isPausing) return PASS
  return count === 1 ? STRIP : refused('^PQ pauses the printer between labels')
}

export function decideEncoding([set = '']: readonly string[]): Decision {
  if (set.trim() === '') return PASS
  const number = countOf(set)
  if (number !== null && (SETS.has(number) || ASIAN_SETS.has(number))) return PASS
  return refused(`^CI${set.trim()} makes the printer read bytes in pairs, or is no character set`)
}

export function decideUnits([, base = '', wanted = '']: readonly string[]): Decision {
  return base.trim() === wanted.trim() ? PASS : refused('^MU scales what later labels print')
}

export function decideLevel([level = '']: readonly string[]): Decision {
  return /^ *2? *$/.test(level) ? STRIP : refused(`^SZ${level.trim()} switches to another version of the language`)
}

export function decideSaving([mode = '']: readonly string[]): Decision {
  const letter = mode.trim().toUpperCase()
  return letter === 'S' || letter === '' ? STRIP : refused(`^JU${letter} resets the printer's settings`)
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

/** Objects of `~DY` that are pictures: what else there is could change how later labels look, or run. */
const PICTURE_KINDS = ['', 'G', 'P', 'B', 'X']

/** Whether a command may store: in memory, under a name that says nothing else, and no more than a picture or a format. */
export function decideStoring(command: string, parameters: readonly string[], object: ObjectName | null): Decision {
  if (object === null) return refused(`${command} stores under a name that printers may read differently`)
  if (object.drive !== 'R') return refused(`${command} writes to drive ${object.drive}:, which outlives the label`)
  const kind = command === '~DY' ? (parameters[2] ?? '').trim().toUpperCase() : ''
  return PICTURE_KINDS.includes(kind) ? PASS : refused(`${command} stores something else than a picture`)
}

/** Whether a command may delete: only what this stream stored; what it did not, stays where it is. */
export function decideDeleting(object: ObjectName | null, isOwn: boolean): Decision {
  if (object === null) return refused('^ID deletes by a pattern, or by a name that printers may read differently')
  if (object.drive !== 'R') return refused(`^ID deletes from drive ${object.drive}:`)
  return isOwn ? PASS : STRIP
}
