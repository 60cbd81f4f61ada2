import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isBooked, isNeverBooked, needsPerson } from '../../../src-shared/machine/booking.ts'
import { partySchema } from '../../../src-shared/freight/address.ts'
import { LABEL_FORMATS } from '../../../src-shared/freight/document.ts'
import { daySchema } from '../../../src-shared/freight/scalar.ts'
import type { Booking } from '../../../src-shared/station/booking/booking.ts'
import { pickupDayOr } from '../../../src-shared/station/booking/pickup-day.ts'
import { pickupTermsOf } from '../../../src-shared/station/booking/pickup-terms.ts'
import { pickupDayOfQuote } from '../../../src-shared/station/quote/quoted-pickup.ts'
import type { Quote, Rate } from '../../../src-shared/station/quote/quote.ts'
import { bookingExit, bookingLine } from '../booking-text.ts'
import { readArguments, type CliCommand, waitFlag } from '../command.ts'
import { UsageError, type CliIo, type StationLink } from '../io.ts'
import { readJson } from '../json-file.ts'
import { until } from '../until.ts'
import { withStation } from '../with-station.ts'

const flagsSchema = z.object({
  quote: z.string({ error: 'is required: the id that "waybill quote" printed' }),
  rate: z.string().default('cheapest'),
  'approved-by': z.string().trim().min(2, 'must be a name').max(40).optional(),
  reference: z.string().default(''),
  pickup: daySchema.optional(),
  again: z.boolean().default(false),
  format: z
    .string()
    .transform((word) => word.toUpperCase())
    .pipe(z.enum(LABEL_FORMATS, { error: `must be one of ${LABEL_FORMATS.join(', ')}` }))
    .default('ZPL'),
  instructions: z.string().default(''),
  parties: z.string().optional(),
  submission: z.string().min(8, 'must be 8 to 64 characters').max(64, 'must be 8 to 64 characters').optional(),
  wait: waitFlag.default(90),
})

const partiesSchema = z.object({ shipperInfo: partySchema.default({}), consigneeInfo: partySchema.default({}) })

/** `waybill book`: books a rate of a quote that was asked for here. */
export const bookCommand: CliCommand = {
  name: 'book',
  summary: 'book a rate of a quote',
  usage: `waybill book --quote ID [options]

  --quote ID             as "waybill quote" printed it
  --rate WHICH           cheapest (default; or what a carrier rule takes), fastest, or a rate's id
  --approved-by NAME     the supervisor who approves what a carrier rule wants approved
  --reference TEXT       your own; made up when there is none
  --pickup YYYY-MM-DD    pickup day (default: the quote's ship date, or the next day of pickup)
  --again                the reference, the quote or the same freight was booked before, and is booked once more on purpose
  --format WORD          label format: ${LABEL_FORMATS.join(', ')} (default ZPL)
  --instructions TEXT    for the driver
  --parties FILE         JSON {"shipperInfo": {...}, "consigneeInfo": {...}} with companyName, contactName, phone, email
  --submission KEY       the same key twice is one booking: give one to be able to repeat this command safely
  --wait SECONDS         how long to wait for the service (default 90; 0: only save it)`,

  async run(args, io) {
    const { flags, common } = readArguments(
      args,
      {
        quote: { type: 'string' },
        rate: { type: 'string' },
        'approved-by': { type: 'string' },
        reference: { type: 'string' },
        pickup: { type: 'string' },
        again: { type: 'boolean' },
        format: { type: 'string' },
        instructions: { type: 'string' },
        parties: { type: 'string' },
        submission: { type: 'string' },
        wait: { type: 'string' },
      },
      flagsSchema,
    )
    const parties = await partiesOf(io, flags.parties)
    const submissionId = flags.submission ?? `cli-${randomUUID()}`
    const booking = await withStation(io, common, { background: true }, async (link) => {
      const quote = await link.run('quotes.get', { id: flags.quote })
      const { choice } = await link.run('rules.decide', { quoteId: quote.id })
      const chosen = rateOf(quote, flags.rate === 'cheapest' && choice !== null ? choice : flags.rate)
      const submitted = await link.run('bookings.submit', {
        submissionId,
        quoteId: quote.id,
        rateId: chosen.rateId,
        ...(flags['approved-by'] === undefined ? {} : { approvedBy: flags['approved-by'] }),
        ...parties,
        reference: flags.reference,
        ...(flags.again ? { usedReference: flags.reference, usedQuote: quote.id } : {}),
        instructions: flags.instructions,
        pickupDate: flags.pickup ?? (await pickupDayOf(link, quote, chosen, io)),
        labelFormat: flags.format,
      })
      io.say(`saved as ${submitted.reference} (${submitted.bookingId})`)
      return settled(link, submitted, flags.wait, io)
    })
    io.out(common.json ? JSON.stringify(booking) : bookingLine(booking))
    return bookingExit(booking)
  },
}

/** The day that the quote's rates are for, or the next one on which this carrier picks up there. */
async function pickupDayOf(link: StationLink, quote: Quote, { carrierName }: Rate, io: CliIo): Promise<string> {
  const { settings } = await link.run('station.state', {})
  return pickupDayOr(
    pickupDayOfQuote(quote),
    quote.request.originAddress,
    io.clock.now(),
    pickupTermsOf(settings)(carrierName),
  )
}

/** Until the service has said yes or no, the label is here, or a person is needed. */
function settled({ run }: StationLink, { bookingId }: Booking, wait: number, io: CliIo): Promise<Booking> {
  return until(
    () => run('bookings.get', { bookingId }),
    (booking) => (isBooked(booking) ? booking.hasLabel : isNeverBooked(booking) || needsPerson(booking)),
    { waitMs: wait * 1000, signal: io.signal },
  )
}

async function partiesOf(io: CliIo, path: string | undefined): Promise<z.output<typeof partiesSchema>> {
  const parsed = partiesSchema.safeParse(path === undefined ? {} : await readJson(io, path, 'parties'))
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new UsageError(`--parties: ${issues.join('; ')}`)
}

function rateOf({ rates }: Quote, which: string): Rate {
  const rate =
    which === 'cheapest'
      ? rates[0]
      : which === 'fastest'
        ? rates.toSorted((a, b) => slowest(a) - slowest(b) || a.total.minor - b.total.minor)[0]
        : rates.find(({ rateId }) => rateId === which)
  if (!rate)
    throw new UsageError(`--rate: the quote has no rate "${which}"; it has ${rates.map((r) => r.rateId).join(', ')}`)
  return rate
}

/** A carrier that names no transit time may be the slowest. */
function slowest({ transitDays }: Rate): number {
  return transitDays?.to ?? Number.POSITIVE_INFINITY
}
