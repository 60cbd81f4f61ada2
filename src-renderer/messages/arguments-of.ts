import { parseMessage, type Part } from './format-message.ts'

/** The parameters of a message: by name, and whether a plural counts it. */
export function argumentsOf(text: string): ReadonlyMap<string, 'count' | 'text'> {
  const found = new Map<string, 'count' | 'text'>()
  const read = (parts: readonly Part[]): void => {
    for (const part of parts) {
      if (typeof part === 'string') continue
      const isCount = 'forms' in part
      if (isCount || !found.has(part.name)) found.set(part.name, isCount ? 'count' : 'text')
      if (isCount) for (const form of part.forms.values()) read(form)
    }
  }
  read(parseMessage(text))
  return found
}

/** The types of what every message is filled with, as TypeScript: the compiler cannot read them out of a JSON file. */
export function argumentTypes(catalogue: Readonly<Record<string, string>>): string {
  const rows = Object.entries(catalogue).flatMap(([key, text]) => {
    const fields = [...argumentsOf(text)].map(([name, kind]) => `${name}: ${kind === 'count' ? 'number' : 'Text'}`)
    return fields.length > 0 ? [`  '${key}': { ${fields.join('; ')} }`] : []
  })
  return [
    '// Written by scripts/messages.ts from en.json; a test compares.',
    'type Text = string | number',
    '/** What each message is filled with; one that is not here takes nothing. */',
    'export interface MessageArguments {',
    ...rows.sort(),
    '}',
    '',
  ].join('\n')
}
