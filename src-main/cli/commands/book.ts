import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { partySchema } from '../../../src-shared/freight/address.ts'
import { LABEL_FORMATS } from '../../../src-shared/freight/document.ts'
import { daySchema } from '../../../src-shared/freight/scalar.ts'
import { isBooked, isNeverBooked, needsPerson } from '../../../src-shared/machine/booking.ts'
import { pickupDayOr } from '../../../src-shared/station/booking/pickup-day.ts'
import { pickupTermsOf } from '../../../src-shared/station/booking/pickup-terms.ts'
import type { Quote, Rate } from '../../../src-shared/station/quote/quote.ts'
import { pickupDayOfQuote } from '../../../src-shared/station/quote/quoted-pickup.ts'
import { cliCommand, issueLines, nameFlag, waitFlag, wordFlag } from '../command.ts'
import { readJson } from '../files.ts'
import { UsageError, type CliIo, type StationLink } from '../io.ts'
import { bookingExit, until } from '../outcome.ts'
import { bookingLine } from '../text.ts'

/** `waybill book`: books a rate of a quote that was asked for here. */
export const bookCommand = cliCommand({
  name: 'book',
  usage: `waybill book --quote ID [options]

  --quote ID             from "waybill quote"
  --rate WHICH           cheapest (default; or what a carrier rule takes), fastest, or a rate's id
  --approved-by NAME     the supervisor who approves, if a carrier rule requires it
  --reference TEXT       your own reference (default: generated)
  --pickup YYYY-MM-DD    pickup day (default: the quote's ship date, or the next pickup day)
  --again                book again, although the reference, quote, or same freight was booked before
  --format WORD          label format: ${LABEL_FORMATS.join(', ')} (default ZPL)
  --instructions TEXT    for the driver
  --parties FILE         JSON {"shipperInfo": {...}, "consigneeInfo": {...}} with companyName, contactName, phone, email
  --submission KEY       the same key is booked only once, so the command can be repeated safely
  --wait SECONDS         how long to wait for the service (default 90; 0: only save it)`,
  options: z.object({
    quote: z.string({ error: 'is required: the id from "waybill quote"' }),
    rate: z.string().default('cheapest'),
    'approved-by': nameFlag.optional(),
    reference: z.string().default(''),
    pickup: daySchema.optional(),
    again: z.boolean().default(false),
    format: wordFlag(LABEL_FORMATS).default('ZPL'),
    instructions: z.string().default(''),
    parties: z.string().optional(),
    submission: z.string().min(8, 'must be 8 to 64 characters').max(64, 'must be 8 to 64 characters').optional(),
    wait: waitFlag.default(90),
  }),
  async run({ flags, io, inStation }) {
    const { reference, instructions, 'approved-by': approvedBy } = flags
    const parties = await partiesOf(io, flags.parties)
    const work = async (link: StationLink) => {
      const { run } = link
      const quote = await run('quotes.get', { id: flags.quote })
      const { choice } = await run('rules.decide', { quoteId: quote.id })
      const rate = rateOf(quote, flags.rate === 'cheapest' && choice !== null ? choice : flags.rate)
      const { bookingId, ...saved } = await run('bookings.submit', {
        submissionId: flags.submission ?? `cli-${randomUUID()}`,
        quoteId: quote.id,
        rateId: rate.rateId,
        ...(approvedBy !== undefined && { approvedBy }),
        ...parties,
        reference,
        ...(flags.again && { usedReference: reference, usedQuote: quote.id }),
        instructions,
        pickupDate: flags.pickup ?? (await pickupDayOf(link, quote, rate, io)),
        labelFormat: flags.format,
      })
      io.say(`saved as ${saved.reference} (${bookingId})`)
      // Until the service has accepted or refused, the label is here, or a person is needed.
      return until(
        () => run('bookings.get', { bookingId }),
        (booking) => (isBooked(booking) ? booking.hasLabel : isNeverBooked(booking) || needsPerson(booking)),
        flags.wait,
        io,
      )
    }
    const booking = await inStation(work, { background: true })
    return { value: booking, lines: [bookingLine(booking)], exit: bookingExit(booking) }
  },
})

/** The day that the quote's rates are for, or the next one on which this carrier picks up there. */
async function pickupDayOf(link: StationLink, quote: Quote, { carrierName }: Rate, io: CliIo): Promise<string> {
  const { settings } = await link.run('station.state', {})
  const terms = pickupTermsOf(settings)(carrierName)
  return pickupDayOr(pickupDayOfQuote(quote), quote.request.originAddress, io.clock.now(), terms)
}

const partiesSchema = z.object({ shipperInfo: partySchema.default({}), consigneeInfo: partySchema.default({}) })

async function partiesOf(io: CliIo, path: string | undefined): Promise<z.output<typeof partiesSchema>> {
  const parsed = partiesSchema.safeParse(path === undefined ? {} : await readJson(io, path, 'parties'))
  if (parsed.success) return parsed.data
  throw new UsageError(issueLines(parsed.error, '--parties: '))
}

function rateOf({ rates }: Quote, which: string): Rate {
  const fastest = () => rates.toSorted((a, b) => slowest(a) - slowest(b) || a.total.minor - b.total.minor)[0]
  const named = () => rates.find(({ rateId }) => rateId === which)
  const rate = which === 'cheapest' ? rates[0] : which === 'fastest' ? fastest() : named()
  if (rate) return rate
  throw new UsageError(`--rate: the quote has no rate "${which}"; it has ${rates.map((r) => r.rateId).join(', ')}`)
}

/** A carrier that names no transit time may be the slowest. */
function slowest({ transitDays }: Rate): number {
  return transitDays?.to ?? Number.POSITIVE_INFINITY
}
