const ROW = 16
const ROWS_BEFORE = 1
const ROWS_AFTER = 2

/** The bytes around a place as people read them: offset, hex, and characters with a dot for what has none. */
export function excerptAt(bytes: Uint8Array, at: number): string[] {
  const place = Math.min(at, Math.max(0, bytes.length - 1))
  const first = Math.max(0, (Math.floor(place / ROW) - ROWS_BEFORE) * ROW)
  const lines: string[] = []
  for (let from = first; from < bytes.length && lines.length < ROWS_BEFORE + ROWS_AFTER; from += ROW) {
    const row = [...bytes.subarray(from, from + ROW)]
    const hex = row
      .map((byte, index) => (from + index === at ? '>' : ' ') + byte.toString(16).padStart(2, '0'))
      .join('')
    const text = row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('')
    lines.push(`${String(from).padStart(8)} ${hex.padEnd(ROW * 3)}  ${text}`)
  }
  return lines
}
