/** A word, a number or a mark of a line, and its position. */
export interface Token {
  kind: 'word' | 'number' | 'postal' | 'quoted' | 'mark'
  /** In small letters and without accents; of a quoted text the part between the marks, as written. */
  text: string
  from: number
  /** Behind its last character. */
  to: number
}

/** Small letters without accents; the length stays, so that places in the line hold. */
function fold(text: string): string {
  return [...text]
    .map((letter) => {
      const plain = letter.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
      return plain.length === letter.length ? plain : letter
    })
    .join('')
}

const PATTERN = new RegExp(
  [
    String.raw`(?<quoted>(?<!\d)["“](?=[^"”]*\p{L}[^"”]*["”])[^"”]+["”])`,
    // The Canadian codes, with their blank or without.
    String.raw`(?<postal>\b[a-z]\d[a-z][ -]?\d[a-z]\d\b)`,
    String.raw`(?<date>\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}[/-]\d{1,2}(?:[/-]\d{4}|[/-]\d{2})?\b|\b\d{5}-\d{4}\b)`,
    String.raw`(?<number>\d+(?:[.,]\d+)*)`,
    String.raw`(?<word>\p{L}(?:[\p{L}&']|[.](?=\p{L}))*)`,
    String.raw`(?<mark>[^\s])`,
  ].join('|'),
  'giu',
)

/** The line in pieces. Nothing but blanks is left out. */
export function tokensOf(line: string): Token[] {
  return [...fold(line).matchAll(PATTERN)].map((match): Token => {
    const [text] = match
    const at = { from: match.index, to: match.index + text.length }
    const is = (name: string) => match.groups?.[name] !== undefined
    if (is('quoted')) return { kind: 'quoted', text: line.slice(at.from + 1, at.to - 1).trim(), ...at }
    if (is('postal')) return { kind: 'postal', text, ...at }
    if (is('date')) return { kind: /^\d{5}-\d{4}$/.test(text) ? 'postal' : 'number', text, ...at }
    if (is('number')) return { kind: 'number', text, ...at }
    if (is('word')) return { kind: 'word', text: text.replaceAll(/['.]/g, ''), ...at }
    return { kind: 'mark', text, ...at }
  })
}

/**
 * A number as people write it: 1,200 and 1.200,5 and 48,5. Null: none.
 * `other` is the second reading of one like 1.200, which is twelve hundred in one country and one and a bit in the next.
 */
export function numberOf(text: string): { value: number; other: number | null } | null {
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return { value: Number(text.replaceAll(',', '')), other: null }
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(text) || /^\d{1,3}(\.\d{3}){2,}$/.test(text)) {
    return { value: Number(text.replaceAll('.', '').replace(',', '.')), other: null }
  }
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(text)) return { value: Number(text.replace('.', '')), other: Number(text) }
  if (/^\d+([.,]\d+)?$/.test(text)) return { value: Number(text.replace(',', '.')), other: null }
  return null
}
