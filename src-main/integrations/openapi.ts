import { z } from 'zod'
import { isForTokens } from '../../src-shared/station/app/connections.ts'
import { COMMAND_NAMES, commands, type CommandName } from '../../src-shared/station/commands.ts'
import { stationErrorSchema } from '../../src-shared/station/error.ts'

/** Every command that a token's scope can hold. */
export const API_COMMANDS: readonly CommandName[] = COMMAND_NAMES.filter(isForTokens)

/** JSON Schema of a command's input. */
export const inputSchemaOf = (name: CommandName): object =>
  z.toJSONSchema(commands[name].input, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' })

/** The fields that a command takes, in a few words; a name with `?` may be left out. */
export function takenBy(name: CommandName): { fields: string[]; isOneOfSeveral: boolean } {
  const schema = inputSchemaOf(name) as { properties?: Record<string, unknown>; required?: string[]; oneOf?: unknown }
  const fields = Object.keys(schema.properties ?? {}).map((field) =>
    schema.required?.includes(field) ? field : `${field}?`,
  )
  return { fields, isOneOfSeveral: fields.length === 0 && schema.oneOf !== undefined }
}

let made: { version: string; document: object } | null = null

/** The API as an OpenAPI 3.1 document, made of the command table once. */
export function openApiDocument(version: string): object {
  if (made?.version === version) return made.document
  const document = {
    openapi: '3.1.0',
    info: { title: 'Waybill, local API', version, description: 'Every command is a POST with its input as JSON.' },
    security: [{ token: [] }],
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: z.toJSONSchema(z.object({ ok: z.literal(false), error: stationErrorSchema })) },
    },
    paths: Object.fromEntries(API_COMMANDS.map((name) => [`/v1/${name}`, { post: operationOf(name) }])),
  }
  made = { version, document }
  return document
}

function operationOf(name: CommandName) {
  const error = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  const { least, scope } = commands[name].access
  return {
    operationId: name,
    tags: [name.split('.', 1)[0]],
    description: `Least role: ${least}. Holds for the whole ${scope}.`,
    requestBody: { required: true, content: { 'application/json': { schema: inputSchemaOf(name) } } },
    responses: {
      200: {
        description: 'It was done.',
        content: {
          'application/json': {
            schema: { type: 'object', required: ['ok', 'value'], properties: { ok: { const: true }, value: {} } },
          },
        },
      },
      default: { description: 'It was not done; `error.code` says why.', content: error },
    },
  }
}
