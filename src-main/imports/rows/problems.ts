import type { z } from 'zod'
import type { CellFault } from '../../../src-shared/station/batch/batch.ts'

/**
 * The text for programs, results files and the command line. A screen has its own text, by the kind and the
 * parameters: a kind that is added here needs a text there.
 */
const SENTENCES = {
  'other-number-form':
    '{value} is not in the number format of this file; use {example}, or choose the other number format',
  'unsure-number':
    '{value} could be {one} or {other}; choose whether this file uses a decimal point or a decimal comma',
  number: '{value} is not a number; use a number such as {example}',
  'too-large': '{value} is too large',
  whole: '{value} must be a whole number',
  day: '{value} is not a date; use {right}',
  'no-such-day': '{value} (read as {right}) is not a real date',
  'yes-no': '{value} must be yes or no',
  'one-of': '{value} must be one of {words}',
  accessorial: '{value} is not an accessorial; use {words}, separated by |',
  'too-many-cells':
    'the row has {cells} cells and the header has {headers}; put quotes around cells that contain the delimiter',
  'too-long': 'must be at most {most} characters',
  control: 'contains control characters; use plain text',
  unreadable: 'contains unreadable characters; save the file as UTF-8',
  'twice-encoded':
    '{value} was encoded twice and would read "{right}"; save the file again as UTF-8, or enter the text',
  rounded: '{value} was rounded by a spreadsheet; format the column as text and enter it again',
  'sheet-error': '{value} is a spreadsheet error; fix the formula, or enter the value',
  'no-value': '{value} is not a value; enter the value, or leave the cell blank',
  'units-differ': '{value} does not match the unit column ({unit}); use one unit',
  'half-row':
    'the file ends in the middle of this row ({cells} of {headers} cells, no line end); save the complete file again',
  differs:
    '{value} differs from "{first}" in row {row}; rows with the same reference are one booking and must match here',
  'no-address': 'address {addressId} is not in the address book',
  'postal-form': '{value} is not a postal code in {country}; use a code such as {example}',
  'postal-state': '{value} is in {lies}, not in {state}',
  'state-mexico': '{value} is not a US state; book shipments to or from Mexico with Quote > US–Mexico',
  'state-canada': '{value} is not a US state; for Canada, enter CA as the country',
  'weights-differ': 'is not {of} × {each} lb (weight per piece); leave one of the two blank',
  ascii: 'can have only plain (ASCII) letters, digits, and symbols, so that it can be printed as a barcode',
  required: 'is required',
  'no-pickup': 'a pickup date is required',
  past: '{day} is in the past; today is {today}',
  'pickup-weekend': 'no pickups on weekends; the next day is {next}',
  'pickup-closed': 'no pickups on this day (Settings > Carriers and cutoffs); the next day is {next}',
  'pickup-holiday': 'a public holiday at the pickup location; the next day is {next}',
  'pickup-far': '{day} is too far ahead; check the year',
  'rule-and-carrier': 'enter either a rate rule or a provider and service, not both',
  'no-rule': 'enter a provider and service, or a rate rule: cheapest, fastest, or a carrier',
  'no-provider': 'provider is required with service',
  'no-service': 'service is required with provider',
  'terms-billed':
    '{value} cannot be booked: the service bills every shipment to your account; change it to Prepaid, or remove the row',
  'terms-unknown':
    '{value} is not a freight term; use Prepaid, or ignore this column if it is not about freight charges',
  'direct-accessorials': 'a booking by provider and service cannot have accessorials; use a rate rule',
  refused: 'the freight service rejected it: {reason}',
  'no-rate': 'no rate matches {value}; rates are available from {offers}',
  'no-offer': 'no carrier has a rate for this row',
  'rule-forbids': '{reason}',
} as const satisfies Record<string, string>
export type CellFaultKind = keyof typeof SENTENCES
export const CELL_FAULT_KINDS = Object.keys(SENTENCES) as CellFaultKind[]

const MOST_SHOWN = 40

/** The problem, as data and as a sentence. A cell's own text (`value`) is cut to a line and quoted. */
export function fault(kind: CellFaultKind, params: Record<string, string | number> = {}): CellFault {
  const shown: Record<string, string | number> = { ...params }
  for (const name of ['value', 'first'] as const) {
    const text = params[name]
    if (typeof text === 'string' && text.length > MOST_SHOWN) shown[name] = `${text.slice(0, MOST_SHOWN)}…`
  }
  const message = SENTENCES[kind].replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'value' ? `"${shown[name] ?? ''}"` : String(shown[name] ?? ''),
  )
  return { kind, params: shown, message }
}

/** A schema's issue: its own sentence, and the kind that a screen has words for; `other` where it has none. */
export function issueFault(issue: z.core.$ZodIssue): CellFault {
  const { message } = issue
  switch (issue.code) {
    case 'invalid_type':
      // An empty cell; its reader has already reported a malformed one.
      return { kind: 'required', params: {}, message }
    case 'too_small':
      if (issue.origin === 'string') return { kind: 'required', params: {}, message }
      return {
        kind: issue.inclusive ? 'at-least' : 'more-than',
        params: { minimum: Number(issue.minimum) },
        message,
      }
    case 'too_big':
      if (issue.origin === 'string') return { kind: 'too-long', params: { most: Number(issue.maximum) }, message }
      return { kind: 'at-most', params: { maximum: Number(issue.maximum) }, message }
    case 'invalid_value':
      return { kind: 'required', params: {}, message }
    default:
      return { kind: 'other', params: {}, message }
  }
}
