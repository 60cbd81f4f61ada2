import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Locale } from '../../../src-renderer/locale/locale.svelte.ts'
import { argumentsOf, argumentTypes } from '../../../src-renderer/messages/arguments-of.ts'
import en from '../../../src-renderer/messages/en.json' with { type: 'json' }
import es from '../../../src-renderer/messages/es.json' with { type: 'json' }
import { isMessageKey, loadLanguage } from '../../../src-renderer/messages/catalogue.ts'
import { EPL_COMMANDS } from '../../../src-labels/epl/command-table.ts'
import { CONTROL_BYTE_ROWS, OTHER_LANGUAGE_ROWS } from '../../../src-labels/other-languages.ts'
import { inEnglish, LABEL_SENTENCES, say } from '../../../src-labels/sentence.ts'
import { ZPL_COMMANDS } from '../../../src-labels/zpl/command-table.ts'
import commandsInSpanish from '../../../src-renderer/messages/label-commands-es.json' with { type: 'json' }
import { ERROR_STATUS } from '../../../src-shared/freight/error.ts'
import { ACCESSORIALS } from '../../../src-shared/freight/accessorial.ts'
import { SHIPMENT_STATUSES } from '../../../src-shared/freight/shipment.ts'
import { EXCEPTION_REASONS, TRACKING_STATUSES } from '../../../src-shared/freight/tracking.ts'
import { BOOKING_STATES } from '../../../src-shared/machine/booking.ts'
import { STATION_ERRORS } from '../../../src-shared/station/error.ts'
import { PRINT_JOB_STATES, PRINT_PURPOSES } from '../../../src-shared/station/printing/printing.ts'

describe('the catalogue', () => {
  test('has every text in both languages', () => {
    expect(Object.keys(es).toSorted()).toEqual(Object.keys(en).toSorted())
  })

  test.each(['en', 'es'])('has each text once in %s', (language) => {
    const file = new URL(`../../../src-renderer/messages/${language}.json`, import.meta.url)
    const keys = [...readFileSync(file, 'utf8').matchAll(/^ {2}"([^"]+)":/gm)].map(([, key]) => key)
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
    expect(keys).toHaveLength(Object.keys(en).length)
  })

  test('asks for the same arguments in both languages', () => {
    const sorted = (text: string) => String([...argumentsOf(text).keys()].toSorted())
    const spanish = new Map(Object.entries(es))
    const unlike = Object.entries(en).filter(([key, text]) => sorted(text) !== sorted(spanish.get(key) ?? ''))
    expect(unlike).toEqual([])
  })

  test('can say every word the station may use', () => {
    const words = [
      ...[...Object.keys(STATION_ERRORS), ...Object.keys(ERROR_STATUS)].map((code) => `error.${code}`),
      ...[...SHIPMENT_STATUSES, ...TRACKING_STATUSES].map((status) => `shipment.${status}`),
      ...BOOKING_STATES.map((state) => `booking.${state}`),
      ...PRINT_JOB_STATES.map((state) => `job.${state}`),
      ...PRINT_PURPOSES.map((purpose) => `purpose.${purpose}`),
      ...ACCESSORIALS.map((code) => `accessorial.${code}`),
      ...Object.values(EXCEPTION_REASONS).map((reason) => `exception.${reason}`),
    ]
    expect(words.filter((word) => !isMessageKey(word))).toEqual([])
  })

  test('says everything that a judge says of labels, in English as the judge does', () => {
    const said = Object.fromEntries(Object.entries(en).filter(([key]) => key.startsWith('labelSays.')))
    const validated = Object.entries(LABEL_SENTENCES).map(([code, text]) => [`labelSays.${code}`, text])
    expect(said).toEqual(Object.fromEntries(validated))
  })

  test('says in Spanish what each command of a label does', () => {
    const rows = [...ZPL_COMMANDS, ...EPL_COMMANDS, ...OTHER_LANGUAGE_ROWS, ...CONTROL_BYTE_ROWS]
    const does = new Set(rows.map((row) => row.does))
    expect(Object.keys(commandsInSpanish).toSorted()).toEqual([...does].toSorted())
    expect(Object.values(commandsInSpanish).filter((text) => text.trim() === '')).toEqual([])
  })

  test('says why a label is refused in the language in use, and what its command does', async () => {
    const reason = say('must-not', { command: '^SC', does: 'serial port' })
    const said = { ...reason, english: inEnglish(reason) }
    const error = { code: 'LABEL_REFUSED', message: 'refused', retryable: false, details: { said } } as const
    const locale = new Locale()
    expect(locale.error(error)).toContain("^SC isn't allowed in a label: serial port")
    await loadLanguage('es')
    locale.language = 'es'
    expect(locale.error(error)).toContain('^SC no se permite en una etiqueta: puerto serie')
    const later = { code: 'of-a-newer-version', values: {}, english: 'as it came' }
    expect(locale.ofLabel(later)).toBe('as it came')
  })
})

describe('what a text is filled with', () => {
  test('is known to the compiler as the English texts have it', () => {
    const written = readFileSync(
      new URL('../../../src-renderer/messages/message-arguments.ts', import.meta.url),
      'utf8',
    )
    expect(written, 'node scripts/messages.ts writes it anew').toBe(argumentTypes(en))
  })

  test('is read out of plurals, too, and a plural is counted by a number', () => {
    expect(argumentTypes({ 'a.b': 'Plain', 'c.d': '{count, plural, one {# of {name}} other {#}} {when}' })).toContain(
      "  'c.d': { count: number; name: Text; when: Text }\n}",
    )
  })
})
