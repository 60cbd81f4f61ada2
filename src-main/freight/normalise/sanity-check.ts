/** What the schemas leave open and nobody may rely on: ids that are paths, days that do not exist, amounts below nought. */
export interface FailedSanityCheck {
  /** Where, as in data.rates.0.totalCost. */
  path: string
  message: string
}

const IDS = new Set(['shipmentId', 'loadId', 'documentId', 'quoteId', 'webhookId', 'eventId', 'rateId'])
/** Ids go into paths and file names: nothing that ends a segment, steps out of it or hides in it. */
const ID = /^(?!\.{1,2}$)[^/\\?#%\s\p{Cc}]{1,200}$/u

const AMOUNTS = new Set(['totalCost', 'grossCharge', 'netPrice', 'refundAmount', 'total'])
/** In cents it must still be a safe integer. */
const GREATEST_AMOUNT = 1e12

const TIMES =
  /^(timestamp|expires|nextAttempt|lastUpdated|(estimated|actual)(Pickup|Delivery)|(ship|pickup|delivery)Date|\w+At)$/

/** The first thing in an answer that must not be trusted; null: there is none. The answer is at most 64 levels deep. */
export function failedSanityCheck(value: unknown, path = ''): FailedSanityCheck | null {
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`
    const message = wrongWith(key, inner)
    const found = message === null ? failedSanityCheck(inner, at) : { path: at, message }
    if (found) return found
  }
  return null
}

function wrongWith(key: string, value: unknown): string | null {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return 'is not a number that can be counted with'
    if (!AMOUNTS.has(key)) return null
    if (value < 0) return 'is a negative amount'
    return value > GREATEST_AMOUNT ? 'is an amount out of all reason' : null
  }
  if (typeof value !== 'string') return null
  if (IDS.has(key)) return ID.test(value) ? null : 'is not an id that can be used'
  if (key === 'currency') return /^[a-z]{3}$/i.test(value) ? null : 'is not a currency code'
  return TIMES.test(key) && !isRealDay(value) ? 'is a day that does not exist' : null
}

/** A text that begins with a day begins with one of the calendar; Date.parse takes 30 February for 2 March. */
function isRealDay(text: string): boolean {
  const [whole, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? []
  if (whole === undefined) return true
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}
