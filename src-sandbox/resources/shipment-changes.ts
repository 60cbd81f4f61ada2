import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { ENDPOINTS } from '../../src-shared/freight/endpoints.ts'
import {
  shipmentCancelSchema,
  shipmentUpdateSchema,
  type CancelledShipment,
  type ShipmentCancel,
  type ShipmentUpdate,
  type UpdatedShipment,
} from '../../src-shared/freight/shipment-change.ts'
import { timestamp } from '../clock.ts'
import { success } from '../http/answer.ts'
import { jsonAnswer, jsonBody, routeOf } from '../http/route.ts'
import { documentAs } from '../openapi/json-schema.ts'
import type { Cancellation } from '../shipments/cancellation.ts'
import { cancelShipment, updateShipment } from '../shipments/change.ts'
import type { ShipmentRecord } from '../shipments/store.ts'
import type { Service } from './service.ts'

const UPDATE_FIELDS = Object.keys(shipmentUpdateSchema.shape)
const CANCEL_FIELDS = Object.keys(shipmentCancelSchema.shape)

type Change = { cancel: ShipmentCancel } | { update: ShipmentUpdate }

/** A body with a field of a cancellation cancels, one with a field of an update updates, and none does both. */
const changeSchema = z.looseObject({}).transform((body, context): Change => {
  const given = (fields: readonly string[]) => fields.filter((field) => body[field] !== undefined)
  const [cancelField] = given(CANCEL_FIELDS)
  const [updateField] = given(UPDATE_FIELDS)
  const refuse = (path: PropertyKey[], message: string) => {
    context.addIssue({ code: 'custom', path, message })
    return z.NEVER
  }
  if (cancelField !== undefined && updateField !== undefined) {
    return refuse([cancelField], `cancels, and ${updateField} updates; one request does one of them`)
  }
  if (cancelField === undefined && updateField === undefined) {
    return refuse([], `one of ${[...UPDATE_FIELDS, ...CANCEL_FIELDS].join(', ')} is required`)
  }
  const parsed =
    cancelField === undefined
      ? shipmentUpdateSchema.transform((update) => ({ update })).safeParse(body)
      : shipmentCancelSchema.transform((cancel) => ({ cancel })).safeParse(body)
  if (parsed.success) return parsed.data
  for (const { path, message } of parsed.error.issues) refuse(path, message)
  return z.NEVER
})
documentAs(changeSchema, ENDPOINTS.changeShipment.body)

const changeRoute = createRoute({
  ...routeOf(ENDPOINTS.changeShipment),
  request: { params: z.object({ loadId: z.string() }), body: jsonBody(changeSchema) },
  responses: {
    200: jsonAnswer('What the shipment is now', ENDPOINTS.changeShipment.answer),
  },
})

export function serveShipmentChanges(app: OpenAPIHono, { db, clock }: Service): void {
  app.openapi(changeRoute, (c) => {
    const { loadId } = c.req.valid('param')
    const change = c.req.valid('json')
    const now = clock.now()
    const data =
      'cancel' in change
        ? cancelledView(cancelShipment(db, loadId, change.cancel, now), now)
        : updatedView(updateShipment(db, loadId, change.update, now))
    return c.json(success(clock, data), 200)
  })
}

function updatedView({ shipmentId, status, reference, instructions, updatedAt }: ShipmentRecord): UpdatedShipment {
  return {
    ...{ shipmentId, status },
    ...(reference === null ? {} : { reference }),
    ...(instructions === null ? {} : { instructions }),
    updatedAt: timestamp(updatedAt),
  }
}

function cancelledView({ shipmentId, reason, cancelledAt, refund }: Cancellation, now: number): CancelledShipment {
  return {
    shipmentId,
    status: 'CANCELLED',
    cancellationReason: reason,
    refundAmount: refund === null ? 0 : refund.cents / 100,
    refundStatus: refund === null ? 'NOT_REQUESTED' : refund.dueAt > now ? 'PROCESSING' : 'COMPLETED',
    cancelledAt: timestamp(cancelledAt),
  }
}
