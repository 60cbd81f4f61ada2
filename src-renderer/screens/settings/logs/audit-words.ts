import { z } from 'zod'
import { moneySchema } from '../../../../src-shared/station/booking/record.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'

type Words = Pick<Locale, 't' | 'word' | 'money' | 'moment'>
type Path = readonly string[]

/** A changed setting; rows of earlier versions have the new values alone. */
const changesSchema = z.array(z.object({ path: z.string(), was: z.unknown(), now: z.unknown() }))

/**
 * The facts of an audit row beside its subject, in one line: `name: Bench 4 · printed: yes`. Empty values are left
 * out; values in an object are shown by both names: `media width in: 4`. A setting has its name in Settings, and a
 * changed one both values: `Appearance: Light → Dark`. @param setting the row's subject, where it is a setting
 */
export function detailText(
  detail: Readonly<Record<string, unknown>>,
  words: Words,
  setting: string | null = null,
): string {
  const { changes, ...others } = detail
  const read = changesSchema.safeParse(changes)
  if (setting === null || !read.success) return partsOf(detail, [], words, setting).join(' · ')
  const changed = read.data.map(({ path, was, now }) => {
    const names = path.split('.')
    const [before, after] = [was, now].map((value) => changeText(value, names, words))
    return `${nameOf(names, words, setting)}: ${before} → ${after}`
  })
  return [...changed, ...partsOf(others, [], words, setting)].join(' · ')
}

function partsOf(detail: object, within: Path, words: Words, setting: string | null): string[] {
  return Object.entries(detail).flatMap(([key, value]: [string, unknown]) => {
    const path = [...within, key]
    if (isEmpty(value)) return []
    const name = nameOf(path, words, setting)
    const amount = moneySchema.safeParse(value)
    if (amount.success) return [`${name}: ${words.money(amount.data)}`]
    if (typeof value === 'object' && !(Array.isArray(value) && value.every(isPlain))) {
      return partsOf(value, path, words, setting)
    }
    const plain: unknown[] = Array.isArray(value) ? value : [value]
    return [`${name}: ${plain.map((one) => valueText(one, path, words, setting)).join(', ')}`]
  })
}

function changeText(value: unknown, path: Path, words: Words): string {
  if (isEmpty(value)) return '–'
  if (isPlain(value)) return valueText(value, path, words, '')
  if (!Array.isArray(value)) return partsOf(value, [], words, '').join(', ')
  return value.map((one) => changeText(one, path, words)).join('; ') || '–'
}

/** What Settings calls these otherwise than by the part of Settings and the name of the field. */
const SETTING_NAMES: Readonly<Record<string, string>> = {
  logLevel: 'support.level',
  cutoffs: 'cutoff.title',
  pickupDays: 'pickupDays.title',
  companyName: 'papers.company',
  hasGoods: 'papers.goods',
  baudRate: 'scale.baud',
  idleMinutes: 'people.idle',
}

/** Where the texts of a setting's fields are, by the setting or the field that they are in. */
const PLACES: Readonly<Record<string, string>> = {
  spendLimits: 'rules',
  thresholds: 'rules',
  keep: 'keep',
  scale: 'scale',
  scanner: 'scale',
  papers: 'papers',
  desktop: 'desktop',
  updates: 'desktop',
  'sign-in': 'people',
  api: 'connections',
  webhookReceiver: 'receiver',
  orderFeed: 'feed',
  printing: 'rules',
}

/** A usual name in the language in use, any other in the words that it is made of. */
function nameOf(path: Path, { word }: Words, setting: string | null): string {
  const [first = '', last = ''] = [path[0], path.at(-1)]
  const place = PLACES[first] ?? PLACES[setting ?? '']
  const keys = [SETTING_NAMES[last], place && `${place}.${last}`, `settings.${last}`, `rules.${last}`]
  const known = setting === null ? null : sayFirst(keys, word)
  return known ?? path.map((key) => sayFirst([`audit.name.${key}`], word) ?? apart(key)).join(' ')
}

const apart = (key: string): string =>
  key.replace(/([a-z0-9])([A-Z])/g, (_, end: string, first: string) => `${end} ${first.toLowerCase()}`)

/** The first of these keys that has a text. */
function sayFirst(keys: readonly (string | undefined)[], word: Words['word']): string | null {
  for (const key of keys) {
    if (key === undefined) continue
    const dot = key.lastIndexOf('.')
    const said = word(key.slice(0, dot), key.slice(dot + 1))
    if (said !== key.slice(dot + 1)) return said
  }
  return null
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

function valueText(value: unknown, path: Path, { t, word, moment }: Words, setting: string | null): string {
  if (typeof value === 'boolean') return t(value ? 'printerProfile.fitting.yes' : 'printerProfile.fitting.no')
  if (typeof value !== 'string') return JSON.stringify(value)
  if (INSTANT.test(value)) return moment(value)
  const name = path.at(-1) ?? ''
  // What a choice is called where it is made.
  const choices = { language: 'papers.language', logLevel: 'support.level', worked: 'holiday' }
  const place = Object.entries(choices).find(([one]) => one === name)?.[1]
  const keys = [place, name, `scale.${name}`].map((prefix) => prefix && `${prefix}.${value}`)
  const chosen = setting === null || !/^[\w-]+$/.test(value) ? null : sayFirst(keys, word)
  return chosen ?? sayFirst([`audit.value.${value}`, `booking.${value}`], word) ?? value
}

const isEmpty = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === ''
const isPlain = (value: unknown): boolean => typeof value !== 'object'
