import { errorData, type ErrorParts } from '../../src-shared/station/error.ts'
import { MOST_BODY_BYTES, NOT_JSON_TYPE, TOKEN_REQUIRED, TOO_LARGE, wrongMethod } from './api-refusals.ts'
import { codesOf } from './http-status.ts'

interface Refusal extends ErrorParts {
  /** The component's name. */
  name: string
  when: string
}

const INVALID = { code: 'INVALID_INPUT', details: { issues: [] } } as const

/** Every status but 200, with an answer that has it. */
const REFUSALS: Readonly<Record<number, Refusal>> = {
  400: {
    name: 'BadRequest',
    when: 'No JSON, or a field is wrong; `details.issues` names each.',
    code: 'INVALID_INPUT',
    message: 'limit: Invalid input: expected number, received string',
    details: { issues: [{ path: 'limit', message: 'Invalid input: expected number, received string' }] },
  },
  401: {
    name: 'Unauthorized',
    when: 'No token, an unknown one, or a revoked one.',
    code: 'TOKEN_REFUSED',
    message: TOKEN_REQUIRED,
  },
  403: {
    name: 'Forbidden',
    when: 'The token may not give this command.',
    code: 'SCOPE_NEEDED',
    message: 'This needs a clerk; the token "Scale" has the role of a packer.',
    details: { command: 'bookings.submit', least: 'clerk', role: 'packer' },
  },
  404: {
    name: 'NotFound',
    when: 'The command, booking, shipment or another thing that the input names is not here.',
    code: 'NOT_FOUND',
    message: 'There is no such booking here.',
    details: { bookingId: 'bkg_01' },
  },
  405: {
    name: 'MethodNotAllowed',
    when: 'Any method but POST; the header `Allow` names it.',
    ...INVALID,
    message: wrongMethod('POST'),
  },
  409: {
    name: 'Conflict',
    when: 'It does not fit what is there.',
    code: 'WRONG_STATE',
    message: 'Booking ORDER-1001 is BOOKED and cannot become CANCELLED.',
    details: { bookingId: 'bkg_01', state: 'BOOKED', to: 'CANCELLED' },
  },
  413: {
    name: 'TooLarge',
    when: `More than ${MOST_BODY_BYTES.toLocaleString('en-US')} bytes.`,
    code: 'TOO_LARGE',
    message: TOO_LARGE,
    details: { most: MOST_BODY_BYTES },
  },
  415: {
    name: 'UnsupportedMediaType',
    when: 'Without `Content-Type: application/json`.',
    ...INVALID,
    message: NOT_JSON_TYPE,
  },
  422: {
    name: 'Refused',
    when: 'Understood, and not done: every code that has no status of its own.',
    code: 'QUOTE_EXPIRED',
    message: 'The quote expired at 2026-11-21T15:30:00.000Z, so nothing was sent. Get a new quote.',
    details: { expiresAt: '2026-11-21T15:30:00.000Z' },
  },
  429: {
    name: 'RateLimited',
    when: 'The freight service limits requests; try again later.',
    code: 'RATE_LIMIT_ERROR',
    message: 'Too many requests.',
  },
  500: {
    name: 'InternalError',
    when: 'A fault of Waybill; `details.requestId` finds it in the log.',
    code: 'INTERNAL',
    message: 'Something went wrong inside Waybill: unexpected end of file',
    details: { requestId: 'flt_01' },
  },
  503: {
    name: 'Unavailable',
    when: "The freight service or the site's database does not answer; try again later.",
    code: 'SERVICE_UNREACHABLE',
    message: 'The freight service at freight.example cannot be reached. Nothing was sent.',
  },
  504: {
    name: 'TimedOut',
    when: 'The freight service did not answer in time, and may have acted: look before it is sent again.',
    code: 'SERVICE_TIMEOUT',
    message: 'The freight service at freight.example did not answer in time. The request may still have been done.',
  },
}

/** One response for each status that is an error, for `components.responses`. */
export const errorResponses = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(REFUSALS).map(([status, { name, when, ...error }]) => {
      const codes = codesOf(Number(status))
      const named = codes.length === 0 ? '' : ` Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`
      const example = { ok: false, error: errorData(error) }
      const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } }
      return [name, { description: `${when}${named}`, content }]
    }),
  )

/** References to those that a command can be answered with. */
export const errorReferences = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(REFUSALS)
      // An operation is a POST.
      .filter(([status]) => status !== '405')
      .map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
  )
