import { mapFields, type JsonObject } from './json.ts'

const TIMESTAMP = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?Z$/
/** Amounts of money, by the words in their names. */
const MONEY = /cost|charge|price|amount|total$|surcharge/i
const COUNTRIES: Readonly<Record<string, string>> = { US: 'USA', MX: 'MEX', CA: 'CAN' }

/** Everything is a text. */
export function strings(answer: JsonObject): unknown {
  return mapFields(answer, textOf)
}

function textOf(value: unknown, name: string): unknown {
  if (value === null) return ''
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return MONEY.test(name) ? value.toFixed(2) : String(value)
  if (typeof value !== 'string') return value
  if (name === 'currency') return value.toLowerCase()
  if (name === 'status') return spoken(value)
  if (name === 'country') return COUNTRIES[value] ?? value
  return value.replace(TIMESTAMP, '$1 $2')
}

/** `OUT_FOR_DELIVERY` as `Out For Delivery`. */
function spoken(status: string): string {
  return status
    .split('_')
    .map((word) => word.slice(0, 1) + word.slice(1).toLowerCase())
    .join(' ')
}
