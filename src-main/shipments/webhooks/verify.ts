import { z } from 'zod'
import { parseJson } from '../../../src-node/json-digits.ts'
import type { ReceivedWebhook } from '../../../src-shared/station/tracking/webhook-receiver.ts'
import { readTimestamp } from '../../freight/answer/read-scalar.ts'
import { signedBy, type SignatureHeader } from './signature.ts'

/** The interface retries for some seven hours; an event older than a day is a replay. */
const OLDEST_MS = 24 * 60 * 60 * 1000
/**
 * Clocks differ; an event dated further ahead than this could be kept and sent again until long after the day is
 * over.
 */
const MOST_AHEAD_MS = 5 * 60 * 1000

const textOrNumber = z.union([z.string(), z.number().transform(String)])

/** Looser than the interface: an event type that is new there must not be refused, and lost, here. */
const payloadSchema = z.object({
  eventId: textOrNumber.pipe(z.string().min(1).max(200)),
  eventType: z.string().min(1).max(100).catch('unknown'),
  /** One that is not named or cannot be read leaves the event to its signature and its id. */
  timestamp: z.unknown().transform(readTimestamp).optional(),
  data: z
    .looseObject({
      shipmentId: textOrNumber.pipe(z.string().max(200)).nullish().catch(null),
      status: z.string().max(60).nullish().catch(null),
    })
    .nullish()
    .catch(null),
})

/** A webhook whose sender is proved. */
interface ProvedWebhook {
  eventId: string
  eventType: string
  shipmentId: string | null
  status: string | null
  /** The header that its signature came in. */
  header: string
}

export type Judgement =
  | { ok: true; webhook: ProvedWebhook }
  | {
      ok: false
      status: 400 | 401 | 410 | 425
      outcome: Extract<ReceivedWebhook['outcome'], 'wrong-signature' | 'too-old' | 'too-early' | 'unreadable'>
    }

/** Verifies a request body. The signature comes first: an unverified body is not parsed. */
export function verify(
  body: Uint8Array,
  headers: readonly SignatureHeader[],
  secrets: readonly string[],
  now: Date,
): Judgement {
  const header = signedBy(body, headers, secrets)
  if (header === null) return { ok: false, status: 401, outcome: 'wrong-signature' }
  const parsed = payloadSchema.safeParse(parseQuietly(body))
  if (!parsed.success) return { ok: false, status: 400, outcome: 'unreadable' }
  const { eventId, eventType, timestamp, data } = parsed.data
  const ageMs = timestamp === undefined ? 0 : now.getTime() - Date.parse(timestamp)
  if (ageMs > OLDEST_MS) return { ok: false, status: 410, outcome: 'too-old' }
  // 425: a sender whose clock is ahead may try again, and is then in time.
  if (ageMs < -MOST_AHEAD_MS) return { ok: false, status: 425, outcome: 'too-early' }
  return {
    ok: true,
    webhook: {
      eventId,
      eventType,
      shipmentId: data?.shipmentId ?? null,
      status: data?.status ?? null,
      header,
    },
  }
}

function parseQuietly(body: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    // Not JSON: refused as unreadable.
    return undefined
  }
}
