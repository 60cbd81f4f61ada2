import { after } from '../../../src-node/runtime/wait.ts'
import type { Timer } from '../../../src-node/runtime/timers.ts'

/** One event of a stream of server-sent events. */
interface ServerEvent {
  event: string
  data: string
}

/** A page of the feed holds 200 bookings at most. */
const MOST_EVENT = 16 * 1024 * 1024

/**
 * The events of a stream (WHATWG HTML, "Server-sent events"), as far as a site writes them: comments keep it alive, ids and
 * retry times are left out. Ends with the stream.
 * @param silentMs a stream that delivers nothing for this long is over
 * @throws any error that breaks the stream
 */
export async function* readEvents(answer: Response, silentMs: number): AsyncGenerator<ServerEvent> {
  const body: ReadableStream<Uint8Array> | null = answer.body
  const reader = body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  let silence: Timer | undefined
  const heard = () => {
    silence?.cancel()
    silence = after(silentMs, () => void reader.cancel().catch(() => undefined), { isBackground: true })
  }
  let text = ''
  try {
    heard()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      heard()
      text += decoder.decode(value, { stream: true })
      if (text.length > MOST_EVENT) throw new Error('an event is longer than any page of the feed')
      const blocks = text.replaceAll('\r\n', '\n').split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventOf(block)
        if (event) yield event
      }
    }
  } finally {
    silence?.cancel()
    await reader.cancel().catch(() => undefined)
  }
}

function eventOf(block: string): ServerEvent | null {
  const lines = block.split('\n').map((line) => /^(event|data):\s?(.*)$/.exec(line))
  const of = (field: string) => lines.flatMap((line) => (line?.[1] === field ? [line[2] ?? ''] : []))
  const data = of('data')
  return data.length === 0 ? null : { event: of('event').at(-1) ?? 'message', data: data.join('\n') }
}
