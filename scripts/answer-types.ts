import { dirname, join } from 'node:path'
import ts from 'typescript'
import { isForTokens } from '../src-shared/station/app/connections.ts'
import { projectRoot } from './project.ts'

/** A JSON schema, as OpenAPI 3.1 takes it. */
type Schema = Record<string, unknown>

/** What the compiler knows of the API: each command's comment and answer, each event's data, and the types they share. */
interface AnswerTypes {
  commands: Record<string, { text: string; value: Schema | null }>
  events: Record<string, { text: string; value: Schema }>
  schemas: Record<string, Schema>
}

const SHARED = join(projectRoot, 'src-shared')
const COMMANDS = join(SHARED, 'station/commands.ts')
const EVENTS = join(SHARED, 'station/app/hook-events.ts')
const BASE = join(projectRoot, 'tsconfig.base.json')

/**
 * JSON schemas of the types that commands answer with and events carry, from TypeScript's own compiler.
 * @throws Error for a type that JSON cannot hold
 */
function answerTypes(isWanted: (command: string) => boolean): AnswerTypes {
  const { config } = ts.readConfigFile(BASE, (path) => ts.sys.readFile(path)) as { config: unknown }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(BASE))
  const program = ts.createProgram([COMMANDS, EVENTS], { ...options, noEmit: true })
  const checker = program.getTypeChecker()
  const { schemas, schemaOf } = converter(checker, namedTypes(program, checker))
  const exported = (file: string, name: string): { type: ts.Type; at: ts.Node } => {
    const source = program.getSourceFile(file)
    const module = source && checker.getSymbolAtLocation(source)
    const symbol = module && checker.getExportsOfModule(module).find((one) => one.name === name)
    if (source === undefined || symbol === undefined) throw new Error(`${file} exports no ${name}`)
    const isType = (symbol.flags & ts.SymbolFlags.Type) !== 0
    const type = isType ? checker.getDeclaredTypeOfSymbol(symbol) : checker.getTypeOfSymbolAtLocation(symbol, source)
    return { type, at: source }
  }
  const table = exported(COMMANDS, 'commands')
  const wanted = checker.getPropertiesOfType(table.type).filter(({ name }) => isWanted(name))
  const commands = wanted.map((command) => {
    const row = checker.getTypeOfSymbolAtLocation(command, table.at)
    const output = row.getProperty('output')
    if (output === undefined) throw new Error(`${command.name} has no output`)
    const value = withoutUndefined(checker.getTypeOfSymbolAtLocation(output, table.at))
    return [command.name, { text: textOf(command, checker), value: value.length === 0 ? null : schemaOf(...value) }]
  })
  const data = exported(EVENTS, 'HookData')
  const events = checker.getPropertiesOfType(data.type).map((event) => {
    const value = schemaOf(checker.getTypeOfSymbolAtLocation(event, data.at))
    return [event.name, { text: textOf(event, checker), value }]
  })
  return {
    commands: Object.fromEntries(commands.sort(byName)) as AnswerTypes['commands'],
    events: Object.fromEntries(events) as AnswerTypes['events'],
    schemas: Object.fromEntries(Object.entries(schemas).sort(byName)),
  }
}

/** The file that the OpenAPI document is made with: one line a command, an event, a type. */
export function answerTypesFile(): string {
  const { commands, events, schemas } = answerTypes(isForTokens)
  const lines = (entries: object): string =>
    `{\n${Object.entries(entries)
      .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n')}\n}`
  return `{"$comment": "Written by \`npm run api-page\` from the types of the command table; a check compares.",
"commands": ${lines(commands)},
"events": ${lines(events)},
"schemas": ${lines(schemas)}}\n`
}

const byName = ([one]: readonly unknown[], [other]: readonly unknown[]): number =>
  String(one) < String(other) ? -1 : 1

const textOf = (symbol: ts.Symbol, checker: ts.TypeChecker): string =>
  ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll(/\s+/g, ' ').trim()

const membersOf = (type: ts.Type): ts.Type[] => (type.isUnion() ? type.types : [type])
const isA = (type: ts.Type, flags: ts.TypeFlags): boolean => (type.flags & flags) !== 0
const withoutUndefined = (type: ts.Type): ts.Type[] =>
  membersOf(type).filter((one) => !isA(one, ts.TypeFlags.Undefined | ts.TypeFlags.Void))

/** A union is the same one wherever it has the same members. */
const keyOf = (types: readonly ts.Type[]): string =>
  types
    .map((type) => checkerId(type))
    .sort()
    .join(' ')
const ids = new WeakMap<ts.Type, number>()
let lastId = 0
function checkerId(type: ts.Type): number {
  const id = ids.get(type) ?? (lastId += 1)
  ids.set(type, id)
  return id
}

/** The exported types of src-shared by what they are; one that goes by several names has none. */
function namedTypes(program: ts.Program, checker: ts.TypeChecker): Map<string, string> {
  const found = new Map<string, string>()
  const ofFiles = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(SHARED))
  for (const file of ofFiles) {
    const module = checker.getSymbolAtLocation(file)
    for (const symbol of module ? checker.getExportsOfModule(module) : []) {
      if ((symbol.flags & (ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Interface)) === 0) continue
      const type = checker.getDeclaredTypeOfSymbol(symbol)
      const members = membersOf(type)
      const isShared = members.length > 1 || isA(type, ts.TypeFlags.Object | ts.TypeFlags.Intersection)
      if (!isShared || isGeneric(symbol)) continue
      const key = keyOf(members)
      found.set(key, found.has(key) && found.get(key) !== symbol.name ? '' : symbol.name)
    }
  }
  return found
}

const isGeneric = ({ declarations = [] }: ts.Symbol): boolean =>
  declarations.some((one) => 'typeParameters' in one && one.typeParameters !== undefined)

function converter(checker: ts.TypeChecker, names: ReadonlyMap<string, string>) {
  const schemas: Record<string, Schema> = {}
  const open = new Set<string>()

  /** @param types the members of a union, or one type */
  function schemaOf(...types: ts.Type[]): Schema {
    // Of zod: any JSON.
    if (types.some(({ aliasSymbol }) => aliasSymbol?.name === 'JSONType')) return {}
    const members = types.flatMap(membersOf)
    const values = members.filter((one) => !isA(one, ts.TypeFlags.Null))
    const schema = namedSchema(values)
    if (values.length === members.length) return schema
    if (typeof schema['type'] === 'string' && !('enum' in schema || 'const' in schema)) {
      return { ...schema, type: [schema['type'], 'null'] }
    }
    return values.length === 0 ? { type: 'null' } : { anyOf: [schema, { type: 'null' }] }
  }

  function namedSchema(members: ts.Type[]): Schema {
    const key = keyOf(members)
    const name = names.get(key)
    if (name === undefined || name === '') {
      if (open.has(key))
        throw new Error(
          `A type that holds itself needs a name that is exported: ${members.map((one) => checker.typeToString(one)).join(' | ')}`,
        )
      open.add(key)
      const schema = unionOf(members)
      open.delete(key)
      return schema
    }
    if (schemas[name] === undefined) {
      schemas[name] = {}
      schemas[name] = unionOf(members)
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  function unionOf(members: ts.Type[]): Schema {
    const booleans = members.filter((one) => isA(one, ts.TypeFlags.BooleanLiteral))
    const others = members.filter((one) => !one.isLiteral() && !booleans.includes(one))
    const options = others.map((one) => (members.length === 1 ? oneOf(one) : namedSchema([one])))
    const values = members.flatMap((one) => (one.isStringLiteral() || one.isNumberLiteral() ? [one.value] : [])).sort()
    if (values.length > 0) options.push(enumOf(values))
    const [first, ...more] = booleans
    if (first !== undefined) {
      const isTrue = checker.typeToString(first) === 'true'
      options.push(more.length > 0 ? { type: 'boolean' } : { type: 'boolean', const: isTrue })
    }
    const texts = options.map((option) => JSON.stringify(option)).sort()
    const [only, ...rest] = [...new Set(texts)].map((text) => JSON.parse(text) as Schema)
    if (only === undefined) return {}
    return rest.length === 0 ? only : { anyOf: [only, ...rest] }
  }

  function enumOf(values: (string | number)[]): Schema {
    const type = typeof values[0]
    return values.length === 1 ? { type, const: values[0] } : { type, enum: values }
  }

  function oneOf(type: ts.Type): Schema {
    if (isA(type, ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {}
    if (isA(type, ts.TypeFlags.StringLike)) return { type: 'string' }
    if (isA(type, ts.TypeFlags.NumberLike)) return { type: 'number' }
    if (isA(type, ts.TypeFlags.NonPrimitive)) return { type: 'object' }
    // A branded text or number is one.
    if (type.isIntersection()) {
      const basic = type.types.find((one) => isA(one, ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike))
      if (basic !== undefined) return oneOf(basic)
    }
    if (!isA(type, ts.TypeFlags.Object | ts.TypeFlags.Intersection)) throw unfit(type)
    if (checker.isTupleType(type)) {
      return {
        type: 'array',
        prefixItems: checker.getTypeArguments(type as ts.TypeReference).map((one) => schemaOf(one)),
      }
    }
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type as ts.TypeReference)
      return { type: 'array', items: item === undefined ? {} : schemaOf(item) }
    }
    return objectOf(type)
  }

  function objectOf(type: ts.Type): Schema {
    if (type.getCallSignatures().length > 0 || isOfTheLanguage(type)) throw unfit(type)
    const properties: Record<string, Schema> = {}
    const required: string[] = []
    for (const property of checker.getPropertiesOfType(type)) {
      const members = withoutUndefined(checker.getTypeOfSymbol(property))
      if (members.every((one) => isA(one, ts.TypeFlags.Never))) continue
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
      if (!isOptional && members.length === membersOf(checker.getTypeOfSymbol(property)).length)
        required.push(property.name)
      const description = textOf(property, checker)
      properties[property.name] = { ...schemaOf(...members), ...(description === '' ? {} : { description }) }
    }
    const rest = type.getStringIndexType()
    return {
      type: 'object',
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(rest === undefined ? {} : { additionalProperties: isA(rest, ts.TypeFlags.Never) ? false : schemaOf(rest) }),
    }
  }

  const isOfTheLanguage = (type: ts.Type): boolean =>
    (type.symbol?.declarations ?? []).some((one) =>
      /\/typescript\/lib\/lib\.[^/]*$/.test(one.getSourceFile().fileName),
    ) &&
    type.aliasSymbol === undefined &&
    (type.symbol.flags & ts.SymbolFlags.Interface) !== 0

  const unfit = (type: ts.Type): Error => new Error(`JSON cannot hold ${checker.typeToString(type)}`)

  return { schemas, schemaOf }
}
