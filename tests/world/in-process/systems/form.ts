import { z } from 'zod'
import { pickupDayFrom } from '../../../../src-shared/station/booking/pickup-day.ts'
import { movedPickup } from '../../../../src-shared/station/quote/quoted-pickup.ts'
import type { Invokes } from '../../processes/handle.ts'

const quoteSchema = z.object({
  id: z.string(),
  rates: z.array(z.object({ rateId: z.string() })).min(1),
  warnings: z.array(z.string()).default([]),
})

/** A form of the Book screen, filled in by hand. */
export type FilledForm = Record<string, unknown> & { submissionId: string; reference: string }

/** The form for the first rate of what this command answers; null: there is no quote. */
export async function formFrom(
  station: Invokes,
  asked: { name: 'quotes.request' | 'quotes.requestReturn'; input: unknown },
  { submissionId, reference, today }: { submissionId: string; reference: string; today: string },
): Promise<FilledForm | null> {
  const reported = await station.invoke(asked.name, asked.input)
  const quote = reported?.ok ? quoteSchema.parse(reported.value) : null
  const rate = quote?.rates[0]
  if (!quote || !rate) return null
  const moved = quote.warnings.map(movedPickup).find((one) => one !== null)
  return {
    submissionId,
    quoteId: quote.id,
    // The clerks here ship the same freight all day, and mean it.
    usedQuote: quote.id,
    rateId: rate.rateId,
    shipperInfo: { companyName: 'Acme Machine' },
    consigneeInfo: { companyName: 'Globex Corporation' },
    reference,
    instructions: '',
    pickupDate: moved?.given ?? pickupDayFrom(today, 'US'),
    labelFormat: 'ZPL',
  }
}
