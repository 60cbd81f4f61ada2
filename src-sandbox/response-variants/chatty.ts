import { isObject, mapFields, type JsonObject } from './json.ts'

/** Unrequested fields, in every object. */
const NOISE = {
  _type: 'com.freight.api.v1.View',
  _links: { self: { href: '/internal/view', rel: ['self', 'canonical'] }, next: null },
  _score: 0.731,
  tenant: { id: 4711, flags: ['beta', null, { on: true }] },
  updatedBy: null,
  customFields: [],
}

/** Everything, and more. */
export function chatty(answer: JsonObject): unknown {
  return mapFields(answer, (value, name) => {
    if (Array.isArray(value)) return withMore(value, name)
    // A map from code to amount has no fields of its own.
    return isObject(value) && name !== 'accessorials' ? { ...value, ...NOISE } : value
  })
}

/** Extra entries in a list beside the requested ones. */
function withMore(list: readonly unknown[], name: string): unknown[] {
  const first = list.find(isObject)
  if (!first) return [...list]
  if (name === 'rates') return [...list, declined]
  if ('eventId' in first && 'facilityType' in first) return [ping(first), ...list]
  return [...list]
}

const declined = {
  provider: 'DECLINED_CARRIER',
  service: 'LTL',
  totalCost: null,
  error: { code: 'CARRIER_DECLINED', message: 'The carrier did not answer in time.' },
}

/** A position that a truck sent between two events of its freight. */
function ping(event: JsonObject): JsonObject {
  return {
    ...event,
    eventId: `${String(event['eventId'])}-gps`,
    status: 'LOCATION_UPDATE',
    eventType: 'GPS_PING',
    facilityType: 'TRUCK',
    description: 'Position received',
  }
}
