import { after } from '../../../src-node/runtime/wait.ts'
import type { Timer } from '../../../src-node/runtime/timers.ts'
import { createEventReader, type ServerEvent } from '../../../src-shared/server-events.ts'

/** A page of the feed holds 200 bookings at most. */
const MOST_EVENT = 16 * 1024 * 1024

/**
 * The events of a site's answer. Ends with its stream.
 * @param silentMs a stream that delivers nothing for this long is over
 * @throws any error that breaks the stream
 */
export async function* readEvents(answer: Response, silentMs: number): AsyncGenerator<ServerEvent> {
  const body: ReadableStream<Uint8Array> | null = answer.body
  const reader = body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  const eventsOf = createEventReader(MOST_EVENT)
  let silence: Timer | undefined
  const heard = () => {
    silence?.cancel()
    silence = after(silentMs, () => void reader.cancel().catch(() => undefined), { isBackground: true })
  }
  try {
    heard()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      heard()
      yield* eventsOf(decoder.decode(value, { stream: true }))
    }
  } finally {
    silence?.cancel()
    await reader.cancel().catch(() => undefined)
  }
}
