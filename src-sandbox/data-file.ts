import { readFileSync } from 'node:fs'

/** The text of a file that lies beside the code, in the source as in the build. Whoever reads it parses it. */
export function dataFile(file: URL): string {
  return readFileSync(file, 'utf8')
}
