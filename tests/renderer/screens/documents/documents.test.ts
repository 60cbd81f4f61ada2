import fc from '../../../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { TEMPLATES } from '../../../../src-shared/freight/document-generate.ts'
import { DOCUMENT_KINDS } from '../../../../src-shared/freight/document.ts'
import { documentLabel } from '../../../../src-renderer/screens/documents/document-kinds.ts'
import { placeParams, readPlace } from '../../../../src-renderer/screens/documents/documents-route.ts'
import { formatRoute, parseRoute } from '../../../../src-renderer/frame/route.ts'
import { PageFeed } from '../../../../src-renderer/ui/document/page-feed.svelte.ts'
import { PAGES_AT_ONCE } from '../../../../src-shared/station/documents/document.ts'
import { StationError } from '../../../../src-shared/station/error.ts'

const locale = {
  word: (_: string, word: string) => word,
  t: (_: string, params: Readonly<Record<string, string | number>> = {}) => Object.values(params).join(' '),
  number: (value: number, digits = 2) => String(Number(value.toFixed(digits))),
}

describe('the documents on screen', () => {
  test('are found again by their address after a reload', () => {
    const place = fc.record({
      text: fc.string(),
      type: fc.option(fc.constantFrom(...DOCUMENT_KINDS)),
      shipmentId: fc.constant('SHP-1'),
      documentId: fc.option(fc.string({ minLength: 1 })),
      template: fc.option(fc.constantFrom(...TEMPLATES)),
    })
    fc.assert(
      fc.property(place, (there) => {
        const address = formatRoute({ screen: 'documents', params: placeParams(there) })
        expect(readPlace(parseRoute(address))).toEqual(there)
      }),
    )
    const nowhere = { text: '', type: null, shipmentId: null, documentId: null, template: null }
    expect(readPlace({ params: { document: 'DOC-1', make: 'PACKING_LIST', type: 'NONSENSE' } })).toEqual(nowhere)
  })

  test('are told apart where a shipment has more of a kind than one', () => {
    const label = (documentId: string, format: string) => ({ documentId, type: 'SHIPPING_LABEL', format })
    const bol = { documentId: '3', type: 'BOL', format: 'PDF' }
    const all = [label('1', 'PDF'), label('2', 'ZPL'), label('4', 'PDF'), label('5', 'ZPL'), bol]
    expect(all.map((document) => documentLabel(locale, document, all))).toEqual([
      'SHIPPING_LABEL 1 2',
      'SHIPPING_LABEL 1 2',
      'SHIPPING_LABEL 2 2',
      'SHIPPING_LABEL 2 2',
      'BOL',
    ])
  })
})

describe('the pages of a document', () => {
  test('are asked for a few at a time, each once, and again after a failure', async () => {
    const asked: number[] = []
    let isBroken = false
    const feed = new PageFeed(async ({ from }) => {
      asked.push(from)
      if (isBroken) throw new StationError({ code: 'SERVICE_UNREACHABLE', message: 'away', retryable: true })
      const count = Math.min(PAGES_AT_ONCE, 6 - from)
      const pages = Array.from({ length: count }, (_, at) => ({
        index: from + at,
        image: `page ${from + at}`,
        widthIn: 8.5,
        heightIn: 11,
      }))
      return { name: 'long.pdf', format: 'PDF', total: 6, pages }
    })
    await expect.poll(() => feed.total).toBe(6)
    expect(feed.pages.map((page) => page?.image ?? null)).toEqual(['page 0', 'page 1', 'page 2', 'page 3', null, null])
    isBroken = true
    feed.want(5)
    feed.want(4)
    await expect.poll(() => feed.error?.code).toBe('SERVICE_UNREACHABLE')
    isBroken = false
    feed.retry()
    await expect.poll(() => feed.pages[5]?.image).toBe('page 5')
    expect({ asked, error: feed.error }).toEqual({ asked: [0, 4, 4], error: null })
  })
})
