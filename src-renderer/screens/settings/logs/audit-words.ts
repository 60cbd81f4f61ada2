import { moneySchema } from '../../../../src-shared/station/booking/record.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'

type Words = Pick<Locale, 't' | 'word' | 'money' | 'moment'>

/**
 * The facts of an audit row beside its subject, in one line: `name: Bench 4 · printed: yes`. Empty values are left
 * out; values in an object are shown by both names: `media width in: 4`.
 */
export function detailText(detail: Readonly<Record<string, unknown>>, words: Words): string {
  return partsOf(detail, '', words).join(' · ')
}

function partsOf(detail: object, within: string, words: Words): string[] {
  return Object.entries(detail).flatMap(([key, value]: [string, unknown]) => {
    const name = [within, nameOf(key, words)].filter(Boolean).join(' ')
    if (value === null || value === undefined || value === '') return []
    const amount = moneySchema.safeParse(value)
    if (amount.success) return [`${name}: ${words.money(amount.data)}`]
    if (Array.isArray(value)) {
      return value.every(isPlain)
        ? [`${name}: ${value.map((one) => valueText(one, words)).join(', ')}`]
        : partsOf(value, name, words)
    }
    if (typeof value === 'object') return partsOf(value, name, words)
    return [`${name}: ${valueText(value, words)}`]
  })
}

/** A usual name in the language in use, any other in the words that it is made of. */
function nameOf(key: string, { word }: Words): string {
  const said = word('audit.name', key)
  return said === key
    ? key.replace(/([a-z0-9])([A-Z])/g, (_, end: string, first: string) => `${end} ${first.toLowerCase()}`)
    : said
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

function valueText(value: unknown, { t, word, moment }: Words): string {
  if (typeof value === 'boolean') return t(value ? 'printerProfile.fitting.yes' : 'printerProfile.fitting.no')
  if (typeof value !== 'string') return JSON.stringify(value)
  if (INSTANT.test(value)) return moment(value)
  const said = word('audit.value', value)
  return said === value ? word('booking', value) : said
}

const isPlain = (value: unknown): boolean => typeof value !== 'object'
