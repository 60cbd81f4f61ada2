import { describe, expect, test } from 'vitest'
import en from '../../../src-renderer/messages/en.json' with { type: 'json' }
import es from '../../../src-renderer/messages/es.json' with { type: 'json' }
import { isMessageKey, loadLanguage, translate } from '../../../src-renderer/messages/catalogue.ts'
import { formatMessage } from '../../../src-renderer/messages/format-message.ts'
import { ERROR_STATUS } from '../../../src-shared/freight/error.ts'
import { ACCESSORIALS } from '../../../src-shared/freight/accessorial.ts'
import { SHIPMENT_STATUSES } from '../../../src-shared/freight/shipment.ts'
import { EXCEPTION_REASONS, TRACKING_STATUSES } from '../../../src-shared/freight/tracking.ts'
import { BOOKING_STATES } from '../../../src-shared/station/booking.ts'
import { STATION_ERROR_CODES } from '../../../src-shared/station/error.ts'
import { PRINT_JOB_STATES, PRINT_PURPOSES } from '../../../src-shared/station/printing.ts'

/** The arguments a message reads when it is filled. */
function argumentsOf(text: string): string[] {
  const read = new Set<string>()
  const params = new Proxy<Record<string, number>>({}, { get: (_target, name) => (read.add(String(name)), 2) })
  formatMessage(text, params, 'en-US')
  return [...read].toSorted()
}

describe('the catalogue', () => {
  test('has every text in both languages', () => {
    expect(Object.keys(es).toSorted()).toEqual(Object.keys(en).toSorted())
  })

  test('asks for the same arguments in both languages', () => {
    const spanish = new Map(Object.entries(es))
    const unlike = Object.entries(en).filter(
      ([key, text]) => String(argumentsOf(text)) !== String(argumentsOf(spanish.get(key) ?? '')),
    )
    expect(unlike).toEqual([])
  })

  test('leaves no text empty', () => {
    expect([...Object.entries(en), ...Object.entries(es)].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test('can say every word the station may use', () => {
    const words = [
      ...[...STATION_ERROR_CODES, ...Object.keys(ERROR_STATUS)].map((code) => `error.${code}`),
      ...[...SHIPMENT_STATUSES, ...TRACKING_STATUSES].map((status) => `shipment.${status}`),
      ...BOOKING_STATES.map((state) => `booking.${state}`),
      ...PRINT_JOB_STATES.map((state) => `job.${state}`),
      ...PRINT_PURPOSES.map((purpose) => `purpose.${purpose}`),
      ...ACCESSORIALS.map((code) => `accessorial.${code}`),
      ...Object.values(EXCEPTION_REASONS).map((reason) => `exception.${reason}`),
    ]
    expect(words.filter((word) => !isMessageKey(word))).toEqual([])
  })

  test('speaks the language it is asked in', async () => {
    await loadLanguage('es')
    expect(translate('en', 'quote.rates', { count: 1 })).toBe('1 rate')
    expect(translate('es', 'quote.rates', { count: 6 })).toBe('6 tarifas')
  })
})
