import type { DocumentContent } from '../../src-shared/station/documents/document.ts'
import type { FreightLink } from '../app/environment.ts'
import { FreightError } from '../freight/http/failure.ts'

/** What a screen shows as an image; whatever else a link leads to is no signature. */
const IMAGES = new Map([
  ['image/svg+xml', 'svg'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
])
const MOST_BYTES = 2 * 1024 * 1024

/**
 * The recipient's signature of the newest event that has one, fetched from where the service says it is; null: nobody signed,
 * or what is there is no image of a signature's size.
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
    const { bytes, contentType } = await client.downloadFrom(signed.signature)
    const kind = IMAGES.get(contentType)
    if (kind === undefined || bytes.length > MOST_BYTES) return null
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
