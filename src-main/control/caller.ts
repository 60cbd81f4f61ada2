import type { Socket } from 'node:net'
import type { CommandResult } from '../../src-shared/station/error.ts'
import { boundedAnswer, tooLarge } from '../app/command-bounds.ts'
import type { Station } from '../app/station.ts'
import { isSameSecret } from '../../src-node/secret.ts'
import type { ControlAccess } from './address.ts'
import { lineReader } from './lines.ts'
import {
  controlRequestSchema,
  greetingSchema,
  MOST_ANSWER_BYTES,
  MOST_LINE_BYTES,
  type ControlAnswer,
  type ControlHello,
} from './message.ts'

/** Commands of one caller that run at a time; more of them wait. */
export const MOST_AT_ONCE = 8

export interface CallerOptions {
  access: ControlAccess
  /** The time limit of an unfinished line, in milliseconds, and an answer was taken. */
  patienceMs: number
  /** Called for each command that begins; it never fails. */
  onWork: (work: Promise<void>) => void
}

/**
 * Serves one program: reads its lines, runs its commands, answers. A caller that does not know the secret, does not speak this,
 * begins a line and does not end it, or takes no answers is hung up on.
 */
export function serveCaller(
  station: Pick<Station, 'invoke'>,
  socket: Socket,
  { access, patienceMs, onWork }: CallerOptions,
): void {
  let underWay = 0
  const waiting: string[] = []
  let isKnown = false
  /** The greeting is awaited from the start. */
  let hasBegunLine = true
  let lineEnds: NodeJS.Timeout | undefined
  let drained: Promise<void> | undefined

  // The caller disconnected: its command was carried out, no one waits for the answer.
  socket.on('error', () => socket.destroy())
  socket.once('close', () => {
    clearTimeout(lineEnds)
    waiting.length = 0
  })

  const read = lineReader(MOST_LINE_BYTES, (line) => {
    stopWatch()
    if (!isKnown) return greet(line)
    waiting.push(line)
    next()
  })
  socket.on('data', (chunk) => {
    try {
      hasBegunLine = read(chunk)
      watchLine()
    } catch {
      socket.destroy()
    }
  })

  watchLine()

  /** @throws Error when it is no caller of this user's */
  function greet(line: string): void {
    const greeting = greetingSchema.safeParse(parsed(line))
    if (!greeting.success || !isSameSecret(greeting.data.callerSecret, access.callerSecret)) throw new Error('unknown')
    isKnown = true
    const { stationSecret } = access
    socket.write(`${JSON.stringify({ hello: 'waybill', stationSecret } satisfies ControlHello)}\n`)
  }

  /** A line is timed from its first byte, but not while it is not read here. */
  function watchLine(): void {
    if (!hasBegunLine || socket.isPaused() || socket.destroyed) return
    lineEnds ??= setTimeout(() => socket.destroy(), patienceMs)
  }

  function stopWatch(): void {
    clearTimeout(lineEnds)
    lineEnds = undefined
  }

  /** Begins waiting work, and reads on only while there is none. */
  function next(): void {
    while (underWay < MOST_AT_ONCE) {
      const line = waiting.shift()
      if (line === undefined) break
      underWay += 1
      onWork(
        serve(line).finally(() => {
          underWay -= 1
          next()
        }),
      )
    }
    if (waiting.length > 0) {
      socket.pause()
      stopWatch()
    } else if (socket.isPaused()) {
      socket.resume()
      watchLine()
    }
  }

  async function serve(line: string): Promise<void> {
    const answer = await answerTo(station, line)
    if (answer === null) socket.destroy()
    else if (socket.writable) await taken(`${answer}\n`)
  }

  /** Until the caller has room for more. */
  async function taken(line: string): Promise<void> {
    if (!socket.write(line)) await (drained ??= untilDrained())
  }

  async function untilDrained(): Promise<void> {
    const late = setTimeout(() => socket.destroy(), patienceMs)
    await new Promise<void>((resolve) => {
      const done = () => {
        socket.off('drain', done).off('close', done)
        resolve()
      }
      socket.once('drain', done).once('close', done)
    })
    clearTimeout(late)
    drained = undefined
  }
}

/** The line to answer. Null for a line that is no command: the writer does not speak this protocol. */
async function answerTo(station: Pick<Station, 'invoke'>, line: string): Promise<string | null> {
  const request = controlRequestSchema.safeParse(parsed(line))
  if (!request.success) return null
  const { id, name, input } = request.data
  const result = boundedAnswer(name, await station.invoke(name, input, 'command-line'), MOST_ANSWER_BYTES)
  const text = lineOf(id, result)
  // A size measured as text may be longer in bytes and with its signs escaped.
  if (Buffer.byteLength(text) <= MOST_ANSWER_BYTES) return text
  return lineOf(id, tooLarge(name, MOST_ANSWER_BYTES))
}

function lineOf(id: number, result: CommandResult<unknown>): string {
  return JSON.stringify({ id, result } satisfies ControlAnswer)
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
