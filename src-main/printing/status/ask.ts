import { after } from '../../../src-node/runtime/wait.ts'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import type { TcpAddress } from '../transports/uri.ts'

export interface AskOptions {
  /** To connect, and then to answer; each, in milliseconds. */
  deadlineMs: number
  signal?: AbortSignal
}

/** What a printer answered: everything it said until the answer was whole or the time was over. */
export interface Asked {
  /** Null: no connection; the reason is in `reason`. */
  answer: Uint8Array | null
  isWhole: boolean
  reason: string
}

/** The way on which a printer takes questions and answers them: a port, or a device. Never rejects. */
export type Asker = (question: string, isWhole: (soFar: Uint8Array) => boolean, options: AskOptions) => Promise<Asked>

const MOST_BYTES = 64 * 1024
/** How long the printer may take to close its side: a port that takes one connection at a time refuses the next one until then. */
const CLOSE_MS = 100

/** Asks over a raw port, each question on a connection of its own. */
export const askerAt =
  (address: TcpAddress): Asker =>
  (question, isWhole, options) =>
    ask(address, question, isWhole, options)

/**
 * Asks a printer one question over a connection of its own, and listens until the answer is whole. Never rejects: a printer
 * that says nothing is an answer, too.
 */
export function ask(
  address: TcpAddress,
  question: string,
  isWhole: (soFar: Uint8Array) => boolean,
  { deadlineMs, signal }: AskOptions,
): Promise<Asked> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let length = 0
    let isConnected = false
    const socket = runtime().network.connect(address)
    let isSettled = false
    const settle = (whole: boolean, reason: string) => {
      if (isSettled) return
      isSettled = true
      timer.cancel()
      signal?.removeEventListener('abort', onAbort)
      const answered = { answer: isConnected ? Buffer.concat(pieces) : null, isWhole: whole, reason }
      const closing = whole ? after(CLOSE_MS, () => socket.destroy()) : null
      socket.once('close', () => {
        closing?.cancel()
        resolve(answered)
      })
      if (whole) socket.end()
      else socket.destroy()
    }
    const onAbort = () => settle(false, 'the station is closing')
    let timer = after(deadlineMs, () => settle(false, `no connection within ${deadlineMs / 1000} s`))
    if (signal?.aborted) return onAbort()
    signal?.addEventListener('abort', onAbort)
    socket.on('error', (error) => settle(false, 'code' in error ? String(error.code) : error.message))
    socket.on('end', () => settle(false, 'closed the connection without an answer'))
    socket.once('connect', () => {
      isConnected = true
      timer.cancel()
      timer = after(deadlineMs, () => settle(false, `no answer within ${deadlineMs / 1000} s`))
      socket.write(question)
    })
    socket.on('data', (piece: Buffer) => {
      length += piece.length
      if (length > MOST_BYTES) return settle(false, 'does not stop talking')
      pieces.push(piece)
      if (isWhole(Buffer.concat(pieces))) settle(true, '')
    })
  })
}
