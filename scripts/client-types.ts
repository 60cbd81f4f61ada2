import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { openApiDocument } from '../src-main/integrations/openapi.ts'

/** The types of the TypeScript client. */
export async function clientTypes(): Promise<string> {
  const document = openApiDocument('1', 'http://127.0.0.1:8790') as OpenAPI3
  // What has a default may be left out.
  const types = astToString(await openapiTS(document, { defaultNonNullable: false }))
  // Four spaces a level are a quarter of its size.
  const indented = types.replaceAll(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4))
  return `// Written by \`npm run api-page\` from the OpenAPI document; a check compares.\n${indented}`
}
