import type { DocumentContent } from '../../src-shared/station/documents/document.ts'
import type { FreightLink } from '../app/environment.ts'
import { FreightError } from '../freight/http/failure.ts'

/** Image types that a screen shows; any other target of a link is no signature. */
const IMAGES = new Map([
  ['image/svg+xml', 'svg'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
])
const MOST_BYTES = 2 * 1024 * 1024

/**
 * The recipient's signature of the newest event that has one, fetched from the service's link; null: no one
 * signed, or there is no image of a signature's size.
 */
export async function signatureOf(
  { client }: Pick<FreightLink, 'client'>,
  shipmentId: string,
): Promise<DocumentContent | null> {
  const { events } = await client.trackShipment(shipmentId)
  const signed = [...(events ?? [])]
    .sort((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp))
    .find(({ signature }) => signature)
  if (!signed?.signature) return null
  try {
    const { bytes, contentType: reported } = await client.downloadFrom(signed.signature)
    const contentType = IMAGES.has(reported) ? reported : imageTypeOf(bytes)
    const kind = IMAGES.get(contentType ?? '')
    if (contentType === null || kind === undefined || bytes.length > MOST_BYTES) return null
    return {
      name: `signature-${shipmentId.replace(/[^\w-]+/g, '_')}.${kind}`,
      contentType,
      bytes: Buffer.from(bytes).toString('base64'),
    }
  } catch (error) {
    if (error instanceof FreightError && error.code === 'DOCUMENT_NOT_FOUND') return null
    throw error
  }
}

/** How images begin, in Latin-1; WebP says so behind its length. */
const BEGINNINGS: readonly [beginning: RegExp, contentType: string][] = [
  [/^\u0089PNG\r\n/, 'image/png'],
  [/^\u00ff\u00d8\u00ff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
]

/** The image type of bytes without a type of their own from a storage host; null: none that a screen shows. */
function imageTypeOf(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return BEGINNINGS.find(([beginning]) => beginning.test(head))?.[1] ?? null
}
