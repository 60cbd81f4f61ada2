/** One event of a stream of server-sent events. */
export interface ServerEvent {
  event: string
  data: string
}

/**
 * Reads the text of a stream as it comes (WHATWG HTML, "Server-sent events"), as far as our own hosts write one: comments keep it
 * alive, ids and retry times are left out.
 * @param most of characters, that an event may have
 * @returns takes a piece of the text, and gives the events that end in it
 * @throws RangeError for an event that is longer
 */
export function createEventReader(most = Infinity): (piece: string) => ServerEvent[] {
  let text = ''
  return (piece) => {
    text += piece
    if (text.length > most) throw new RangeError(`an event is longer than ${most} characters`)
    const blocks = text.replaceAll('\r\n', '\n').split('\n\n')
    text = blocks.pop() ?? ''
    return blocks.flatMap((block) => eventOf(block) ?? [])
  }
}

function eventOf(block: string): ServerEvent | null {
  const lines = block.split('\n').map((line) => /^(event|data):\s?(.*)$/.exec(line))
  const of = (field: string) => lines.flatMap((line) => (line?.[1] === field ? [line[2] ?? ''] : []))
  const data = of('data')
  return data.length === 0 ? null : { event: of('event').at(-1) ?? 'message', data: data.join('\n') }
}
