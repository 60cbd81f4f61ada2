import { createHash } from 'node:crypto'
import { pickupDayOr, whyNoPickup, type PickupPlace } from '../../../src-shared/station/booking/pickup-day.ts'
import type { ColumnMap } from '../../../src-shared/station/batch/batch-field.ts'
import type { AddedOrder, OrderContent, OrderInput } from '../../../src-shared/station/orders/order.ts'
import type { PickupTerms, PickupTermsOf } from '../../../src-shared/station/booking/pickup-terms.ts'
import { carrierIn, rateRuleOf, ruleOfService } from '../rows/rate-rule.ts'
import type { RowGroup } from '../rows/groups.ts'
import type { ReadRow } from '../rows/row.ts'
import type { NewOrder } from './orders.rows.ts'

/** Defaults of columns that an order need not have: its carrier is chosen by rules, its day is the next one. */
export function withOrderDefaults(map: ColumnMap, now: Date, pickups: PickupTerms): ColumnMap {
  const { rateRule = 'cheapest', pickupDate, country = 'US' } = map.defaults
  return {
    ...map,
    defaults: {
      ...map.defaults,
      rateRule,
      pickupDate: dayFor(pickupDate, { country }, now, pickups),
    },
  }
}

/** The carrier that an order's rule names; undefined: it is chosen from the rates. */
export function carrierOf(rateRule: string): string | undefined {
  const rule = rateRuleOf(rateRule)
  return rule.kind === 'carrier' ? carrierIn(rule.carrier) : undefined
}

/** The day asked for, or the next one on which there is a pickup; a day too far ahead is a mistake, and not waited for. */
export function dayFor(asked: string | undefined, from: PickupPlace, now: Date, pickups: PickupTerms): string {
  const isMeant = asked !== undefined && whyNoPickup(asked, from, now, pickups) !== 'far'
  return pickupDayOr(isMeant ? asked : null, from, now, pickups)
}

/** The hash of the text in the cells that are read, independent of the day on which it is read. */
export function rowsHash(group: RowGroup, map: ColumnMap, headers: readonly string[]): string {
  const columns = map.columns
    .map(({ header, field }) => ({ field, index: headers.indexOf(header) }))
    .toSorted((a, b) => (a.field < b.field ? -1 : 1))
  const written = group.map(({ cells }) => columns.map(({ field, index }) => [field, (cells[index] ?? '').trim()]))
  return createHash('sha256').update(JSON.stringify(written)).digest('hex')
}

/** A row that can be an order: it has a reference and nothing wrong with it. Null: it is none. */
export function orderOfRow({ reference, booking, problems }: ReadRow, hash: string): NewOrder | null {
  if (!booking || reference === '' || problems.length > 0) return null
  if (booking.kind === 'quote') {
    const { request, rule, details } = booking
    const { instructions, pickupDate, labelFormat } = details
    const rateRule = rule.kind === 'carrier' ? rule.carrier : rule.kind
    return { reference, hash, content: { request, rateRule, instructions, pickupDate, labelFormat } }
  }
  // An order is always quoted first: its price is known before it is booked, at the service that its row names.
  const { originAddress, destinationAddress, cargo, service, shipDate = '', instructions = '' } = booking.request
  return {
    reference,
    hash,
    content: {
      request: { originAddress, destinationAddress, cargo, shipDate },
      rateRule: ruleOfService(service.provider, service.service),
      instructions,
      pickupDate: shipDate,
      labelFormat: booking.request.labelFormat ?? 'ZPL',
    },
  }
}

/** @param submitted what the same order has again, whatever Waybill filled in */
export function orderOfInput(
  input: OrderInput,
  now: Date,
  termsOf: PickupTermsOf,
  submitted: AddedOrder = input,
): NewOrder {
  const { reference, pickupDate, rateRule, instructions, labelFormat, ...request } = input
  const content: OrderContent = {
    request,
    rateRule,
    instructions,
    pickupDate: dayFor(pickupDate, request.originAddress, now, termsOf(carrierOf(rateRule))),
    labelFormat,
  }
  return { reference, hash: createHash('sha256').update(JSON.stringify(submitted)).digest('hex'), content }
}
