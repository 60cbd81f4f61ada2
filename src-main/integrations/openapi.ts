import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { addressSchema, partySchema } from '../../src-shared/freight/address.ts'
import { daySchema } from '../../src-shared/freight/scalar.ts'
import { SIGNATURE_HEADER } from '../../src-shared/freight/webhook.ts'
import { isForTokens } from '../../src-shared/station/app/connections.ts'
import { columnMapSchema } from '../../src-shared/station/batch/batch-field.ts'
import { COMMAND_NAMES, commands, type CommandName } from '../../src-shared/station/commands.ts'
import { cargoInputSchema } from '../../src-shared/station/quote/cargo-input.ts'
import { exampleOf } from './openapi-examples.ts'
import { errorReferences, errorResponses } from './openapi-responses.ts'
import { TAGS } from './openapi-tags.ts'

/** Every command that a token's scope can hold. */
export const API_COMMANDS: readonly CommandName[] = COMMAND_NAMES.filter(isForTokens)

const jsonSchemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' })

/** JSON Schema of a command's input. */
export const inputSchemaOf = (name: CommandName): object => jsonSchemaOf(commands[name].input)

/** The fields that a command takes, in a few words; a name with `?` may be left out. */
export function takenBy(name: CommandName): { fields: string[]; isOneOfSeveral: boolean } {
  const schema = inputSchemaOf(name) as { properties?: Record<string, unknown>; required?: string[]; oneOf?: unknown }
  const fields = Object.keys(schema.properties ?? {}).map((field) =>
    schema.required?.includes(field) ? field : `${field}?`,
  )
  return { fields, isOneOfSeveral: fields.length === 0 && schema.oneOf !== undefined }
}

/** Parts that several inputs have. */
const INPUT_PARTS = {
  AddressInput: addressSchema,
  CargoInput: cargoInputSchema,
  ColumnMapInput: columnMapSchema,
  DayInput: daySchema,
  PartyInput: partySchema,
}

const schemaSchema = z.record(z.string(), z.unknown())
const answersSchema = z.object({
  commands: z.record(z.string(), z.object({ text: z.string(), value: schemaSchema.nullable() })),
  events: z.record(z.string(), z.object({ text: z.string(), value: schemaSchema })),
  schemas: z.record(z.string(), schemaSchema),
})

/** What `npm run api-page` wrote of the types of the answers; read when the document is asked for. */
const readAnswers = () =>
  answersSchema.parse(JSON.parse(readFileSync(new URL('./command-answers.json', import.meta.url), 'utf8')))

let made: { version: string; url: string; document: object } | null = null

/**
 * The API as an OpenAPI 3.1 document, made of the command table once.
 * @param url where the API listens
 */
export function openApiDocument(version: string, url: string): object {
  if (made?.version === version && made.url === url) return made.document
  const answers = readAnswers()
  const inputs = inputParts()
  const operations = API_COMMANDS.map((name) => [`/v1/${name}`, { post: operationOf(name, answers, inputs.replaced) }])
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Waybill, local API',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Every command is a POST with its input as JSON. Within `/v1`, operations, fields of answers, optional fields of inputs, values of enumerations and error codes may be added; none is removed or gets another meaning.',
    },
    servers: [{ url, description: 'This machine' }],
    security: [{ token: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(operations) as object,
    webhooks: Object.fromEntries(
      Object.entries(answers.events).map(([event, { text, value }]) => [event, { post: hookOf(event, text, value) }]),
    ),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'Made under Settings > Connections.' } },
      responses: errorResponses(),
      schemas: { Error: ERROR, ...inputs.schemas, ...answers.schemas },
    },
  }
  made = { version, url, document }
  return document
}

const ERROR = {
  type: 'object',
  required: ['ok', 'error'],
  properties: { ok: { const: false }, error: { $ref: '#/components/schemas/StationErrorData' } },
}

/** OpenAPI 3.1 names the dialect itself. */
function withoutDialect(schema: object): object {
  const { $schema: _, ...rest } = schema as Record<string, unknown>
  return rest
}

/** The parts of inputs as components, and how they are replaced by references. */
function inputParts(): { schemas: Record<string, object>; replaced: (schema: object) => object } {
  const schemas = Object.fromEntries(
    Object.entries(INPUT_PARTS).map(([name, schema]) => [name, withoutDialect(jsonSchemaOf(schema))]),
  )
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name]))
  const replaced = (schema: object): object =>
    JSON.parse(
      JSON.stringify(schema, (_key, value: unknown) => {
        const name = typeof value === 'object' ? names.get(JSON.stringify(value)) : undefined
        return name === undefined ? value : { $ref: `#/components/schemas/${name}` }
      }),
    ) as object
  return { schemas, replaced }
}

function operationOf(name: CommandName, answers: z.output<typeof answersSchema>, replaced: (schema: object) => object) {
  const { least, scope } = commands[name].access
  const { text = '', value = null } = answers.commands[name] ?? {}
  const schema = replaced(withoutDialect(inputSchemaOf(name)))
  const example = exampleOf(name, 'required' in schema ? z.array(z.string()).parse(schema.required) : [])
  const [sentence = '', summary] = /^(.*?)[.:;](?= |$)/.exec(text) ?? []
  return {
    operationId: name,
    tags: [name.split('.', 1)[0]],
    summary,
    description: `${text.slice(sentence.length)} Least role: ${least}. Holds for the whole ${scope}.`.trim(),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, ...(example === null ? {} : { example }) } },
    },
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: answerOf(value) } } },
      ...errorReferences(),
    },
  }
}

const answerOf = (value: object | null): object => ({
  type: 'object',
  required: ['ok', ...(value === null ? [] : ['value'])],
  properties: { ok: { const: true }, ...(value === null ? {} : { value }) },
})

function hookOf(event: string, text: string, data: object) {
  const properties = {
    eventId: { type: 'string', description: 'The same when an event comes again.' },
    eventType: { const: event },
    timestamp: { type: 'string', format: 'date-time' },
    data,
    signature: { type: 'string', description: 'Of the body without this field; the header signs the whole body.' },
  }
  return {
    operationId: `hook.${event}`,
    tags: ['hooks'],
    summary: text.replace(/\.$/, ''),
    security: [],
    parameters: [
      {
        name: SIGNATURE_HEADER,
        in: 'header',
        required: true,
        description: "`sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret.",
        schema: { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
      },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } },
    },
    responses: {
      '2XX': { description: 'Taken. Anything else, or no answer within 10 seconds: it is sent again later.' },
    },
  }
}
