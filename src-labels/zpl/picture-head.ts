import type { Problem } from '../validation.ts'
import { say, type LabelSentence } from '../sentence.ts'
import { countOf } from '../digits.ts'

/** What the parameters before a picture's data say about it. */
export interface PictureHead {
  /** Bytes it decodes to. */
  total: number
  bytesPerRow: number
  /**
   * rows: text, as hex, compressed or base64. counted: `count` raw bytes. packed: `count` bytes that decode to `total`.
   * opaque: text that only the printer can read.
   */
  form: 'rows' | 'counted' | 'packed' | 'opaque'
  count: number
}

/** A printer pulls a larger count of `^GFB` and `^GFC` down to this, and reads the rest as commands. */
const MOST_COUNTED = 99_999

/**
 * Reads the parameters of a `^GF`, `~DG` or `~DY`.
 * @returns what keeps the picture from being read, when printers might not agree on its size.
 */
export function pictureHead(command: string, parameters: readonly string[]): PictureHead | Omit<Problem, 'at'> {
  const { type, count, total, bytesPerRow, isPicture } = fields(command, parameters)
  const letter = type.trim().toUpperCase()
  if (!['A', 'B', 'C', 'P'].includes(letter)) return refused(say('graphic-form', { command }))
  if (command === '^GF' && letter === 'P') return refused(say('graphic-form', { command }))
  const isCounted = letter === 'B' || letter === 'C'
  const isBlank = (text: string) => text.trim() === ''
  if (isBlank(total) || (isPicture && isBlank(bytesPerRow))) {
    return { result: 'truncated', reason: say('graphic-no-size') }
  }
  const head = {
    total: countOf(total) ?? 0,
    bytesPerRow: isPicture ? (countOf(bytesPerRow) ?? 0) : 1,
    count: isCounted ? (countOf(command === '^GF' ? count : total) ?? 0) : 0,
  }
  if (head.total < 1 || head.bytesPerRow < 1 || (isCounted && head.count < 1)) {
    return refused(say('graphic-size'))
  }
  if (command === '^GF' && head.count > MOST_COUNTED) {
    return refused(say('graphic-uncounted', { bytes: head.count }))
  }
  if (command === '^GF' && letter === 'B' && head.count !== head.total) {
    return refused(say('graphic-counts', { bytes: head.count, total: head.total }))
  }
  const form = !isCounted ? (isPicture ? 'rows' : 'opaque') : command === '^GF' && letter === 'C' ? 'packed' : 'counted'
  return { ...head, form }
}

function refused(reason: LabelSentence) {
  return { result: 'refused', reason } as const
}

function fields(command: string, parameters: readonly string[]) {
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = parameters
  if (command === '^GF') {
    return {
      type: first.trim() === '' ? 'A' : first,
      count: second,
      total: third,
      bytesPerRow: fourth,
      isPicture: true,
    }
  }
  if (command === '~DG') return { type: 'A', count: '', total: second, bytesPerRow: third, isPicture: true }
  // Fonts and PNG files have no rows.
  const isPicture = /^ *G *$/i.test(third) && !/P/i.test(second)
  return { type: second, count: '', total: fourth, bytesPerRow: fifth, isPicture }
}
