import { USUAL_PICKUPS } from '../../../src-shared/station/booking/pickup-terms.ts'
import type { LineContext, LinePlace, PlaceBook, ReadLine } from '../../../src-shared/station/quote-line/line.ts'

/** A Monday, with an address book of two and one preset: what the corpus is read beside. Thanksgiving is that Thursday. */
export const lineContext = (places: PlaceBook): LineContext => ({
  today: '2026-11-23',
  now: new Date('2026-11-23T15:00:00Z'),
  pickups: USUAL_PICKUPS,
  parties: [
    {
      addressId: 'acme',
      name: 'Acme Machine',
      isShipper: true,
      address: { address1: '1201 Santa Maria Ave', city: 'Laredo', state: 'TX', postalCode: '78040', country: 'US' },
    },
    {
      addressId: 'globex',
      name: 'Globex Corporation',
      isShipper: false,
      address: { address1: '200 N LaSalle St', city: 'Chicago', state: 'IL', postalCode: '60601', country: 'US' },
    },
  ],
  presets: [
    {
      name: 'Euro pallet',
      cargo: [{ quantity: 1, weight: 600, length: 47.2, width: 31.5, height: 60, description: 'Pump housings' }],
    },
  ],
  places,
})

const place = ({ companyName, address1, city, state, postalCode, country }: LinePlace): string =>
  [companyName ?? address1, city, state, postalCode, country === 'US' ? null : country].filter(Boolean).join(' ') || '-'

/** All that was read, in one line: from > to | cargo | services | day | what is unclear with why and readings. */
export function summary({
  origin,
  destination,
  cargo,
  accessorials,
  shipDate,
  insuranceAmount,
  unclear,
}: ReadLine): string {
  const lines = cargo.map((line) =>
    [
      line.quantity,
      line.packaging,
      line.weight === null ? '?lb' : `${line.weight}lb`,
      [line.length, line.width, line.height].map((side) => side ?? '?').join('x'),
      line.description ?? '?',
      line.freightClass && `class ${line.freightClass}`,
      line.hazmat && 'hazmat',
    ]
      .filter(Boolean)
      .join(' '),
  )
  return [
    `${place(origin)} > ${place(destination)}`,
    lines.join(' + ') || '-',
    ...(accessorials.length > 0 ? [accessorials.join(' ')] : []),
    ...(shipDate === null ? [] : [shipDate]),
    ...(insuranceAmount === undefined ? [] : [`insured ${insuranceAmount}`]),
    ...unclear.map(({ text, why, readings }) => `?${text}: ${[why, ...readings].join('; ')}`),
  ].join(' | ')
}
