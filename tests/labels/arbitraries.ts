import fc from '../support/fast-check.ts'
import { bitmapFromPacked, type Bitmap } from '../../src-labels/bitmap/bitmap.ts'
import { ZplLabel } from '../../src-labels/zpl/label.ts'

/** Bitmaps with runs, equal rows and noise, as the graphics codecs meet them. */
export const anyBitmap: fc.Arbitrary<Bitmap> = fc
  .tuple(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 20 }))
  .chain(([width, height]) => {
    const stride = Math.ceil(width / 8)
    const row = fc.oneof(
      fc.constantFrom(0x00, 0xff, 0xf0, 0x0f).map((byte) => new Uint8Array(stride).fill(byte)),
      fc.uint8Array({ minLength: stride, maxLength: stride }),
    )
    return fc
      .array(fc.tuple(row, fc.integer({ min: 1, max: 4 })), { minLength: height, maxLength: height })
      .map((rows) => {
        const repeated = rows
          .flatMap(([bytes, times]) => Array.from({ length: times }, () => [...bytes]))
          .slice(0, height)
        return bitmapFromPacked(width, height, Uint8Array.from(repeated.flat()))
      })
  })

/** Any Unicode, and more than its share of what has a meaning in a printer language. */
export const nastyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom(
        '^XZ',
        '^XA',
        '~JR',
        '^FS',
        '^CC!',
        '_5E',
        '\u0002',
        '\u0003',
        '\u001e',
        '\u0010',
        '"',
        '\\',
        '\nP1\n',
        '\r\n',
      ),
      fc.constantFrom('! U1 setvar "a" "b"\r\n', '\n! U1 do "reset" ""\n', '{}{"a":null}', '\\&', '>', 'ñ', '日本'),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))

const place = fc.integer({ min: 0, max: 400 })

/** A label composed of a few fields of every kind. */
export const anyZplLabel: fc.Arbitrary<ZplLabel> = fc
  .tuple(
    fc.array(fc.tuple(place, place, nastyText), { maxLength: 3 }),
    fc.array(fc.tuple(place, place, fc.stringMatching(/^[ -~]{1,12}$/)), { maxLength: 2 }),
    fc.array(fc.tuple(place, place, anyBitmap, fc.constantFrom('HEX', 'ACS', 'B64', 'Z64')), { maxLength: 2 }),
  )
  .map(([texts, codes, pictures]) => {
    const label = new ZplLabel({ widthDots: 812, heightDots: 1218 })
    label.box(0, 0, 812, 1218, 3)
    for (const [x, y, text] of texts) label.text(x, y, 30, text, { lines: 2 })
    for (const [x, y, text] of codes) label.code128(x, y, text)
    for (const [x, y, bitmap, encoding] of pictures) label.graphic(x, y, bitmap, encoding)
    return label
  })

export const ascii = (text: string) => new TextEncoder().encode(text)
