import { expect, test } from 'vitest'
import { cleanLines, cleanText } from '../../src-shared/clean-text.ts'
import { onceEncoded } from '../../src-shared/twice-encoded.ts'

const twice = (text: string) => new TextDecoder('windows-1252').decode(new TextEncoder().encode(text))

test.each([
  ...['Peña', 'Müller', 'García', 'MUÑOZ', 'LEÓN', 'voilà', 'Ángel', 'l’été', 'Škoda', 'GARCÍA', 'JOSÉ', 'Straße'],
  ...['São Paulo', '10°', '½ in', 'Łódź', 'Ünal', 'à la carte', 'Ciudad Juárez, Chih.', 'Peña y Cía.'],
])('%s, encoded twice or three times, is recognized when it was cleaned', (text) => {
  for (const clean of [cleanText, cleanLines]) {
    expect(onceEncoded(clean(twice(text)))).toBe(text)
    expect(onceEncoded(clean(text))).toBeNull()
  }
  expect(onceEncoded(cleanText(twice(twice(text))))).not.toBeNull()
})

test.each([
  '“IRMÃ”',
  'CAFÉ’S',
  'SÃO PAULO',
  'ROMÂNIA',
  '“JOSÉ”',
  'É®',
  'Señor–x',
  'XÃ HOI',
  'ÄÖÜ',
  'Åland',
  'Łódź',
  '東京',
])('%s is left as it is', (text) => {
  expect(onceEncoded(cleanText(text))).toBeNull()
})
