import { signedBody } from '../../src-node/signed-body.ts'
import { runtime } from '../../src-node/runtime/runtime.ts'
import { timeoutSignal } from '../../src-node/runtime/wait.ts'
import { SIGNATURE_HEADER } from '../../src-shared/freight/webhook.ts'
import { isHookTarget } from '../../src-shared/station/app/connections.ts'
import type { Delivery } from './hooks.rows.ts'

const ANSWER_WITHIN_MS = 10_000

/**
 * Sends one signed event once (section Authentication, rule 6). Nothing but the status of the answer is looked at, and no
 * redirect is followed.
 * @returns why it was not taken; null: it was
 */
export async function postEvent(
  url: string,
  { eventId, eventType, at, data }: Delivery,
  secret: string,
  stop: AbortSignal,
): Promise<string | null> {
  if (!isHookTarget(url)) return 'this address must not be called'
  const { body, signature } = signedBody({ eventId, eventType, timestamp: at, data }, secret)
  const tooLong = timeoutSignal(ANSWER_WITHIN_MS)
  try {
    const response = await runtime().network.fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [SIGNATURE_HEADER]: signature },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stop, tooLong]),
    })
    await response.body?.cancel()
    if (response.ok) return null
    return response.status >= 300 && response.status < 400
      ? `answered ${response.status}, a redirect, which is not followed`
      : `answered ${response.status}`
  } catch (error) {
    if (tooLong.aborted) return `no answer within ${ANSWER_WITHIN_MS / 1000} s`
    return reasonOf(error)
  }
}

/** Did the receiver answer that it will not take this event, rather than that it cannot now? */
export const isRefusal = (error: string): boolean => /^answered 4(?!08|29)/.test(error)

/** The innermost cause: `fetch` always says "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  return ('code' in error && typeof error.code === 'string' ? error.code : error.message).slice(0, 200)
}
