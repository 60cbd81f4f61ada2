import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { ENDPOINTS } from '../../src-shared/freight/endpoints.ts'
import { type QuoteShapeA, type QuoteShapeB, type WireQuoteElement } from '../../src-shared/freight/quote.ts'
import { makeQuote, type DomesticQuote, type QuotedOffer } from '../booking/quotes.ts'
import type { Day } from '../calendar.ts'
import { timestamp } from '../clock.ts'
import { success } from '../http/answer.ts'
import { jsonAnswer, jsonBody, routeOf } from '../http/route.ts'
import { deliveryDayFor } from '../rating/transit.ts'
import type { Service } from './service.ts'

const quoteRoute = createRoute({
  ...routeOf(ENDPOINTS.requestQuote),
  request: { body: jsonBody(ENDPOINTS.requestQuote.body) },
  responses: { 200: jsonAnswer('Rates, shape A or B', ENDPOINTS.requestQuote.answer) },
})

export function serveQuotes(app: OpenAPIHono, { db, clock, locations, settings }: Service): void {
  app.openapi(quoteRoute, (c) => {
    const { quote, pickupDay, warnings } = makeQuote(db, locations, c.req.valid('json'), clock.now())
    return settings.quoteShape === 'A'
      ? c.json(success(clock, shapeA(quote, pickupDay, warnings)), 200)
      : c.json(shapeB(quote), 200)
  })
}

function shapeA(quote: DomesticQuote, pickupDay: Day, warnings: string[]): QuoteShapeA {
  return {
    quoteId: quote.quoteId,
    rates: quote.offers.map((offer) => ({
      provider: offer.provider,
      service: offer.service,
      totalCost: offer.totalCents / 100,
      currency: 'USD',
      transitDays: offer.transitDays,
      deliveryDate: deliveryDayFor(pickupDay, offer.transitDays),
      isGuaranteed: offer.isGuaranteed,
      breakdown: {
        baseCost: offer.baseCents / 100,
        fuelSurcharge: offer.fuelCents / 100,
        accessorials: Object.fromEntries(Object.entries(offer.chargeCents).map(([code, cents]) => [code, cents / 100])),
      },
      metadata: { carrierCode: offer.scac, serviceCode: offer.service, rateId: offer.rateId },
    })),
    expiresAt: timestamp(quote.expiresAt),
    warnings,
  }
}

function shapeB({ loadId, bolNumber, offers }: DomesticQuote): QuoteShapeB {
  const quotes = offers.map((offer, index) => quoteElement(offer, index === 0))
  return { success: true, loadId, bolNumber, data: { quotes, loadId, bolNumber }, quotes }
}

function quoteElement(offer: QuotedOffer, isCheapest: boolean): WireQuoteElement {
  const charges = [
    { chargeType: 'ITEM', description: 'BASE', cents: offer.baseCents },
    { chargeType: 'FUEL', description: 'FUEL_SURCHARGE', cents: offer.fuelCents },
    ...Object.entries(offer.chargeCents).map(([description, cents]) => ({
      chargeType: 'ACCESSORIAL',
      description,
      cents,
    })),
  ].map(({ cents, ...rest }, index) => ({
    id: `${offer.rateId}-${index + 1}`,
    ...rest,
    chargeAmount: cents / 100,
  }))
  return {
    quoteId: offer.rateId,
    carrierName: offer.provider,
    scac: offer.scac,
    customerPrice: {
      miscCharges: charges.slice(2),
      netPrice: (offer.baseCents + offer.fuelCents) / 100,
      grossCharge: offer.totalCents / 100,
    },
    rawPrice: charges,
    fromTransitTime: offer.transitDays,
    toTransitTime: offer.isGuaranteed ? offer.transitDays : offer.transitDays + 1,
    service: offer.service,
    serviceType: offer.mode,
    currency: 'usd',
    provider: offer.provider,
    preferred: isCheapest,
    purchasable: true,
  }
}
