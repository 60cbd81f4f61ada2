import { sessionHeaders } from './session.ts'

const REOPEN_AFTER_MS = 1_000

export interface EventListeners {
  /** The stream is open, for the first time or again. */
  onOpen(): void
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
      }
    } catch (error) {
      // A connection that breaks is no fault: it is made again, and whoever listens is told of the gap.
      if (!(error instanceof TypeError) && !signal.aborted) reportError(error)
    }
    await new Promise((resolve) => setTimeout(resolve, REOPEN_AFTER_MS))
  }
}

/** Events are blocks of lines with an empty line behind each; a line without `data:` is the host's sign of life. */
async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onData: (text: string) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    const blocks = `${text}${value}`.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) if (block.startsWith('data: ')) onData(block.slice('data: '.length))
  }
}
