/** Ways in which one freight service may answer where the interface leaves it open, each as its makers would have it. */
export const RESPONSE_VARIANTS = ['plain', 'terse', 'nulls', 'bare', 'chatty', 'strings', 'odd'] as const
export type ResponseVariant = (typeof RESPONSE_VARIANTS)[number]

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** What a booking cannot be found or paid without; all else of an answer may be left out or null. */
const KEPT = new Set([
  ...['success', 'data', 'error', 'code', 'message', 'meta', 'pagination', 'hasNext', 'total', 'details', 'reason'],
  ...['quoteId', 'rates', 'quotes', 'loadId', 'provider', 'service', 'totalCost', 'moves', 'carrierName', 'scac'],
  ...[
    'shipmentId',
    'trackingNumber',
    'reference',
    'status',
    'createdAt',
    'expiresAt',
    'events',
    'timestamp',
    'eventId',
  ],
  ...['documentId', 'type', 'format', 'labels', 'url', 'webhookId', 'active', 'secret', 'shipments', 'delivered'],
  ...['zip', 'city', 'state', 'country', 'lat', 'lng', 'sat_code', 'description_en', 'description_es'],
  ...['validation_status', 'validated_address', 'original_address', 'street1', 'requires_correction'],
  ...['refundAmount', 'refundStatus', 'exceptionCode', 'customerPrice', 'grossCharge', 'recipient', 'signature'],
])

/** An answer in a manner; undefined: one without a body. */
export function inManner(responseVariant: ResponseVariant, answer: Json): Json | undefined {
  switch (responseVariant) {
    case 'plain':
      return answer
    case 'terse':
      return without(answer, (name, value) => !KEPT.has(name) || value === null)
    case 'nulls':
      return mapped(answer, (name, value) => (KEPT.has(name) || name === '' ? value : null))
    case 'bare':
      return bare(answer)
    case 'chatty':
      return mapped(answer, (name, value) =>
        isObject(value) && name !== 'accessorials' ? { ...value, ...noise } : value,
      )
    case 'strings':
      return mapped(answer, (name, value) => (Array.isArray(value) || isObject(value) ? value : asText(name, value)))
    case 'odd':
      return mapped(answer, odd)
  }
}

const noise = { '@type': 'FreightObject', _links: [{ rel: 'self', href: '/x' }], internal: { shard: 7, tags: [null] } }

function bare(answer: Json): Json | undefined {
  if (!isObject(answer)) return answer
  const { success: _success, meta: _meta, error: _error, data, ...rest } = answer
  const said = data ?? (Object.keys(rest).length > 0 ? rest : null)
  if (said === null || (Array.isArray(said) && said.length === 0)) return undefined
  return without(said, (name, value) => !KEPT.has(name) || value === null)
}

const written = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Text for whatever is none, as a service does that builds its answers from templates. */
function asText(name: string, value: Json): Json {
  if (value === null) return ''
  if (name === 'currency') return written(value).toLowerCase()
  if (name === 'status') return written(value).toLowerCase().replaceAll('_', '-')
  return written(value).replace(/T(\d\d:\d\d:\d\d)(\.\d+)?Z$/, ' $1')
}

/** What a service writes that grew up elsewhere. */
function odd(name: string, value: Json): Json {
  if (name === 'success') return value === true ? 'Y' : 'N'
  if (name === 'shipmentId' || name === 'eventId') return Number(written(value).replaceAll(/\D/g, ''))
  if (name === 'country') return value === 'US' ? 'United States' : value
  if (name === 'city' && value === 'CHICAGO') return ''
  if (name === 'transitDays') return 2.5
  if (name === 'deliveryDate' || name === 'estimatedDelivery') return '11/27/2026'
  if (name === 'createdAt') return written(value).slice(0, 19)
  if (name === 'freightClass') return 70
  if (name === 'length') return 0
  if (name === 'weight') return 48_000
  if (name === 'email') return 'none'
  if (name === 'hasNext') return written(value)
  if (name === 'format') return written(value).toLowerCase()
  if (name === 'status' && value === 'PICKUP_SCHEDULED') return 'AWAITING_DRIVER'
  return value
}

function isObject(value: Json | undefined): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Each field changed, the inner ones first. */
function mapped(value: Json, change: (name: string, value: Json) => Json): Json {
  if (Array.isArray(value)) return value.map((one) => change('', mapped(one, change)))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(name, mapped(inner, change))]))
}

function without(value: Json, isGone: (name: string, value: Json) => boolean): Json {
  if (Array.isArray(value)) return value.map((one) => without(one, isGone))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (isGone(name, inner) ? [] : [[name, without(inner, isGone)]])),
  )
}
