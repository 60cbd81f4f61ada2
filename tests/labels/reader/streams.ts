/** A stream written down as text: each character is one byte. */
export function stream(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
