import type { LabelFormat } from '../../../src-shared/freight/document.ts'
import { documentFormatOf } from '../../labels/conversion/document-format.ts'
import { ConversionProblem } from '../../labels/conversion/problem.ts'
import { LabelCommandError } from './label-arguments.ts'
import type { LabelIo } from './label-io.ts'

/** A label is some 100 kB; what is larger than this is no label. */
const MOST_BYTES = 64 << 20

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read',
  EPERM: 'may not be read',
  EISDIR: 'is a folder',
}

/** @throws LabelCommandError FILE_NOT_FOUND, FILE_UNREADABLE, FILE_EMPTY, FILE_TOO_LARGE */
export async function readLabelFile(path: string, io: LabelIo): Promise<Uint8Array> {
  let bytes: Uint8Array
  try {
    bytes = await io.readFile(path)
  } catch (error) {
    const code = errorCode(error)
    const why = REASONS[code] ?? `cannot be read (${error instanceof Error ? error.message : String(error)})`
    throw new LabelCommandError(code === 'ENOENT' ? 'FILE_NOT_FOUND' : 'FILE_UNREADABLE', `${path} ${why}`, 2)
  }
  if (bytes.length === 0) throw new LabelCommandError('FILE_EMPTY', `${path} is empty`, 2)
  if (bytes.length > MOST_BYTES) {
    throw new LabelCommandError('FILE_TOO_LARGE', `${path} has ${bytes.length} bytes, too many for a label`, 2)
  }
  return bytes
}

/** @throws LabelCommandError UNKNOWN_FORMAT */
export function formatOfLabel(path: string, bytes: Uint8Array): LabelFormat {
  const format = documentFormatOf(bytes)
  if (format !== null) return format
  throw new LabelCommandError('UNKNOWN_FORMAT', `${path} is no ZPL, EPL, PDF or PNG`, 1)
}

/** @throws LabelCommandError FILE_NOT_WRITTEN */
export async function writeLabelFile(path: string, bytes: Uint8Array, io: LabelIo): Promise<void> {
  try {
    await io.writeFile(path, bytes)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new LabelCommandError('FILE_NOT_WRITTEN', `${path} was not written: ${why}`, 1)
  }
}

/**
 * Runs a label command and tells what went wrong: one JSON line on standard output with `--json`, else a sentence on
 * standard error.
 */
export async function telling(args: readonly string[], io: LabelIo, run: () => Promise<number>): Promise<number> {
  try {
    return await run()
  } catch (error) {
    const { code, exit, message } = toCommandError(error)
    if (args.includes('--json')) io.stdout(`${JSON.stringify({ code, message })}\n`)
    else io.stderr(`${message}\n`)
    return exit
  }
}

function toCommandError(error: unknown): LabelCommandError {
  if (error instanceof LabelCommandError) return error
  if (error instanceof ConversionProblem) return new LabelCommandError('CONVERSION_FAILED', error.message, 1)
  throw error
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
