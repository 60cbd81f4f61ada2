/** The text in letters that a standard PDF font has (Latin-1); others lose their accents or become "?". */
export function printable(text: string): string {
  const inLatin1 = (char: string) => /^[\x20-\x7e\xa1-\xff]$/.test(char)
  return Array.from(text.normalize('NFC'), (char) => {
    if (inLatin1(char) || char === '\n') return char
    if (/\s/.test(char)) return ' '
    const bare = char.normalize('NFKD').replace(/\p{M}/gu, '')
    return bare !== '' && [...bare].every(inLatin1) ? bare : '?'
  }).join('')
}
