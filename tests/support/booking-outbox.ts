import type { BookingState } from '../../src-shared/machine/booking.ts'
import { z } from 'zod'
import type { Booking } from '../../src-shared/station/booking/booking.ts'
import type { BookingInput } from '../../src-shared/station/booking/booking.ts'
import type { SandboxOptions } from '../../src-sandbox/server.ts'
import type { StationOptions } from '../../src-main/app/station.ts'
import { FakeClock } from './fake-clock.ts'
import { bookingOf, palletsToChicago } from './freight.ts'
import { testSandbox, type TestSandbox } from './sandbox.ts'
import { testStation } from './test-station.ts'

type Fault = Parameters<TestSandbox['fault']>[0]['fault']

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

  const submit = (reference = 'PO-1', change: Partial<BookingInput> = {}) =>
    station.run('bookings.submit', bookingOf(quote, { reference, ...change }))
  const inState = (bookingId: string, ...states: BookingState[]): Promise<Booking> =>
    station.until(states.join(' or '), async () => {
      const booking = await station.run('bookings.get', { bookingId })
      return states.includes(booking.state) ? booking : null
    })
  const onBooking = (fault: Fault, times = 1) => sandbox.fault({ method: 'POST', path: '/book-shipment', times, fault })
  const losesLooks = (fault: Fault = { kind: 'status', when: 'before', status: 500 }) =>
    sandbox.fault({ method: 'GET', path: '/shipments', times: 1000, fault })

  return {
    sandbox,
    clock,
    station,
    quote,
    submit,
    inState,
    /** Resolves with the booking once it has met a failure. */
    failed: (bookingId: string): Promise<Booking> =>
      station.until('a failure', async () => {
        const booking = await station.run('bookings.get', { bookingId })
        return booking.error ? booking : null
      }),
    /** What becomes of the next request to book, or of so many. */
    onBooking,
    /** Every look for a booking fails from now on. */
    losesLooks,
    /** A booking that the service has, whose answer was lost, and which no look finds until the faults are cleared. */
    unanswered: async (): Promise<Booking> => {
      await onBooking({ kind: 'drop', when: 'after' })
      await losesLooks()
      const { bookingId } = await submit()
      return inState(bookingId, 'UNKNOWN')
    },
    /** Books past the station, as a second request of the same form would. */
    bookPast: async (reference: string): Promise<void> => {
      const [rate] = quote.rates
      const answer = await fetch(`${sandbox.baseUrl}/book-shipment`, {
        method: 'POST',
        headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          quoteId: rate?.quoteId,
          selectedRate: { provider: rate?.provider, service: rate?.service },
          consigneeInfo: { companyName: 'Globex Corporation' },
          reference,
        }),
      })
      if (!answer.ok) throw new Error(`the service answered ${answer.status}`)
    },
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
      const { bookingId } = await submit(reference)
      return station.until('BOOKED', async () => {
        const booking = await station.run('bookings.get', { bookingId })
        const { shipmentId, state } = booking
        return state === 'BOOKED' && shipmentId !== null ? { ...booking, shipmentId } : null
      })
    },
  }
}
