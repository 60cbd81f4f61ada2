import { PNG_SIGNATURE } from '../../../src-labels/bitmap/png.ts'
import { detectLanguage } from '../../../src-labels/language.ts'
import type { LabelFormat } from '../../../src-shared/freight/document.ts'
import { StationError } from '../../../src-shared/station/error.ts'

/** A PDF may begin after other bytes; readers look this far. */
const PDF_HEAD_BYTES = 1024
/** As far as a printer language is looked for. */
const LANGUAGE_BYTES = 4096

/**
 * How files begin that are often uploaded by mistake and hold what a label printer would take for a command: JPEG, GIF,
 * TIFF, WebP, and the ZIP that office documents are.
 */
const FOREIGN = ['\xff\xd8\xff', 'GIF8', 'II*\0', 'MM\0*', 'RIFF', 'PK\x03\x04']

/** What a label document is by its content, never by its name; null when it is none that Waybill knows. */
export function documentFormatOf(bytes: Uint8Array): LabelFormat | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.subarray(0, PDF_HEAD_BYTES).includes('%PDF-')) return 'PDF'
  if (buffer.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return 'PNG'
  if (FOREIGN.some((start) => buffer.toString('latin1', 0, start.length) === start)) return null
  // A stored graphic may come before the format that uses it, and be longer than what is looked at.
  return detectLanguage(bytes.subarray(0, LANGUAGE_BYTES), true) ?? (buffer.includes('^XA') ? 'ZPL' : null)
}

/** A document with its format. @throws StationError DOCUMENT_EMPTY, DOCUMENT_UNKNOWN */
export function knownDocument(name: string, bytes: Uint8Array): { format: LabelFormat; bytes: Uint8Array } {
  const format = documentFormatOf(bytes)
  if (format !== null) return { format, bytes }
  throw new StationError({
    code: bytes.length === 0 ? 'DOCUMENT_EMPTY' : 'DOCUMENT_UNKNOWN',
    message: bytes.length === 0 ? `${name} is empty.` : `${name} is not a ZPL, EPL, PDF, or PNG file.`,
    details: { name, bytes: bytes.length },
  })
}
