import { isObject, mapFields, type JsonObject } from './json.ts'

const MILLISECONDS = /(T\d\d:\d\d:\d\d)\.\d{3}(?=Z$)/

/** Only fields with a value. */
export function terse(answer: JsonObject): JsonObject {
  const { meta, ...rest } = answer
  const said = mapFields(rest, (value) => (isEmpty(value) ? undefined : withoutMilliseconds(value)))
  const pagination = isObject(meta) ? meta['pagination'] : undefined
  return {
    ...(isObject(said) ? said : {}),
    // A list that is empty is still one.
    ...(Array.isArray(rest['data']) && rest['data'].length === 0 && { data: [] }),
    ...(isObject(pagination) && { meta: { pagination: { hasNext: pagination['hasNext'] } } }),
  }
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.keys(value).length === 0
}

const withoutMilliseconds = (value: unknown) => (typeof value === 'string' ? value.replace(MILLISECONDS, '$1') : value)
