/** A text without accents, for comparing what people typed. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '')
}

/** A text as two people would write the same: without accents and capitals, one blank between words. */
export const plainText = (text: string): string => withoutAccents(text).trim().toLowerCase().replaceAll(/\s+/g, ' ')
