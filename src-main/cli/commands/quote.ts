import { z } from 'zod'
import { ACCESSORIALS } from '../../../src-shared/freight/accessorial.ts'
import { COUNTRIES, type Address, type Country } from '../../../src-shared/freight/address.ts'
import { daySchema } from '../../../src-shared/freight/scalar.ts'
import type { LineDoubtReason, LinePlace, ReadLine } from '../../../src-shared/station/quote-line/line.ts'
import { quoteInputSchema, type Quote, type QuoteInput } from '../../../src-shared/station/quote/quote.ts'
import type { RuleDecision } from '../../../src-shared/station/rules/decide.ts'
import { amountText } from '../../../src-shared/station/rules/rule.ts'
import { cliCommand, issueLines, type Asked, type Reported } from '../command.ts'
import { readJson } from '../files.ts'
import { UsageError, type CliIo } from '../io.ts'
import { priceText, table } from '../text.ts'

const options = z.object({
  request: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  weight: z.coerce.number('must be the weight of one piece in pounds').positive('must be more than 0 lb').optional(),
  size: z
    .string()
    .regex(/^\d+(\.\d+)?x\d+(\.\d+)?x\d+(\.\d+)?$/i, 'must be length x width x height in inches, such as 48x40x52')
    .optional(),
  pieces: z.coerce.number().int('must be a whole number').positive('must be at least 1').default(1),
  description: z.string().optional(),
  class: z.string().optional(),
  hazmat: z.boolean().default(false),
  accessorials: z.string().optional(),
  date: daySchema.optional(),
  insurance: z.coerce.number('must be an amount').nonnegative('must not be negative').optional(),
  parse: z.boolean().default(false),
})
type Flags = z.output<typeof options>

/** `waybill quote`: asks for rates and keeps the quote, so that it can be booked. */
export const quoteCommand = cliCommand({
  name: 'quote',
  usage: `waybill quote --from ADDRESS --to ADDRESS --weight LB --size LxWxH --description TEXT [options]
waybill quote --request FILE
waybill quote "LINE" --parse

  --from, --to ADDRESS   "[street,] city, ST postal-code[, US|MX|CA]"; booking needs the street
  --weight LB            pounds per piece
  --size LxWxH           inches per piece, such as 48x40x52
  --pieces N             number of pieces (default 1)
  --description TEXT     description of the goods
  --class CLASS          freight class, such as 85 (default: from the density)
  --hazmat               hazardous materials
  --accessorials A,B     of ${ACCESSORIALS.join(', ')}
  --date YYYY-MM-DD      ship date
  --insurance AMOUNT     insured value
  --request FILE         the whole request as JSON instead, as in the interface's POST /quote ("-": standard input)
  --parse                shows how a line is read, such as "78045 60654 2 pallets 500 lb 48x40x52 machine parts
                         tomorrow liftgate", in English or Spanish; asks for no rates (docs/quote-line.md)`,
  options,
  async run({ flags, words, io, inStation }) {
    if (flags.parse || words.length > 0) return parseLine(flags.parse, words.join(' '), inStation)
    const request = await requestOf(flags, io)
    return inStation(async ({ run }) => {
      const quote = await run('quotes.request', request)
      const decision = await run('rules.decide', { quoteId: quote.id })
      return { value: { ...quote, decision }, lines: [...describe(quote), ...ruleLines(decision)] }
    })
  },
})

/** The meaning of a line; makes no calls. The line may be one argument or several. */
async function parseLine(isParse: boolean, line: string, inStation: Asked<Flags>['inStation']): Promise<Reported> {
  if (!isParse)
    throw new UsageError('use --parse to read a line; to get rates, use --from, --to, and the other options')
  if (line.trim() === '') throw new UsageError('--parse needs the line to read, in quotation marks')
  const said = await inStation(({ run }) => run('quotes.readLine', { line }))
  // A doubt as a program reads it: without its place in the line, with why in words.
  const unclear = said.unclear.map(({ text, why, readings }) => ({ text, why: WHY[why], readings }))
  return { value: { ...said, unclear }, lines: describeLine({ ...said, unclear }) }
}

const WHY: Record<LineDoubtReason, string> = {
  'each-or-total': 'each or total? read as each',
  'no-unit': 'number without a unit',
  thousands: 'decimal point or thousands?',
  'day-or-month': 'could be two different days',
  'no-pickup': 'no pickups on that day',
  'several-parties': 'matches several entries in the address book',
  'several-cities': 'matches several cities',
  'other-state': 'the postal code is in another state',
  'other-end': 'not available at that end',
  misspelt: 'unknown word, similar to a known one; ignored',
  twice: 'repeated; ignored',
  unknown: 'not understood',
}

type ReportedLine = Omit<ReadLine, 'unclear'> & { unclear: { text: string; why: string; readings: string[] }[] }

function describeLine({ origin, destination, cargo, accessorials, shipDate, unclear }: ReportedLine): string[] {
  return [
    `from     ${placeText(origin)}`,
    `to       ${placeText(destination)}`,
    ...cargo.map(({ quantity, packaging, weight, length, width, height, description }) => {
      const pieces = [quantity ?? '?', packaging].filter(Boolean).join(' ')
      const size = [length, width, height].map((side) => side ?? '?').join(' x ')
      return `cargo    ${pieces} ${weight ?? '?'} lb each, ${size} in, ${description ?? '?'}`
    }),
    `extras   ${accessorials.join(', ') || 'none'}`,
    `pickup   ${shipDate ?? 'not said'}`,
    ...unclear.map(({ text, why, readings }) => [`unclear  "${text}": ${why}`, ...readings].join(' | ')),
  ]
}

function placeText({ companyName, address1, city, state, postalCode, country }: LinePlace): string {
  const said = [companyName, address1, city, [state, postalCode].filter(Boolean).join(' '), country].filter(Boolean)
  return said.join(', ') || 'not said'
}

async function requestOf(flags: Flags, io: CliIo): Promise<QuoteInput> {
  const draft = flags.request === undefined ? draftOf(flags) : await readJson(io, flags.request, 'request')
  const parsed = quoteInputSchema.safeParse(draft)
  if (parsed.success) return parsed.data
  throw new UsageError(issueLines(parsed.error))
}

/** The request as the flags give it; what does not fit is found when it is parsed, like a file's. */
function draftOf(flags: Flags): unknown {
  const missing = (['from', 'to', 'weight', 'size', 'description'] as const).filter((name) => flags[name] === undefined)
  if (missing.length > 0) throw new UsageError(missing.map((name) => `--${name} is required`).join('\n'))
  const [length, width, height] = (flags.size ?? '').toLowerCase().split('x').map(Number)
  const { weight, pieces: quantity, description, class: freightClass, hazmat, date, accessorials, insurance } = flags
  return {
    originAddress: addressOf(flags.from ?? '', 'from'),
    destinationAddress: addressOf(flags.to ?? '', 'to'),
    cargo: [{ weight, length, width, height, quantity, description, freightClass, ...(hazmat && { hazmat }) }],
    shipDate: date,
    accessorials: accessorials?.toUpperCase().split(','),
    insuranceAmount: insurance,
  }
}

/**
 * An address written in one line: `1200 Port Road, Laredo, TX 78045`, `Laredo, TX 78045` or `..., Montreal, QC H3A 1A1, CA`.
 * The country is US unless it is named; a quote without its street cannot be booked.
 * @throws UsageError that names the option
 */
function addressOf(text: string, option: string): Partial<Address> {
  const parts = text.split(',').map((part) => part.trim())
  const last = parts.at(-1)?.toUpperCase()
  const named = COUNTRIES.find((country) => country === last)
  if (named) parts.pop()
  const region = /^([A-Za-z]{2,4})\s+([A-Za-z0-9][A-Za-z0-9 -]{2,9})$/.exec(parts.pop() ?? '')
  const city = parts.pop()
  const address1 = parts.join(', ') || undefined
  const [, state, postalCode] = region ?? []
  if (!state || !postalCode || !city) {
    const form = '[street,] city, ST postal-code[, US|MX|CA]'
    throw new UsageError(`--${option}: write an address as "${form}", not "${text}"`)
  }
  const country: Country = named ?? 'US'
  return { address1, city, state: state.toUpperCase(), postalCode: postalCode.toUpperCase(), country }
}

/** The rules' result: the rate that they take, the price difference, and what they forbid or need approved. */
function ruleLines({ choice, by, insure, insuredBy, why }: RuleDecision): string[] {
  const named = (ruleId: string | null) => why.rules.find((rule) => rule.ruleId === ruleId)?.name ?? ''
  const lines = why.offers.flatMap(({ rateId, forbiddenBy, approvalBy }) => {
    if (forbiddenBy !== null) return [`rule: ${rateId} cannot be booked here (${named(forbiddenBy)})`]
    return approvalBy === null ? [] : [`rule: ${rateId} needs a supervisor's approval (${named(approvalBy)})`]
  })
  if (insure) lines.push(`rule: must be insured for ${amountText(insure.amount)} (${named(insure.ruleId)})`)
  if (insuredBy !== null) lines.push(`rule: insured (${named(insuredBy)})`)
  const author = by?.madeBy ? `, ${by.madeBy}` : ''
  if (by) lines.push(`rule: take ${choice}, by rule: +${amountText(by.extra)} (${by.name}${author})`)
  else if (choice === null) lines.push('rule: none of these rates can be booked here')
  return lines
}

function describe({ id, expiresAt, rates, warnings }: Quote): string[] {
  const rows = rates.map(({ rateId, carrierName, service, total, transitDays, deliveryDate }) => {
    return [rateId, carrierName, service, priceText(total), transitDays && `${transitDays.from} d`, deliveryDate]
  })
  return [
    `quote ${id}, until ${expiresAt}`,
    ...table(['rate', 'carrier', 'service', 'total', 'transit', 'delivery'], rows),
    ...warnings.map((warning) => `note: ${warning}`),
  ]
}
