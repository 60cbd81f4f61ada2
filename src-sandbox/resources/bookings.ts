import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { ENDPOINTS } from '../../src-shared/freight/endpoints.ts'
import { directBookingSchema, quoteBookingSchema, type BookingRequest } from '../../src-shared/freight/booking.ts'
import { bookLoad } from '../booking/book-load.ts'
import { book } from '../booking/book.ts'
import { success } from '../http/answer.ts'
import { jsonAnswer, jsonBody, routeOf } from '../http/route.ts'
import { documentAs } from '../openapi/json-schema.ts'
import { bookedView } from '../shipments/view.ts'
import { labelsOf } from './labels.ts'
import type { Service } from './service.ts'

/** A body that names a quote is the quote form, so its errors are reported in the terms of that form alone. */
const bookingSchema = z.looseObject({ quoteId: z.unknown().optional() }).transform((body, context): BookingRequest => {
  const parsed = (body.quoteId === undefined ? directBookingSchema : quoteBookingSchema).safeParse(body)
  if (parsed.success) return parsed.data
  for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message })
  return z.NEVER
})

documentAs(bookingSchema, ENDPOINTS.bookShipment.body)

const bookRoute = createRoute({
  ...routeOf(ENDPOINTS.bookShipment),
  request: { body: jsonBody(bookingSchema) },
  responses: { 201: jsonAnswer('The booked shipment', ENDPOINTS.bookShipment.answer) },
})

const bookLoadRoute = createRoute({
  ...routeOf(ENDPOINTS.bookLoad),
  request: { params: z.object({ loadId: z.string() }), body: jsonBody(ENDPOINTS.bookLoad.body) },
  responses: { 201: jsonAnswer('The booked shipment', ENDPOINTS.bookLoad.answer) },
})

export function serveBookings(app: OpenAPIHono, service: Service): void {
  app.openapi(bookRoute, (c) => {
    const now = service.clock.now()
    const record = book(service, c.req.valid('json'), now)
    return c.json(success(service.clock, bookedView(record, labelsOf(service, record, now))), 201)
  })

  app.openapi(bookLoadRoute, (c) => {
    const now = service.clock.now()
    const { loadId } = c.req.valid('param')
    const record = bookLoad(service, loadId, c.req.valid('json'), now)
    const shipment = bookedView(record, labelsOf(service, record, now))
    return c.json(success(service.clock, { ...shipment, loadId, bolNumber: record.bolNumber }), 201)
  })
}
