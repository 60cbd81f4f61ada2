import { readFileSync } from 'node:fs'
import { WrongTable } from './csv.ts'
import { StartError } from './database.ts'

/**
 * Reads a CSV file that a start option names.
 * @param what begins the sentence when the file cannot be opened: `The SAT codes`.
 * @throws StartError with a sentence that names the line.
 */
export function readCsvFile<Row>(file: string, what: string, read: (text: string) => Row[]): Row[] {
  try {
    return read(readFileSync(file, 'utf8'))
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    const isWrong = cause instanceof SyntaxError || cause instanceof WrongTable
    throw new StartError(isWrong ? `${file}, ${message}.` : `${what} cannot be read: ${message}`, { cause })
  }
}
