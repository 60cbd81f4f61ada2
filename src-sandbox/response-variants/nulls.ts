import { z } from 'zod'
import { isObject, type JsonObject } from './json.ts'

/** What many services know later, or never. */
const UNTOLD = new Set([
  'proNumber',
  'estimatedPickup',
  'estimatedDelivery',
  'statusDescription',
  'facilityType',
  'breakdown',
  'metadata',
  'transitDays',
  'isGuaranteed',
  'thumbnailUrl',
  'filename',
  'size',
  'county',
  'coordinates',
])

/** Every field of `schema`, null where there is nothing. */
export function nulls(answer: JsonObject, schema: z.ZodType | undefined): unknown {
  const { data } = answer
  // Labels are not made yet when a booking is answered.
  const isBooking = isObject(data) && 'shipmentId' in data && 'estimatedPickup' in data
  return withNulls({ ...answer, ...(isBooking && { data: { ...data, labels: [] } }) }, schema)
}

function withNulls(value: unknown, schema: z.ZodType | undefined, name = ''): unknown {
  const plain = schema && unwrapped(schema, value)
  if (value === '' || value === undefined) return null
  if (Array.isArray(value)) {
    const element = plain instanceof z.ZodArray ? asType(plain.element) : undefined
    // `data` of a list is the requested list, and stays one.
    if (value.length === 0 && name !== 'data') return null
    return value.map((entry: unknown) => withNulls(entry, element))
  }
  if (!isObject(value)) return value
  const shape: Record<string, z.ZodType> = plain instanceof z.ZodObject ? plain.shape : {}
  const names = new Set([...Object.keys(shape), ...Object.keys(value)])
  return Object.fromEntries(
    [...names].map((field) => [field, UNTOLD.has(field) ? null : withNulls(value[field], shape[field], field)]),
  )
}

/** The schema beneath what makes it optional; of a union the member that names most of the value's fields. */
function unwrapped(schema: z.ZodType, value: unknown): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrapped(asType(schema.unwrap()), value)
  }
  if (schema instanceof z.ZodUnion) {
    const fits = (member: z.ZodType) =>
      member instanceof z.ZodObject && isObject(value)
        ? Object.keys(value).filter((field) => field in member.shape).length
        : 0
    const members = schema.options.map((member) => unwrapped(asType(member), value))
    return members.toSorted((a, b) => fits(b) - fits(a))[0] ?? schema
  }
  return schema
}

/** Members of a schema are schemas, regardless of the library's type for them. */
function asType(schema: unknown): z.ZodType {
  return schema instanceof z.ZodType ? schema : z.unknown()
}
