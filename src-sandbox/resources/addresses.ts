import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { ENDPOINTS } from '../../src-shared/freight/endpoints.ts'
import { stringFailureSchema } from '../../src-shared/freight/envelope.ts'
import { stringFailure } from '../http/answer.ts'
import { jsonAnswer, jsonBody, routeOf } from '../http/route.ts'
import { validateAddress } from '../locations/validate-address.ts'
import { countryNamed, INVALID_COUNTRY } from './locations.ts'
import type { Service } from './service.ts'

const validateRoute = createRoute({
  ...routeOf(ENDPOINTS.validateAddress),
  request: { body: jsonBody(ENDPOINTS.validateAddress.body) },
  responses: {
    200: jsonAnswer('The address as it should be written', ENDPOINTS.validateAddress.answer),
    400: jsonAnswer('Not a country that is served', stringFailureSchema),
    503: jsonAnswer('Addresses cannot be checked at the moment', stringFailureSchema),
  },
})

export function serveAddresses(app: OpenAPIHono, { locations, settings }: Service): void {
  app.openapi(validateRoute, (c) => {
    if (settings.addressValidation === 'unavailable') {
      return c.json(stringFailure('The address validation service is unavailable; try again later.', 503), 503)
    }
    const submitted = c.req.valid('json')
    const country = countryNamed(submitted.country)
    if (country === undefined) return c.json(stringFailure(INVALID_COUNTRY), 400)
    const { status, address, requiresCorrection } = validateAddress(locations, { ...submitted, country })
    return c.json(
      {
        success: true as const,
        validation_status: status,
        original_address: submitted,
        validated_address: address,
        requires_correction: requiresCorrection,
      },
      200,
    )
  })
}
