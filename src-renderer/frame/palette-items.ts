import type { Shipment } from '../../src-shared/station/tracking/shipment.ts'
import type { SavedAddress } from '../../src-shared/station/addresses/address-book.ts'
import type { Booking } from '../../src-shared/station/booking/booking.ts'
import type { AppContext } from '../app-context.ts'
import { paletteActions, palettePlaces } from './palette-actions.ts'
import type { PaletteItem } from './palette-item.ts'

export interface PaletteGroup {
  heading: string
  items: PaletteItem[]
}

/** The station's results for the text. */
export interface Found {
  shipments: readonly Shipment[]
  bookings: readonly Booking[]
  addresses: readonly SavedAddress[]
}

export const NOTHING: Found = { shipments: [], bookings: [], addresses: [] }

/**
 * The palette's items for a text: exact matches, then the station's results, screens and actions whose words all
 * begin with a word of it, and at last to look for it under Track.
 */
export function paletteGroups(app: AppContext, text: string, found: Found): PaletteGroup[] {
  const { locale, router } = app
  const typed = text.trim()
  const groups: PaletteGroup[] = [
    {
      heading: locale.t('palette.shipments'),
      items: found.shipments.map(({ shipmentId, reference, trackingNumber, status, destination }) => ({
        id: `shipment ${shipmentId}`,
        text: reference ?? trackingNumber ?? shipmentId,
        detail: [locale.word('shipment', status), destination?.companyName, destination?.city]
          .filter(Boolean)
          .join(' · '),
        run: () => router.go('track', { shipment: shipmentId }),
      })),
    },
    {
      heading: locale.t('palette.bookings'),
      items: found.bookings.map(({ bookingId, reference, state, consigneeName }) => ({
        id: `booking ${bookingId}`,
        text: reference,
        detail: [locale.word('booking', state), consigneeName].filter(Boolean).join(' · '),
        run: () => router.go('book', { booking: bookingId }),
      })),
    },
    {
      heading: locale.t('rail.addresses'),
      items: found.addresses.map(({ addressId, name, address: { city, state } }) => ({
        id: `address ${addressId}`,
        text: name,
        detail: `${city}, ${state}`,
        run: () => router.go('addresses', { address: addressId }),
      })),
    },
    {
      heading: locale.t('palette.goTo'),
      items: matching(typed, palettePlaces(app)),
    },
    { heading: locale.t('palette.do'), items: matching(typed, paletteActions(app)) },
    {
      heading: locale.t('palette.find'),
      items:
        typed === ''
          ? []
          : [
              {
                id: 'find',
                text: locale.t('palette.findText', { text: typed }),
                run: () => router.go('track', { find: typed }),
              },
            ],
    },
  ]
  return exactFirst(typed, groups).filter(({ items }) => items.length > 0)
}

/** The group with a literal match comes first, and in it that item. */
export function exactFirst(typed: string, groups: readonly PaletteGroup[]): PaletteGroup[] {
  const wanted = wordsOf(typed).join(' ')
  const isExact = ({ text, words = '' }: PaletteItem) =>
    wanted !== '' && [text, ...words.split(' ')].some((name) => wordsOf(name).join(' ') === wanted)
  const sorted = groups.map(({ heading, items }) => ({
    heading,
    items: [...items.filter(isExact), ...items.filter((item) => !isExact(item))],
  }))
  const has = ({ items }: PaletteGroup) => items[0] !== undefined && isExact(items[0])
  return [...sorted.filter(has), ...sorted.filter((group) => !has(group))]
}

/** Items of which every typed word begins a word; accents and case do not matter. */
export function matching(typed: string, items: PaletteItem[]): PaletteItem[] {
  const wanted = wordsOf(typed)
  return items.filter(({ text, words = '' }) => {
    const own = wordsOf(`${text} ${words}`)
    return wanted.every((word) => own.some((candidate) => candidate.startsWith(word)))
  })
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
