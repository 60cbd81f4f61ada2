import type { z } from 'zod'
import type { CellFault } from '../../../src-shared/station/batch/batch.ts'

/**
 * The text for programs, results files and the command line. A screen has its own text, by the kind and the
 * parameters: a kind that is added here needs a text there.
 */
const SENTENCES = {
  'other-number-form':
    '{value} is not written like {example}; write it so, or choose the other number form for this file',
  'unsure-number':
    '{value} is {one} or {other}; say how numbers are written in this file, with a decimal point or a decimal comma',
  number: '{value} is no number; write it like {example}',
  'too-large': '{value} is too large',
  whole: '{value} must be a whole number',
  day: '{value} is no day; write it {right}',
  'no-such-day': '{value}, read as {right}, is a day that does not exist',
  'yes-no': '{value} must be yes or no',
  'one-of': '{value} must be one of {words}',
  accessorial: '{value} is no accessorial; write {words}, with | between',
  'too-many-cells': 'the row has {cells} cells and the header {headers}; quote a cell that holds the delimiter',
  'too-long': 'must be at most {most} characters',
  control: 'holds control characters; write plain text',
  unreadable: 'holds characters that could not be read; save the file as UTF-8',
  'twice-encoded':
    '{value} was encoded twice and would read "{right}"; save the file again as UTF-8, or enter the text',
  rounded: '{value} is a number that a spreadsheet rounded; format the column as text and enter it again',
  'sheet-error': '{value} is an error of the spreadsheet; correct the formula, or enter the value',
  'no-value': '{value} is not a value; enter the value, or leave the cell blank',
  'units-differ': '{value} is not in {unit}, which the column of units says; write one of the two',
  'half-row':
    'the file ends within this row: {cells} cells of {headers}, and no line end; save the file again when it is complete',
  differs: '{value} is not "{first}" as in row {row}; rows of one reference are one booking and have this in common',
  'no-address': 'there is no address {addressId} in the address book',
  'postal-form': '{value} is no postal code of {country}; write it like {example}',
  'postal-state': '{value} lies in {lies}, not in {state}',
  'weights-differ': 'is not {of} times {each} lb, the weight of one piece; leave one of the two empty',
  ascii: 'may hold letters, digits and signs of ASCII only, so that it can be a barcode',
  'no-pickup': 'a pickup date is required',
  past: '{day} is in the past; today is {today}',
  'pickup-weekend': 'no pickups on weekends; the next day is {next}',
  'pickup-closed': 'a day without pickups (Settings > Carriers and cutoffs); the next day is {next}',
  'pickup-holiday': 'a public holiday where the freight is picked up; the next day is {next}',
  'pickup-far': '{day} is too far ahead; look at the year',
  'rule-and-carrier': 'give either a rate rule or provider and service, not both',
  'no-rule': 'give provider and service, or a rate rule: cheapest, fastest, or a carrier',
  'no-provider': 'provider is required beside service',
  'no-service': 'service is required beside provider',
  'direct-accessorials': 'a booking by provider and service cannot carry accessorials; use a rate rule',
  refused: 'the freight service refuses it: {reason}',
  'no-rate': 'no rate fits {value}; there are offers of {offers}',
  'no-offer': 'no carrier offers a rate for this row',
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
