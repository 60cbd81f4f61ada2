import type { BookingState } from '../../src-shared/machine/booking.ts'
import { z } from 'zod'
import type { Booking } from '../../src-shared/station/booking/booking.ts'
import type { BookingInput } from '../../src-shared/station/booking/booking.ts'
import type { SandboxOptions } from '../../src-sandbox/server.ts'
import type { StationOptions } from '../../src-main/app/station.ts'
import { FakeClock } from './fake-clock.ts'
import { bookingOf, palletsToChicago } from './freight.ts'
import { testSandbox } from './sandbox.ts'
import { testStation } from './test-station.ts'

const listed = z.object({ data: z.array(z.object({ shipmentId: z.string(), status: z.string() })) })

/** A station whose clock the test moves, a service, and a quote to book. */
export async function bookingOutbox(
  options: { sandbox?: Partial<SandboxOptions>; station?: Partial<StationOptions> } = {},
) {
  const sandbox = await testSandbox(options.sandbox)
  // It starts at the service's time: quotes expire by that.
  const clock = new FakeClock(sandbox.clock.now().toISOString())
  const station = await testStation(sandbox, { clock, ...options.station })
  const quote = await station.run('quotes.request', palletsToChicago())

  return {
    sandbox,
    clock,
    station,
    quote,
    submit: (reference = 'PO-1', change: Partial<BookingInput> = {}) =>
      station.run('bookings.submit', bookingOf(quote, { reference, ...change })),
    inState: (bookingId: string, ...states: BookingState[]): Promise<Booking> =>
      station.until(states.join(' or '), async () => {
        const booking = await station.run('bookings.get', { bookingId })
        return states.includes(booking.state) ? booking : null
      }),
    /** Resolves with the booking once it has met a failure. */
    failed: (bookingId: string): Promise<Booking> =>
      station.until('a failure', async () => {
        const booking = await station.run('bookings.get', { bookingId })
        return booking.error ? booking : null
      }),
    /** Moves the clock and wakes the outbox, as its timer would. */
    wait: (seconds: number): void => {
      clock.advance(seconds * 1000)
      station.station.services.outbox.kick()
    },
    /** Shipments at the service with this reference, asked past the station. */
    atService: async (reference: string) =>
      listed.parse(await sandbox.get(`/shipments?reference=${encodeURIComponent(reference)}`)).data,
    /** A booking that the service has. */
    booked: async (reference = 'PO-1'): Promise<Booking & { shipmentId: string }> => {
      const { bookingId } = await station.run('bookings.submit', bookingOf(quote, { reference }))
      return station.until('BOOKED', async () => {
        const booking = await station.run('bookings.get', { bookingId })
        const { shipmentId, state } = booking
        return state === 'BOOKED' && shipmentId !== null ? { ...booking, shipmentId } : null
      })
    },
  }
}
