import { eplCommand } from './command-table.ts'

/** Name and parameters of a line without its line end. */
export interface EplLine {
  /** Letters as EPL spells them; case counts. */
  name: string
  /** Comma-separated parameters; a quoted one without its quotes and escapes. Text is Latin-1, one character a byte. */
  parameters: string[]
  /** The first quoted text, without its quotes and escapes; null when there is none. */
  quoted: string | null
}

export function parseEplLine(line: string): EplLine {
  const known = eplCommand(line)?.name
  // Names of families (`C0-C9`, `ZT`) start with the letter that the commands have in common.
  const name = known === undefined || !line.startsWith(known) ? line.charAt(0) : known
  const quoted = /"((?:[^"\\]|\\.)*)"/.exec(line)?.[1]?.replace(/\\(["\\])/g, '$1') ?? null
  return { name, parameters: splitParameters(line.slice(name.length)), quoted }
}

export function splitParameters(text: string): string[] {
  const parameters: string[] = []
  let current = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (isQuoted && char === '\\' && /["\\]/.test(text.charAt(at + 1))) {
      current += text.charAt(at + 1)
      at += 1
    } else if (char === '"') isQuoted = !isQuoted
    else if (char === ',' && !isQuoted) {
      parameters.push(current)
      current = ''
    } else if (isQuoted || char !== ' ') current += char
  }
  return [...parameters, current]
}
