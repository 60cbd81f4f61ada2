/** Only a number of this many digits can be one that JavaScript rounds. */
const LONG = /\d{16}/

/**
 * `JSON.parse`, but that an integer beyond 2^53 stays the text of its digits: ids and PRO numbers come so, and rounded they are
 * another shipment's. @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  return LONG.test(text) ? (JSON.parse(text, keepDigits) as unknown) : (JSON.parse(text) as unknown)
}

/** `source` is the original text (ECMAScript 2026, Node.js 21). */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const source = context?.source ?? ''
  return /^-?\d+$/.test(source) ? source : value
}
