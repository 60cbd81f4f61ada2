import type { RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import { API_VERSION, API_VERSION_HEADER, failureSchema } from '../../src-shared/freight/envelope.ts'
import { SIGNATURE_HEADER, WEBHOOK_EVENTS, webhookPayloadSchema } from '../../src-shared/freight/webhook.ts'
import { jsonSchemaOf, type JsonSchema } from './json-schema.ts'
import { sectionOf } from './section.ts'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}
type Content = Record<string, { schema: JsonSchema }>
interface Response {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content?: Content
}
export interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security?: []
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response | { $ref: string }>
}
/** An OpenAPI 3.1 document, as far as this service writes one. */
export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  security: Record<string, string[]>[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: {
    securitySchemes: Record<string, unknown>
    schemas: Record<string, JsonSchema>
    responses: Record<string, Response>
  }
}

const LIMIT_HEADERS = Object.fromEntries(
  Object.entries({
    'X-RateLimit-Limit': 'Requests a window',
    'X-RateLimit-Remaining': 'What is left of it',
    'X-RateLimit-Reset': 'When the window ends, in seconds since 1970',
    'X-RateLimit-Window': 'Length of the window in seconds',
  }).map(([name, description]) => [name, { description, schema: { type: 'integer' as const } }]),
)
const VERSION_PARAMETER: Parameter = {
  name: API_VERSION_HEADER.name,
  in: 'header',
  required: false,
  description: 'The version that is asked for; the only one there is when left out.',
  schema: { type: 'string', const: API_VERSION_HEADER.value },
}
const HELP: Operation = {
  operationId: 'get_help',
  summary: 'A page that says the service is there; needs no key',
  tags: [sectionOf('GET', '/help')],
  security: [],
  parameters: [],
  responses: { 200: { description: 'The page', content: { 'text/html': { schema: { type: 'string' } } } } },
}

/** Describes the interface from the schemas that its routes check requests with. */
export function openApiDocument(routes: readonly RouteConfig[], apiUrl: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = { '/help': { get: HELP } }
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Freight rating, location, shipment, tracking and document service',
      version: API_VERSION,
      description:
        'The embedded training service: carriers, prices and shipments are invented, and nothing is charged.',
    },
    servers: [{ url: apiUrl }],
    security: [{ apiKey: [] }],
    paths,
    webhooks: Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, { post: webhookOf(event) }])),
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: jsonSchemaOf(failureSchema, 'output') },
      responses: {
        Failure: {
          description: 'Refused; `error.code` says why',
          headers: LIMIT_HEADERS,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
      },
    },
  }
}

function operationOf({ method, path, summary = '', request, responses }: RouteConfig): Operation {
  const { params, query, body } = request ?? {}
  return {
    operationId: `${method}_${path.split(/\W+/).filter(Boolean).join('_')}`,
    summary,
    tags: [sectionOf(method, path)],
    parameters: [...parametersOf('path', params), ...parametersOf('query', query), VERSION_PARAMETER],
    ...(body && { requestBody: { required: body.required ?? false, content: contentOf(body.content, 'input') } }),
    responses: {
      ...Object.fromEntries(Object.entries(responses).map(([status, response]) => [status, responseOf(response)])),
      '4XX': { $ref: '#/components/responses/Failure' },
      '5XX': { $ref: '#/components/responses/Failure' },
    },
  }
}

function responseOf(response: RouteConfig['responses'][string]): Response {
  if ('$ref' in response) throw new Error(`a route answers with ${response.$ref}; say it with a schema`)
  const { description = '', content = {} } = response
  return { description, headers: LIMIT_HEADERS, content: contentOf(content, 'output') }
}

function contentOf(content: object, io: 'input' | 'output'): Content {
  return Object.fromEntries(
    Object.entries(content).flatMap(([type, media]: [string, unknown]) => {
      const schema = schemaIn(media)
      return schema ? [[type, { schema: jsonSchemaOf(schema, io) }]] : []
    }),
  )
}

function parametersOf(place: 'path' | 'query', schema: unknown): Parameter[] {
  if (!(schema instanceof z.ZodType)) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input')
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: typeof member === 'object' ? member : {},
  }))
}

function schemaIn(media: unknown): z.ZodType | undefined {
  if (typeof media !== 'object' || media === null || !('schema' in media)) return undefined
  return media.schema instanceof z.ZodType ? media.schema : undefined
}

function webhookOf(event: string): Operation {
  return {
    operationId: `webhook_${event.replace('.', '_')}`,
    summary: `${event}, sent to subscribers`,
    tags: ['Events'],
    parameters: [
      {
        name: SIGNATURE_HEADER,
        in: 'header',
        required: true,
        description: '`sha256=` and the HMAC-SHA256 of the raw body with the secret of the subscription, in hex.',
        schema: { type: 'string' },
      },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: jsonSchemaOf(webhookPayloadSchema, 'output') } },
    },
    responses: { '2XX': { description: 'Received; anything else is tried again, five times' } },
  }
}
