import { readFileSync } from 'node:fs'

/** The text of a file beside the code, in the source as in the build. The caller parses it. */
export function dataFile(file: URL): string {
  return readFileSync(file, 'utf8')
}
