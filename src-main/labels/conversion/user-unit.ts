import { inflateSync } from 'node:zlib'

const NAME = '/UserUnit'
/** Object streams that are looked into, and how much of each is unpacked. */
const [MOST_STREAMS, MOST_BYTES] = [200, 4 << 20]

/**
 * By how much each page of a PDF is larger than its points say (PDF 1.6, `UserUnit`), from the first page on. Empty where
 * no page says anything, or it cannot be read; the library that draws the pages takes no notice of it.
 */
export async function userUnitsOf(file: Uint8Array): Promise<number[]> {
  if (!mentionsUnit(file)) return []
  // The library behind it takes as long to load as some labels to draw.
  const { PDFDocument, PDFName, PDFNumber } = await import('@cantoo/pdf-lib')
  const document = await PDFDocument.load(file, { updateMetadata: false }).catch(() => null)
  return (document?.getPages() ?? []).map(({ node }) => {
    const unit = node.lookupMaybe(PDFName.of('UserUnit'), PDFNumber)?.asNumber() ?? 1
    return unit > 0 ? unit : 1
  })
}

/** Whether the name is in the file, or in the streams of objects that it has packed. */
function mentionsUnit(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (bytes.includes(NAME)) return true
  let at = bytes.indexOf('/ObjStm')
  for (let count = 0; at >= 0 && count < MOST_STREAMS; count += 1) {
    const start = bytes.indexOf('stream', at)
    if (start < 0) return false
    const from = start + 'stream'.length + (bytes[start + 'stream'.length] === 0x0d ? 2 : 1)
    if (unpacked(bytes.subarray(from, from + MOST_BYTES)).includes(NAME)) return true
    at = bytes.indexOf('/ObjStm', from)
  }
  return false
}

/** What a packed stream holds; empty where it is packed otherwise, or damaged. */
function unpacked(bytes: Uint8Array): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: MOST_BYTES })
  } catch (error) {
    if (error instanceof Error) return Buffer.alloc(0)
    throw error
  }
}
