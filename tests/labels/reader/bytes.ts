/** A stream that is read from left to right, one byte at a time, so that nothing costs more than its length. */
export interface Tape {
  readonly bytes: Uint8Array
  at: number
}

export const CR = 0x0d
export const LF = 0x0a
export const ESC = 0x1b

export const isLineEnd = (byte: number | undefined) => byte === CR || byte === LF
export const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x09 || isLineEnd(byte)

/** The place of the first byte at or after `at` that is no blank. */
export function afterBlanks(bytes: Uint8Array, at: number): number {
  while (at < bytes.length && isBlank(bytes[at])) at++
  return at
}

/** Whether these ASCII characters stand there; `loose` takes either case. */
export function standsAt(bytes: Uint8Array, at: number, text: string, loose = false): boolean {
  for (let index = 0; index < text.length; index++) {
    const byte = bytes[at + index]
    if (byte === undefined) return false
    const character = String.fromCharCode(byte)
    if (loose ? character.toUpperCase() !== text[index]?.toUpperCase() : character !== text[index]) return false
  }
  return true
}

/** The bytes from `from` to before `to`, each as one character. */
export function textBetween(bytes: Uint8Array, from: number, to: number): string {
  let text = ''
  for (let at = from; at < to && at < bytes.length; at++) text += String.fromCharCode(bytes[at] ?? 0)
  return text
}
