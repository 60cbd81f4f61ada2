/** What begins or ends a command in ZPL, and what commands of other languages on the same port begin with. */
const UNSAFE = new Set([...'_^~!{'].map((char) => char.charCodeAt(0)))

/**
 * Field data for `^FH^FD...^FS`: composed UTF-8 (NFC: a printer's font has é, not e and an accent behind it) in which the hex indicator `_`, the prefixes `^` and `~`, `!` and `{`, control
 * characters and everything beyond ASCII are written `_hh`. What comes out is printable ASCII without a prefix, so that no data can end
 * its field, whatever it holds.
 */
export function escapeFieldData(data: string): string {
  let escaped = ''
  for (const byte of new TextEncoder().encode(data.normalize('NFC'))) {
    const isPlain = byte >= 0x20 && byte < 0x7f && !UNSAFE.has(byte)
    escaped += isPlain ? String.fromCharCode(byte) : `_${byte.toString(16).padStart(2, '0').toUpperCase()}`
  }
  return escaped
}

/** Field data with its hex escapes taken back, one character a byte. @param mark what `^FH` named */
export function withoutEscapes(data: string, mark: string): string {
  const [head = '', ...parts] = data.split(mark)
  const rest = parts.map((part) =>
    /^[0-9a-f]{2}/i.test(part)
      ? String.fromCharCode(Number.parseInt(part.slice(0, 2), 16)) + part.slice(2)
      : mark + part,
  )
  return [head, ...rest].join('')
}
