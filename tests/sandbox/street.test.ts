import fc from '../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { standardStreet, standardUnit, tidyLine } from '../../src-sandbox/locations/street.ts'

describe('a US street', () => {
  test.each([
    ['123 Main Street', '123 MAIN ST'],
    ['123  main   st.', '123 MAIN ST'],
    ['2210 South Ashland Avenue', '2210 S ASHLAND AVE'],
    ['200 Park Avenue South', '200 PARK AVE S'],
    ['100 North Avenue', '100 NORTH AVE'],
    ['9 Southwest Parkway', '9 SOUTHWEST PKWY'],
    ['50 Northwest Industrial Boulevard', '50 NW INDUSTRIAL BLVD'],
    ['100 Avenue of the Americas', '100 AVENUE OF THE AMERICAS'],
    ['12 Lake Shore Drive', '12 LAKE SHORE DR'],
    ['7 Court Street', '7 COURT ST'],
    ['1 Circle', '1 CIRCLE'],
    ['Broadway', 'BROADWAY'],
    ['4500 Highway 6', '4500 HIGHWAY 6'],
    ['100 Main Street, Suite 400', '100 MAIN ST STE 400'],
    ['100 Main Street Apartment 4 B', '100 MAIN ST APT 4 B'],
    ['100 Main Street #5', '100 MAIN ST # 5'],
    ['5 Lot Road', '5 LOT RD'],
    ["18 O'Brien Court", '18 OBRIEN CT'],
    ['3 Cañada Trail', '3 CANADA TRL'],
    ['39.2 Mill Creek Crossing', '39.2 MILL CREEK XING'],
    ['P.O. Box 123', 'PO BOX 123'],
    ['post office box 7', 'PO BOX 7'],
  ])('%s is written %s', (line, standard) => {
    expect(standardStreet(line)).toBe(standard)
  })

  test('that is standard stays as it is', () => {
    const words = [
      '12',
      'NORTH',
      'South',
      'Main',
      'Street',
      'Ave',
      'Court',
      'Suite',
      '#',
      '4',
      'B',
      'PO',
      'Box',
      'é',
      '-',
    ]
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.array(fc.constantFrom(...words)).map((line) => line.join(' ')),
        ),
        (line) => {
          const once = standardStreet(line)
          expect(standardStreet(once)).toBe(once)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('is never lost: what has no letter the post knows is only tidied', () => {
    expect(standardStreet(' 東京  ')).toBe('東京')
  })
})

describe('a second line', () => {
  test.each([
    ['Suite 400', 'STE 400'],
    ['apartment 4b', 'APT 4B'],
    ['Building C, Room 12', 'BLDG C ROOM 12'],
    ['#12', '# 12'],
    ['Attn: Receiving', 'ATTN RECEIVING'],
    ['', ''],
  ])('%s is written %s', (line, standard) => {
    expect(standardUnit(line)).toBe(standard)
  })
})

test('a line abroad keeps its words, accents and marks', () => {
  expect(tidyLine('  Av. Niños   Héroes  #10 ')).toBe('AV. NIÑOS HÉROES #10')
})
