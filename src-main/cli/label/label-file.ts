import type { LabelFormat } from '../../../src-shared/freight/document.ts'
import { documentFormatOf } from '../../labels/conversion/document-format.ts'
import { EXIT } from '../exit.ts'
import { reasonOf } from '../files.ts'
import { CliError, UsageError, type CliIo } from '../io.ts'

/** A label is some 100 kB; a larger file is no label. */
const MOST_BYTES = 64 << 20
/** The default size of drawn labels. */
export const MEDIA = { widthIn: 4, heightIn: 6 }
export const DPI = 203

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be read: no permission',
  EPERM: 'cannot be read: no permission',
  EISDIR: 'is a folder',
}

/** Exactly the words that are called so. @throws UsageError */
export function filesOf(words: readonly string[], ...names: string[]): string[] {
  const missing = names[words.length]
  if (words.length === names.length) return [...words]
  throw new UsageError(missing === undefined ? `${words.at(-1)} is one argument too many` : `${missing} is missing`)
}

/** @throws CliError FILE_NOT_FOUND, FILE_UNREADABLE, FILE_EMPTY, FILE_TOO_LARGE */
export async function readLabel(path: string, io: CliIo): Promise<Uint8Array> {
  const bytes = await io.readFile(path).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
    const why = REASONS[code] ?? `cannot be read (${reasonOf(error)})`
    throw new CliError(code === 'ENOENT' ? 'FILE_NOT_FOUND' : 'FILE_UNREADABLE', `${path} ${why}`, EXIT.usage)
  })
  if (bytes.length === 0) throw new CliError('FILE_EMPTY', `${path} is empty`, EXIT.usage)
  if (bytes.length <= MOST_BYTES) return bytes
  throw new CliError('FILE_TOO_LARGE', `${path} has ${bytes.length} bytes, too large for a label`, EXIT.usage)
}

/** @throws CliError UNKNOWN_FORMAT */
export function formatOfLabel(path: string, bytes: Uint8Array): LabelFormat {
  const format = documentFormatOf(bytes)
  if (format !== null) return format
  throw new CliError('UNKNOWN_FORMAT', `${path} is not a ZPL, EPL, PDF, or PNG file`)
}
