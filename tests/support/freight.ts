import { FreightError } from '../../src-main/freight/http/failure.ts'
import type { BookingInput } from '../../src-shared/station/booking/booking.ts'
import type { ParsedInput } from '../../src-shared/station/commands.ts'
import type { Quote } from '../../src-shared/station/quote/quote.ts'

/** Two pallets from Laredo to Chicago. */
export function palletsToChicago(change: Partial<ParsedInput<'quotes.request'>> = {}): ParsedInput<'quotes.request'> {
  return {
    originAddress: {
      companyName: 'Acme Machine',
      address1: '1201 Santa Maria Ave',
      city: 'Laredo',
      state: 'TX',
      postalCode: '78040',
      country: 'US',
    },
    destinationAddress: {
      companyName: 'Globex Corporation',
      address1: '200 N LaSalle St',
      city: 'Chicago',
      state: 'IL',
      postalCode: '60601',
      country: 'US',
    },
    cargo: [{ weight: 500, length: 48, width: 40, height: 36, quantity: 2, description: 'Machine parts' }],
    accessorials: ['LIFTGATE_DELIVERY'],
    ...change,
  }
}

let submissions = 0

/** The form of the Book screen for the cheapest rate of a quote. */
export function bookingOf(quote: Quote, change: Partial<BookingInput> = {}): BookingInput {
  return {
    submissionId: `submission-${++submissions}`,
    quoteId: quote.id,
    // Tests book one quote, and freight like it, many times.
    usedQuote: quote.id,
    rateId: quote.rates[0]?.rateId ?? '',
    shipperInfo: { companyName: 'Acme Machine' },
    consigneeInfo: { companyName: 'Globex Corporation' },
    reference: '',
    instructions: '',
    pickupDate: '2026-11-23',
    labelFormat: 'ZPL',
    ...change,
  }
}

/** How a call of the freight client failed; throws whatever else became of it. */
export async function freightFailure(work: Promise<unknown>): Promise<FreightError> {
  const error: unknown = await work.then(
    (value) => new Error(`it succeeded: ${JSON.stringify(value)}`),
    (cause: unknown) => cause,
  )
  if (!(error instanceof FreightError)) throw error
  return error
}
