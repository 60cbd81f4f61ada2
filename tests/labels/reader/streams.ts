/** A stream written down as text: each character is one byte. */
export function stream(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** One stream after the other, as they arrive at a printer. */
export function joined(...parts: (Uint8Array | string)[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...(typeof part === 'string' ? stream(part) : part)]))
}
