import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { openApiDocument } from '../src-main/integrations/openapi.ts'

/** What is in every operation, written once. */
const SHARED = `
interface Body<Input> {
	content: {
		"application/json": Input;
	};
}
type Answer<Value> = {
	200: {
		content: {
			"application/json": {
				ok: true;
				value: Value;
			};
		};
	};
} & Failures;
`

/** What the generator writes and no caller needs: methods and parameters that no command has, examples, and what a type itself shows. */
const NEEDLESS = [
  /\t+parameters: \{\n(?:\t+(?:query|header|path|cookie)\?: never;\n){4}\t+\};\n/g,
  /\t+(?:get|put|delete|options|head|patch|trace)\?: never;\n/g,
  /\t+headers: \{\n\t+\[name: string\]: unknown;\n\t+\};\n/g,
  /^\t*\/\*\* @(?:example .*|constant|enum \{string\}) \*\/\n/gm,
  /^(\t*)\/\*\*\n\1 \* @example (?:.*\n)*?\1 \*\/\n/gm,
  /^\t* \* @enum \{string\}\n/gm,
]

const FAILURES = /(?:^\t{3}\d{3}: components\["responses"\]\["\w+"\];\n)+/m
const BODY = /^\t\trequestBody: \{\n\t{3}content: \{\n\t{4}"application\/json": ([\s\S]*?);\n\t{3}\};\n\t\t\};\n/gm
const ANSWER =
  /^\t\tresponses: \{\n\t{3}\/\*\* @description .* \*\/\n\t{3}200: \{\n\t{4}content: \{\n\t{5}"application\/json": \{\n\t{6}ok: true;\n\t{6}value: ([\s\S]*?);\n\t{5}\};\n\t{4}\};\n\t{3}\};\n(?:\t{3}\d{3}: .*\n)+\t\t\};\n/gm

/** The types of the TypeScript client: a third of what the generator writes. */
export async function clientTypes(): Promise<string> {
  const document = openApiDocument('1', 'http://127.0.0.1:8790') as OpenAPI3
  // What has a default may be left out.
  const written = astToString(await openapiTS(document, { defaultNonNullable: false }))
  // Four spaces a level are a quarter of its size.
  let types = written.replaceAll(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4))
  for (const needless of NEEDLESS) types = types.replaceAll(needless, '')
  const [failures = ''] = FAILURES.exec(types) ?? []
  types = types
    .replaceAll(BODY, (_, input: string) => `\t\trequestBody: Body<${outdented(input, 2)}>;\n`)
    .replaceAll(ANSWER, (_, value: string) => `\t\tresponses: Answer<${outdented(value, 4)}>;\n`)
  const shared = `${SHARED}interface Failures {\n${outdented(failures, 2)}}\n`
  return `// Written by \`npm run api-page\` from the OpenAPI document; a check compares.\n${types}${shared}`
}

const outdented = (text: string, levels: number): string => text.replaceAll(new RegExp(`^\t{${levels}}`, 'gm'), '')
