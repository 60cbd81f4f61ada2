import { after, nextTurn } from '../../src-node/runtime/wait.ts'
import type { Timer } from '../../src-node/runtime/timers.ts'
import type { Cargo } from '../../src-shared/freight/cargo.ts'
import type { Accessorial } from '../../src-shared/freight/accessorial.ts'
import type { Address, Party } from '../../src-shared/freight/address.ts'
import { accessorialsAt, dockFor } from '../../src-shared/station/addresses/accessorials-at.ts'
import {
  addressInputSchema,
  type AddressInput,
  type LastFreight,
  type SavedAddress,
} from '../../src-shared/station/addresses/address-book.ts'
import { plainText } from '../../src-shared/station/plain-text.ts'
import { STREET_TO_FOLLOW } from '../../src-shared/station/quote/quote.ts'
import type { LedgerBooking } from '../booking/booking-row.rows.ts'
import type { BookingReader } from '../booking/bookings.rows.ts'
import { bookingContent } from '../booking/submit/booking-content.ts'
import { unlessNotFound } from '../kernel/fault.ts'
import { oneAtATime } from '../kernel/one-at-a-time.ts'
import type { AddressBook } from './address-book.ts'
import type { ShippedToStore } from './shipped-to.rows.ts'

/** Behind what people wait for. */
const SOON_MS = 1_000
/** Of so many bookings the consignees are looked for in one go; others have their turn between them. */
const SLICE = 20

export interface ShippedToPorts {
  store: ShippedToStore
  book: Pick<AddressBook, 'save'>
  bookings: Pick<BookingReader, 'get'>
  /** Does a text that was made then name a person who was forgotten since? */
  isForgotten: (text: string, madeAt: string) => boolean
  /** The book has changed. */
  onKept: () => void
  onFault: (error: unknown) => void
}

export type ShippedTo = ReturnType<typeof createShippedTo>

/**
 * Keeps consignees in the address book by shipping to them, however it was booked. Due is what became BOOKED, in its
 * own commit; each is looked for once. An entry that looks like the same place stays as a person wrote it.
 */
export function createShippedTo({ store, book, bookings, isForgotten, onKept, onFault }: ShippedToPorts) {
  let isStarted = false
  let isClosed = false
  let timer: Timer | null = null

  /** @returns the entry; null: the booking has no address that could be one */
  async function entryFor(booking: LedgerBooking): Promise<string | null> {
    // What comes back is shipped to us.
    const shipped = booking.returnOf ? null : shippedBy(booking)
    if (!shipped || shipped.to.address1 === STREET_TO_FOLLOW) return null
    const { to, consignee } = shipped
    const { companyName: typed = '', ...place } = { ...to, ...given(consignee) }
    // A town where the company goes is none.
    const companyName = plainText(typed) === plainText(to.city) ? '' : typed
    const address = companyName === '' ? place : { ...place, companyName }
    const accessorials = accessorialsAt('consignee', shipped.accessorials)
    const input = addressInputSchema.safeParse({
      ...{ name: companyName || (place.contactName ?? ''), address, roles: ['consignee'] },
      ...{ accessorials, dock: dockFor(accessorials) },
    })
    if (!input.success || isForgotten(JSON.stringify(input.data), booking.createdAt)) return null
    const answer = await book.save(input.data)
    if (answer.kind === 'saved') return answer.address.addressId
    const [entry] = answer.addresses
    const completed = entry && completedBy(entry, accessorials)
    if (completed) await book.save(completed)
    return entry?.addressId ?? null
  }

  const work = oneAtATime(async () => {
    for (let due = await store.due(SLICE); due.length > 0; due = await store.due(SLICE)) {
      for (const bookingId of due) {
        if (isClosed) return
        const booking = await unlessNotFound(bookings.get(bookingId))
        await store.done(bookingId, booking && (await entryFor(booking)))
      }
      onKept()
      await nextTurn()
    }
  })

  /** Bookings may have become shipments. */
  function soon(): void {
    if (!isStarted || isClosed) return
    timer ??= after(
      SOON_MS,
      () => {
        timer = null
        void work().catch(onFault)
      },
      { isBackground: true },
    )
  }

  return {
    start: (): void => {
      isStarted = true
      soon()
    },

    soon,

    /** Looks for all that are due; resolves when it has. */
    work,

    /** What was shipped to this entry last. */
    lastFreight: async (addressId: string): Promise<LastFreight> => {
      const bookingId = await store.lastTo(addressId)
      const booking = bookingId === null ? null : await unlessNotFound(bookings.get(bookingId))
      const cargo = booking && shippedBy(booking)?.cargo
      return booking && cargo ? { cargo, bookedAt: booking.createdAt } : { cargo: [], bookedAt: null }
    },

    /** Ends between two bookings; the others are due at the next start. */
    close: async (): Promise<void> => {
      isClosed = true
      timer?.cancel()
      await work().catch(onFault)
    },
  }
}

/**
 * The entry with the services that were needed, where it names none and was not edited since it was made: a person who takes
 * a service off an entry means that. Null: it stays.
 */
function completedBy(entry: SavedAddress, accessorials: Accessorial[]): AddressInput | null {
  if (accessorials.length === 0 || entry.accessorials.length > 0 || entry.updatedAt !== entry.createdAt) return null
  const { addressId, name, address, roles, dock, notes } = entry
  return { addressId, name, address, roles, dock, notes, accessorials, evenIfSimilar: true }
}

interface Shipped {
  to: Address
  consignee: Party
  accessorials: readonly Accessorial[]
  cargo: Cargo[]
}

/** What a domestic booking ships: of its quote, or its own; null: over the border, or neither is stored. */
function shippedBy(booking: LedgerBooking): Shipped | null {
  const { quoted, direct, consigneeInfo: consignee } = bookingContent(booking)
  if (quoted?.kind === 'domestic') {
    const { destinationAddress: to, accessorials = [], cargo } = quoted.request
    return { to, consignee, accessorials, cargo }
  }
  return direct && { to: direct.destinationAddress, consignee, accessorials: [], cargo: direct.cargo }
}

/** What a party says and does not leave blank. */
const given = (party: Party): Party =>
  Object.fromEntries(Object.entries(party).filter(([, value]) => typeof value === 'string' && value.trim() !== ''))
