import { fromCodePage } from '../code-pages.ts'

/** Character sets of `^CI` beside code page 850 and its national kinds (0 to 13), by the names that Unicode has for them. */
const SETS: Readonly<Record<string, string>> = {
  '15': 'shift_jis',
  '16': 'euc-jp',
  '27': 'windows-1252',
  '28': 'utf-8',
  '31': 'windows-1250',
  '33': 'windows-1251',
  '34': 'windows-1253',
  '35': 'windows-1254',
  '36': 'windows-1255',
}
/** Encoding tables that `^SE` chooses for the Asian sets 14, 24 and 26, by what their files are called. */
const TABLES: readonly (readonly [RegExp, string])[] = [
  [/BIG5/, 'big5'],
  [/GB/, 'gbk'],
  [/SJIS|JIS/, 'shift_jis'],
  [/KSC|UHANG|JOHAB|EUC-?KR/, 'euc-kr'],
]

/**
 * What reads the data of a field.
 * @param set of `^CI` @param table of `^SE`, in capitals
 * @param isUtf8 whether all data of the label can be read as UTF-8: many senders write it and name no set
 */
export function decoderOf(set: string, table: string, isUtf8: boolean): (bytes: Uint8Array) => string {
  const number = String(Number(set))
  const asian = TABLES.find(([name]) => name.test(table))?.[1]
  const label = SETS[number] ?? (['14', '24', '26'].includes(number) ? asian : undefined)
  if (label !== undefined) return (bytes) => new TextDecoder(label).decode(bytes)
  return isUtf8 ? (bytes) => new TextDecoder().decode(bytes) : (bytes) => fromCodePage(bytes, '850')
}
