import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { ENDPOINTS } from '../../src-shared/freight/endpoints.ts'
import { type CrossborderQuoteElement } from '../../src-shared/freight/crossborder-quote.ts'
import type { Day } from '../calendar.ts'
import { makeCrossborderQuote, type QuotedCrossborderOffer } from '../crossborder/quotes.ts'
import { moveDays } from '../crossborder/rates.ts'
import { jsonAnswer, jsonBody, routeOf } from '../http/route.ts'
import type { Service } from './service.ts'

const quoteRoute = createRoute({
  ...routeOf(ENDPOINTS.requestCrossBorderQuote),
  request: { body: jsonBody(ENDPOINTS.requestCrossBorderQuote.body) },
  responses: { 200: jsonAnswer('Quotes, cheapest first', ENDPOINTS.requestCrossBorderQuote.answer) },
})

export function serveCrossborderQuotes(app: OpenAPIHono, service: Service): void {
  app.openapi(quoteRoute, (c) => {
    const { quote, pickupDay } = makeCrossborderQuote(service, c.req.valid('json'), service.clock.now())
    const { loadId, bolNumber } = quote
    const quotes = quote.offers.map((offer) => quoteElement(offer, pickupDay))
    return c.json({ success: true as const, quotes: { quotes, loadId, bolNumber } }, 200)
  })
}

/** How many days later than planned the freight may come without being late. */
const SLACK_DAYS = { standard: 2, expedited: 1 }

function quoteElement(offer: QuotedCrossborderOffer, pickupDay: Day): CrossborderQuoteElement {
  const days = moveDays(offer, pickupDay)
  return {
    quoteId: offer.rateId,
    total: offer.totalCents / 100,
    currency: 'USD',
    fromTransitTime: offer.transitDays,
    toTransitTime: offer.transitDays + SLACK_DAYS[offer.serviceType],
    serviceType: offer.serviceType,
    moves: offer.legs.map(({ carrierName, scac }, index) => ({
      carrierName,
      scac,
      pickupDate: days[index]?.pickupDay,
      deliveryDate: days[index]?.deliveryDay,
    })),
  }
}
