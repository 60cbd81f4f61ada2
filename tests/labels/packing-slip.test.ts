import fc from '../support/fast-check.ts'
import { expect, test } from 'vitest'
import { inspectLabel } from '../../src-labels/inspect.ts'
import { LabelRoomError, type LabelTarget } from '../../src-labels/compose/column.ts'
import { composePackingSlipLabel } from '../../src-labels/packing-slip.ts'
import { blankBitmap } from '../../src-labels/bitmap/bitmap.ts'
import { nastyText } from './arbitraries.ts'

/** Null where an inch of label has no room for a slip. */
function composedOn({ widthIn }: LabelTarget['media'], compose: () => Uint8Array): Uint8Array | null {
  try {
    return compose()
  } catch (error) {
    if (error instanceof LabelRoomError && widthIn === 1) return null
    throw error
  }
}

test('whatever is written on a packing slip, it is exactly one whole label that fits its media', () => {
  fc.assert(
    fc.property(
      fc.tuple(nastyText, nastyText, nastyText, nastyText),
      fc.option(fc.nat(999)),
      fc.constantFrom('ZPL', 'EPL'),
      fc.constantFrom(203, 300, 600),
      fc.constantFrom({ widthIn: 4, heightIn: 6 }, { widthIn: 6, heightIn: 4 }, { widthIn: 1, heightIn: 1 }),
      ([reference, name, carrier, instructions], pieces, language, dpi, media) => {
        const slip = {
          reference,
          sender: [carrier, name],
          consignee: [name, carrier],
          carrier,
          proNumber: name,
          trackingNumber: reference,
          pieces,
          weightLb: pieces,
          instructions,
          words: { title: name, from: name, shipTo: carrier, pieces: name, weight: carrier, goods: name, more: 'more' },
          goods: [carrier, name],
          note: name,
          logo: pieces === null ? null : blankBitmap(100 + pieces, 40),
        }
        const bytes = composedOn(media, () => composePackingSlipLabel(slip, { language, dpi, media }))
        if (bytes === null) return
        expect(inspectLabel(bytes, { media, dpi, expectedCopies: 1, expectedLabels: 1 })).toMatchObject({
          result: 'whole',
          language,
          cuts: [],
        })
      },
    ),
    { numRuns: 60 },
  )
})

test.each(['ZPL', 'EPL'] as const)(
  'a slip in %s with more goods than it has room for says how many, and has the rest',
  (language) => {
    const goods = Array.from({ length: 20 }, (_, at) => `${at + 1} x Parts`)
    const slip = (lines: number) =>
      Buffer.from(
        composePackingSlipLabel(
          {
            reference: 'PO-4711',
            sender: ['Acme Machine', '1201 Santa Maria Ave', 'Laredo, TX 78040'],
            consignee: ['Globex Corporation', 'Jo Park', '200 N LaSalle St', 'Floor 3', 'Chicago, IL 60601'],
            carrier: 'Northline Freight',
            proNumber: '5630000017',
            trackingNumber: 'TRK1234567',
            pieces: 20,
            weightLb: 1000,
            instructions: 'FRAGILE, call before delivery',
            goods: goods.slice(0, lines),
            note: 'Thank you',
            words: {
              title: 'SLIP',
              from: 'From',
              shipTo: 'To',
              pieces: 'Pieces',
              weight: 'Weight',
              goods: 'Goods',
              more: 'more',
            },
          },
          { language, dpi: 203, media: { widthIn: 4, heightIn: 6 } },
        ),
      ).toString('latin1')
    for (const lines of [1, 3, 20]) {
      const text = slip(lines)
      for (const one of ['Pieces: 20', 'Northline', 'PRO 5630000017', 'TRK1234567', 'FRAGILE, call', 'Thank you']) {
        expect(text).toContain(one)
      }
      const shown = goods.slice(0, lines).filter((line) => text.match(new RegExp(`["D]${line}["^]`)))
      expect(shown.length).toBeGreaterThan(0)
      if (shown.length < lines)
        expect(text).toContain(
          language === 'ZPL' ? `FD+ ${lines - shown.length} more` : `"+ ${lines - shown.length} more"`,
        )
      else expect(text).not.toContain(' more')
    }
    expect(slip(20)).toContain(' more')
  },
)
