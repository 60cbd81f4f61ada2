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

/**
 * Reads the parameters of a `^GF`, `~DG` or `~DY`.
 * @returns a sentence when they do not say how large the picture is.
 */
export function pictureHead(command: string, parameters: readonly string[]): PictureHead | string {
  const { type, count, total, bytesPerRow, isPicture } = fields(command, parameters)
  const letter = type.trim().toUpperCase()
  const isCounted = letter === 'B' || letter === 'C'
  const head: PictureHead = {
    total: Number(total),
    bytesPerRow: isPicture ? Number(bytesPerRow) : 1,
    form: !isCounted ? (isPicture ? 'rows' : 'opaque') : command === '^GF' && letter === 'C' ? 'packed' : 'counted',
    count: isCounted ? Number(command === '^GF' ? count : total) : 0,
  }
  if (![head.total, head.bytesPerRow].every(isCount) || (isCounted && !isCount(head.count))) {
    return 'a graphic without its size'
  }
  if (command === '^GF' && head.form === 'counted' && head.count !== head.total) {
    return `graphic has ${head.count} bytes instead of ${head.total}`
  }
  return head
}

function fields(command: string, parameters: readonly string[]) {
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = parameters
  if (command === '^GF') return { type: first, count: second, total: third, bytesPerRow: fourth, isPicture: true }
  if (command === '~DG') return { type: 'A', count: '', total: second, bytesPerRow: third, isPicture: true }
  // Fonts and PNG files have no rows.
  const isPicture = /G/i.test(third) && !/P/i.test(second)
  return { type: second, count: '', total: fourth, bytesPerRow: fifth, isPicture }
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1
}
