import type { ServerResponse } from 'node:http'
import type { Station } from '../../app/station.ts'

/** Often enough that a page notices a dead host before a person does. */
const HEARTBEAT_MS = 15_000
/** How long a page waits before it connects again. */
const RETRY_MS = 1_000
/** A page that reads nothing (a sleeping tab) is disconnected with this much unread; it connects again and refreshes. */
const MOST_UNREAD_BYTES = 1_000_000

/** Answers with server-sent events: each `data:` is one StationEvent as JSON. Ends when the page goes. */
export function streamEvents(
  response: ServerResponse,
  station: Pick<Station, 'subscribe'>,
  headers: Record<string, string>,
): void {
  response.writeHead(200, { ...headers, 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
  const write = (text: string) => {
    response.write(text)
    if (response.writableLength > MOST_UNREAD_BYTES) response.destroy()
  }
  write(`retry: ${RETRY_MS}\n\n`)
  const stop = station.subscribe((event) => write(`data: ${JSON.stringify(event)}\n\n`))
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS)
  response.on('close', () => {
    clearInterval(heartbeat)
    stop()
  })
}
