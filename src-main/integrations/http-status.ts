/** The status of an error over HTTP, where its code is more specific than a refused command. */
const STATUS: Readonly<Record<string, number>> = {
  INVALID_INPUT: 400,
  INVALID_REQUEST: 400,
  INVALID_ADDRESS: 400,
  TOKEN_REFUSED: 401,
  SCOPE_NEEDED: 403,
  ORIGIN_REFUSED: 403,
  NOT_FOUND: 404,
  SHIPMENT_NOT_FOUND: 404,
  TRACKING_NOT_FOUND: 404,
  DOCUMENT_NOT_FOUND: 404,
  SUBMISSION_DIFFERS: 409,
  WRONG_STATE: 409,
  REFERENCE_USED: 409,
  ALREADY_BOOKED: 409,
  TOO_LARGE: 413,
  RATE_LIMIT_ERROR: 429,
  INTERNAL: 500,
  CODE_REFUSED: 403,
  DATABASE_AWAY: 503,
  SERVICE_UNREACHABLE: 503,
  SERVICE_UNAVAILABLE: 503,
  SERVICE_TIMEOUT: 504,
}
const REFUSED = 422

/** @param code an error's; one without a status of its own is 422: understood, and not done */
export const statusOf = (code: string): number => STATUS[code] ?? REFUSED

/** The codes that have this status. */
export const codesOf = (status: number): string[] => Object.keys(STATUS).filter((code) => STATUS[code] === status)
