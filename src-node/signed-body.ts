import { createHmac } from 'node:crypto'
import type { WebhookPayload } from '../src-shared/freight/webhook.ts'

/** `sha256=<hex>`: HMAC-SHA256 of a text with a secret (section Authentication, 6). */
function signatureOf(text: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
}

/**
 * The body of a delivery and the value of its signature header. The signature inside the payload is that of the payload
 * without it; the header's is that of the whole body.
 */
export function signedBody(
  payload: Omit<WebhookPayload, 'signature' | 'eventType'> & { eventType: string },
  secret: string,
): { body: string; signature: string } {
  const { eventId, eventType, timestamp, data } = payload
  const unsigned = { eventId, eventType, timestamp, data }
  const body = JSON.stringify({ ...unsigned, signature: signatureOf(JSON.stringify(unsigned), secret) })
  return { body, signature: signatureOf(body, secret) }
}
