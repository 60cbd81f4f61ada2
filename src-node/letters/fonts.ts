import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * Fonts by the scripts they have, in the order in which a letter is looked for. All are under the SIL Open Font License 1.1
 * (Arimo under Apache 2.0). There is none for Chinese, Japanese and Korean: such a font is larger than the rest of Waybill.
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
