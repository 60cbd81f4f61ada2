import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { ENDPOINTS } from '../../src-shared/freight/endpoints.ts'
import { stringFailureSchema } from '../../src-shared/freight/envelope.ts'
import { SAT_LANGUAGES, SHORTEST_SAT_TERM } from '../../src-shared/freight/sat-code.ts'
import { stringFailure } from '../http/answer.ts'
import { jsonAnswer, routeOf } from '../http/route.ts'
import type { Service } from './service.ts'

const lookUpRoute = createRoute({
  ...routeOf(ENDPOINTS.lookUpSatCodes),
  request: { params: z.object({ language: z.string(), value: z.string() }) },
  responses: {
    200: jsonAnswer('The codes, in either variant', ENDPOINTS.lookUpSatCodes.answer),
    400: jsonAnswer('Not a language of the descriptions', stringFailureSchema),
  },
})

export function serveSatCodes(app: OpenAPIHono, { satCodes, settings }: Service): void {
  app.openapi(lookUpRoute, (c) => {
    const { language: named, value } = c.req.valid('param')
    const language = SAT_LANGUAGES.find((known) => known === named.toLowerCase())
    if (language === undefined) {
      return c.json(stringFailure(`Invalid language code. Allowed values are: ${SAT_LANGUAGES.join(', ')}.`), 400)
    }
    if (Array.from(value.trim()).length < SHORTEST_SAT_TERM) {
      const message = `The search term must have at least ${SHORTEST_SAT_TERM} characters.`
      return c.json({ success: true as const, data: [] as [], total: 0 as const, message }, 200)
    }
    const data = satCodes.search(language, value)
    return settings.satVariant === 'full'
      ? c.json({ success: true as const, data, total: data.length, search_term: value, language }, 200)
      : c.json(
          {
            success: true as const,
            data: data.map(({ sat_code, description_es, description_en }) => ({
              code: sat_code,
              description_es,
              description_en,
            })),
          },
          200,
        )
  })
}
