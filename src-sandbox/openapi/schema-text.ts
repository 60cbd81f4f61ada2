import type { JsonSchema } from './json-schema.ts'

/** A JSON Schema as people read it: a member a line, its content indented below, `?` where it may be left out. */
export function schemaText(schema: JsonSchema | boolean | undefined, indent = ''): string {
  if (typeof schema !== 'object') return 'anything'
  const forms = schema.anyOf ?? schema.oneOf
  if (forms) return unionText(forms, indent)
  if (schema.allOf) return schema.allOf.map((part) => schemaText(part, indent)).join(' and ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.properties) return membersText(schema, indent)
  if (schema.items !== undefined && !Array.isArray(schema.items)) return `list of ${schemaText(schema.items, indent)}`
  if (typeof schema.additionalProperties === 'object') {
    return `object of ${schemaText(schema.additionalProperties, indent)}`
  }
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? schema.$ref
  return `${[schema.type ?? 'anything'].flat().join(' | ')}${boundsText(schema)}`
}

/** A type that may also be null or another type of the same kind reads better on one line than as forms. */
function unionText(forms: readonly (JsonSchema | boolean)[], indent: string): string {
  return [...new Set(forms.map((form) => schemaText(form, indent)))].join(' | ')
}

function membersText({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(
    ([name, member]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${schemaText(member, inner)}`,
  )
  return ['{', ...lines, `${indent}}`].join('\n')
}

function boundsText(schema: JsonSchema): string {
  const bounds = [
    schema.format,
    schema.minimum !== undefined && schema.minimum > Number.MIN_SAFE_INTEGER ? `from ${schema.minimum}` : undefined,
    schema.exclusiveMinimum === undefined ? undefined : `over ${schema.exclusiveMinimum}`,
    schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER ? `to ${schema.maximum}` : undefined,
    schema.minLength === undefined
      ? undefined
      : schema.minLength === 1
        ? 'not empty'
        : `${schema.minLength} characters or more`,
    schema.maxLength === undefined ? undefined : `${schema.maxLength} characters at most`,
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
  ].filter((bound) => bound !== undefined)
  return bounds.length > 0 ? ` (${bounds.join(', ')})` : ''
}
