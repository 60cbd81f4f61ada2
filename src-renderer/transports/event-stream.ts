import { createEventReader } from '../../src-shared/server-events.ts'
import { sessionHeaders } from './session.ts'

const REOPEN_AFTER_MS = 1_000
/** The host gives a sign of life every 15 seconds: after this long without one the host is gone. */
const SILENT_MS = 40_000

export interface EventListeners {
  /** The stream is open, for the first time or again. */
  onOpen(): void
  /** It ended, or could not be opened; it is tried again. */
  onLost(): void
  /** The host does not know this page; it is asked again, for another tab may be let in. */
  onRefused(): void
  /** The text of one event. */
  onData(text: string): void
}

/**
 * Reads server-sent events and connects again for as long as it is wanted. The browser's own EventSource cannot send the
 * header that the host asks for.
 * @returns ends it
 */
export function followEvents(url: string, listeners: EventListeners): () => void {
  const ending = new AbortController()
  void follow(url, listeners, ending.signal)
  return () => ending.abort()
}

async function follow(url: string, listeners: EventListeners, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const response = await fetch(url, { headers: sessionHeaders(), signal })
      if (response.ok && response.body) {
        listeners.onOpen()
        await readEvents(response.body, listeners.onData)
      } else if (response.status === 401) listeners.onRefused()
    } catch (error) {
      // A connection that breaks is no error: it is reopened, and the listener is notified of the gap.
      if (!(error instanceof TypeError) && !signal.aborted) reportError(error)
    }
    if (signal.aborted) return
    listeners.onLost()
    await new Promise((resolve) => setTimeout(resolve, REOPEN_AFTER_MS))
  }
}

/** What is no event is the host's sign of life. */
async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onData: (text: string) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  const eventsOf = createEventReader()
  const read = async () => {
    const silence = setTimeout(() => void reader.cancel(), SILENT_MS)
    try {
      return await reader.read()
    } finally {
      clearTimeout(silence)
    }
  }
  for (let { value, done } = await read(); !done; { value, done } = await read()) {
    for (const { data } of eventsOf(value ?? '')) onData(data)
  }
}
