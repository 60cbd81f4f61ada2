import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliDecompressSync } from 'node:zlib'

/**
 * Fonts by the scripts they have, in the order in which a letter is looked for. All are under the SIL Open Font License 1.1
 * (Arimo under Apache 2.0).
 */
const FILES = [
  // Latin, Greek, Cyrillic.
  'arimo/400Regular/Arimo_400Regular.ttf',
  'noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  'noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  'noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  'noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
] as const

/** The bytes of all font files, in order. */
export function fontFiles(): Buffer[] {
  const { resolve } = createRequire(import.meta.url)
  return FILES.map((file) => readFileSync(resolve(`@expo-google-fonts/${file}`)))
}

/** Languages whose letters lie beside this file: the first level of GB 2312 and JIS X 0208, the syllables of KS X 1001. */
export type AsianFont = 'chinese' | 'japanese' | 'korean'

/** The bytes of such a font, as scripts/asian-letters.ts wrote it. */
export function asianFontFile(name: AsianFont): Buffer {
  return brotliDecompressSync(readFileSync(new URL(`./${name}.ttf.br`, import.meta.url)))
}

const ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u

/**
 * Fonts in which the letters of a line are looked for, behind all others. What Chinese and Japanese write alike each
 * draws its own way; kana and Hangul identify the language.
 */
export function asianFontsFor(line: string): readonly AsianFont[] {
  if (!ASIAN.test(line)) return []
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(line)) return ['japanese', 'chinese', 'korean']
  return /\p{Script=Hangul}/u.test(line) ? ['korean', 'chinese', 'japanese'] : ['chinese', 'japanese', 'korean']
}
