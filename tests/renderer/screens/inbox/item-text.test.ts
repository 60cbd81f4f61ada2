import { beforeAll, describe, expect, it } from 'vitest'
import { EXCEPTION_REASONS } from '../../../../src-shared/freight/tracking.ts'
import type { InboxItem } from '../../../../src-shared/station/inbox/item.ts'
import { Locale } from '../../../../src-renderer/locale/locale.svelte.ts'
import { loadLanguage } from '../../../../src-renderer/messages/catalogue.ts'
import { itemText } from '../../../../src-renderer/screens/inbox/item-text.ts'
import { inboxWords, mailOf } from '../../../../src-main/inbox/words.ts'

beforeAll(() => loadLanguage('es'))

const words = (language: 'en' | 'es'): Locale => {
  const locale = new Locale()
  locale.language = language
  return locale
}
const held = { kind: 'exception', code: 'CUSTOMS_HOLD', text: 'Held at Laredo' } as const

describe('an item of the inbox', () => {
  it('tells an exception by its reason in Spanish, with the carrier’s own words below, and in these alone in English', () => {
    expect(itemText(held, words('es'))).toEqual({ text: 'Retención en aduana', more: 'Held at Laredo' })
    expect(itemText(held, words('en'))).toEqual({ text: 'Held at Laredo', more: '' })
    expect(itemText({ ...held, text: '' }, words('en'))).toEqual({ text: 'Held by customs', more: '' })
  })

  it('of an older version, or of a reason that nobody knows, is its text', () => {
    const old = { text: 'Held at Laredo', more: '' }
    expect(itemText({ ...held, code: null }, words('es'))).toEqual(old)
    expect(itemText({ ...held, code: 'SPACE_WEATHER' }, words('es'))).toEqual(old)
  })

  it('names what an approval is asked for, and an error by its code', () => {
    const asked = { kind: 'approval', code: 'bookings.submit', text: 'PO-77 · Northline' } as const
    expect(itemText(asked, words('es'))).toEqual({
      text: 'Reservar por encima del límite de una regla',
      more: 'PO-77 · Northline',
    })
    expect(itemText({ ...asked, code: 'desktop.allowTools' }, words('en')).text).toContain('desktop.allowTools')
    const gone = { kind: 'order-file', code: 'FOLDER_GONE', text: 'The folder cannot be read' } as const
    expect(itemText(gone, words('es')).text).not.toContain('folder')
  })

  it('is mailed with the reason in Spanish, as on screen', () => {
    for (const language of ['en', 'es'] as const) {
      for (const reason of Object.values(EXCEPTION_REASONS)) {
        expect(inboxWords(language).reasons[reason]).toBe(words(language).word('exception', reason))
      }
    }
    const item: InboxItem = {
      ...{
        ...held,
        itemId: 'i',
        subjectId: 's',
        severity: 'high' as const,
        label: 'PO-1',
        raisedAt: '',
        assignee: null,
      },
      ...{ dueAt: '2026-11-21T15:00:00Z', endedAt: null, endedBy: null, endNote: null, outcome: null },
    }
    const mail = (language: 'en' | 'es') => mailOf([item], { language, stationName: 'Station 1' }).body
    expect(mail('es')).toContain('Incidencia en el camino: PO-1 · Retención en aduana · Held at Laredo')
    expect(mail('en')).toContain('Exception on the way: PO-1 · Held at Laredo')
  })
})
