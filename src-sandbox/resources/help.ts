import type { OpenAPIHono } from '@hono/zod-openapi'
import { API_VERSION, API_VERSION_HEADER, RECOMMENDED_TIMEOUT_MS } from '../../src-shared/freight/envelope.ts'
import { SIGNATURE_HEADER } from '../../src-shared/freight/webhook.ts'
import { timestamp } from '../clock.ts'
import { routesOf } from '../openapi/routes.ts'
import type { Service } from './service.ts'

/** GET /help: an HTML page that shows that the service is up, and its endpoints. Needs no key. */
export function serveHelp(app: OpenAPIHono, { clock, apiUrl }: Service): void {
  app.get('/help', (c) => {
    const rows = routesOf(app)
      .map(
        ({ method, path, summary = '' }) =>
          `<tr><td>${method.toUpperCase()}</td><td><code>${path}</code></td><td>${summary}</td></tr>`,
      )
      .join('\n')
    return c.html(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Freight service</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; } td { padding: 0.25rem 1rem 0.25rem 0; vertical-align: top; }
</style>
<h1>The freight service is running</h1>
<p>Version ${API_VERSION}. Its clock says ${timestamp(clock.now())}. This is the training service: carriers, prices and
shipments are invented, and nothing is charged.</p>
<p>Base address: <code>${apiUrl()}</code>. Send the key as <code>Authorization: Bearer &lt;API_KEY&gt;</code> and bodies as
<code>Content-Type: application/json</code>.</p>
<p>Every endpoint with its fields: <a href="/_sandbox/docs">documentation</a>,
<a href="/_sandbox/openapi.json">OpenAPI 3.1</a>. Webhooks may be sent to <code>http://localhost</code> as well as to
<code>https://</code> addresses; their payload is signed in <code>${SIGNATURE_HEADER}</code>.</p>
<p>A client should wait ${RECOMMENDED_TIMEOUT_MS / 1000} seconds for an answer. The version is part of the address;
<code>${API_VERSION_HEADER.name}: ${API_VERSION_HEADER.value}</code> names it too. Breaking changes are announced 12 months
ahead, each with an upgrade guide; none is announced.</p>
<table>
${rows}
</table>
</html>
`)
  })
}
