import { timestamp } from '../clock.ts'
import type { Service } from '../resources/service.ts'
import { recordAttempt, type Delivery } from './outbox.ts'
import { post, type Outcome } from './post.ts'
import { signedBody } from '../../src-node/signed-body.ts'

/**
 * Tries a delivery once and stores the result. When `stop` is aborted nothing is stored: it will be tried again, and a
 * receiver may get it twice, which section Events asks it to expect.
 */
export async function attempt(
  { db, clock, apiUrl }: Pick<Service, 'db' | 'clock' | 'apiUrl'>,
  delivery: Delivery,
  { stop, isTest = false }: { stop: AbortSignal; isTest?: boolean },
): Promise<Outcome> {
  const { eventId, eventType, at, data, secret, url } = delivery
  // The service's own address is known only while it runs, so the link is made when the body is.
  const links = eventType === 'shipment.delivered' && !isTest ? { signatureUrl: signatureUrl(apiUrl(), data) } : {}
  const payload = { eventId, eventType, timestamp: timestamp(at), data: { ...data, ...links } }
  const outcome = await post(url, signedBody(payload, secret), stop)
  if (!stop.aborted) recordAttempt(db, delivery, outcome, { now: clock.now(), isTest })
  return outcome
}

function signatureUrl(apiUrl: string, { shipmentId }: Record<string, unknown>): string {
  return `${apiUrl}/shipments/${String(shipmentId)}/signature`
}
