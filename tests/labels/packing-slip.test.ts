import fc from '../support/fast-check.ts'
import { expect, test } from 'vitest'
import { inspectLabel } from '../../src-labels/inspect.ts'
import { composePackingSlipLabel } from '../../src-labels/packing-slip.ts'
import { blankBitmap } from '../../src-labels/bitmap/bitmap.ts'
import { nastyText } from './arbitraries.ts'

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
          words: { title: name, from: name, shipTo: carrier, pieces: name, weight: carrier, goods: name },
          goods: [carrier, name],
          note: name,
          logo: pieces === null ? null : blankBitmap(100 + pieces, 40),
        }
        const bytes = composePackingSlipLabel(slip, { language, dpi, media })
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
