import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi'
import { Hono } from 'hono'
import { openApiDocument } from './document.ts'
import { documentPage } from './page.ts'

/** The routes of the interface, in the order in which they were declared. */
export function routesOf(api: OpenAPIHono): RouteConfig[] {
  return api.openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === 'route' ? [definition.route] : [],
  )
}

/**
 * The interface described for programs and for people. No part of it, and needs no key: it reveals nothing about
 * shipments.
 */
export function serveOpenApi(api: OpenAPIHono, apiUrl: () => string): Hono {
  const app = new Hono()
  const document = () => openApiDocument(routesOf(api), apiUrl())
  app.get('/openapi.json', (c) => c.json(document()))
  app.get('/docs', (c) => {
    c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
    return c.html(documentPage(document()))
  })
  return app
}
