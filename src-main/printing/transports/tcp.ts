import type { Connection } from '../../../src-node/runtime/network.ts'
import { after, sleep } from '../../../src-node/runtime/wait.ts'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import type { Timer } from '../../../src-node/runtime/timers.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import { ANSWER_LIMIT, type SendOptions, type SendOutcome, type Transport } from './transport.ts'
import { formatAddress, type TcpAddress } from './uri.ts'

/** How long a printer may take, in milliseconds. */
export interface TcpDeadlines {
  /** To accept a connection, name look-up included. */
  connectMs: number
  /** To take the next chunk: a printer out of paper stops draining. */
  stallMs: number
  /** To close the connection after the last byte was sent. */
  closeMs: number
  /** Before each further try of a connection that it turned away: two when absent. */
  againMs?: readonly number[]
}

const TCP_DEADLINES: TcpDeadlines = { connectMs: 5_000, stallMs: 30_000, closeMs: 30_000 }
const AGAIN_MS = [100, 300]

/**
 * A port that takes one connection at a time may still be closing the last one, which asked how the printer is: it refuses
 * the next, or resets it before its first byte.
 */
const TURNED_AWAY: readonly unknown[] = ['ECONNRESET', 'ECONNREFUSED']

/** Bytes passed to the system at a time: progress is reported, and a stall noticed, in these steps. */
const CHUNK = 16 * 1024

/**
 * A raw TCP port (9100). The connection is half-closed after the last byte and read until the printer closes its side:
 * only then has the printer's end taken everything. Closing earlier would reset the connection as soon as the printer
 * says anything, and cut off the tail of the label.
 */
export function tcpTransport(address: TcpAddress, deadlines: TcpDeadlines = TCP_DEADLINES): Transport {
  return {
    send: async (bytes, options = {}) => {
      const socket = await connectAgain(address, deadlines, options.signal)
      return 'error' in socket
        ? { kind: 'refused', error: socket.error }
        : converse(socket.connected, bytes, address, deadlines, options)
    },

    check: async () => {
      const socket = await connect(address, deadlines.connectMs)
      if ('error' in socket) return socket.error
      socket.connected.destroy()
      return null
    },
  }
}

async function connectAgain(
  address: TcpAddress,
  { connectMs, againMs = AGAIN_MS }: Pick<TcpDeadlines, 'connectMs' | 'againMs'>,
  signal?: AbortSignal,
): ReturnType<typeof connect> {
  let socket = await connect(address, connectMs, signal)
  for (const ms of againMs) {
    if (!('error' in socket) || !TURNED_AWAY.includes(socket.error.details['reason'])) return socket
    await sleep(ms, { signal }).catch(() => undefined)
    socket = await connect(address, connectMs, signal)
  }
  return socket
}

function connect(
  address: TcpAddress,
  deadlineMs: number,
  signal?: AbortSignal,
): Promise<{ connected: Connection } | { error: StationErrorData }> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve({ error: unreachable(address, 'the station is closing') })
    // allowHalfOpen: the printer's end of stream must not end ours.
    const socket = runtime().network.connect({ ...address, allowHalfOpen: true })
    const fail = (reason: string) => {
      settle()
      socket.destroy()
      resolve({ error: unreachable(address, reason) })
    }
    const onError = (error: Error) => fail(reasonOf(error))
    const onAbort = () => fail('the station is closing')
    const timer = after(deadlineMs, () => fail(`no answer within ${deadlineMs / 1000} s`))
    const settle = () => {
      timer.cancel()
      signal?.removeEventListener('abort', onAbort)
      socket.off('error', onError)
      // A destroyed attempt may still report an error; no caller waits for it.
      socket.on('error', () => undefined)
    }
    signal?.addEventListener('abort', onAbort)
    socket.on('error', onError)
    socket.once('connect', () => {
      settle()
      resolve({ connected: socket })
    })
  })
}

function converse(
  socket: Connection,
  bytes: Uint8Array,
  address: TcpAddress,
  deadlines: TcpDeadlines,
  { onProgress, signal }: SendOptions,
): Promise<SendOutcome> {
  return new Promise((resolve) => {
    let handedOver = 0
    let isSettled = false
    let timer: Timer | undefined
    const answer = answerBuffer()

    const settle = (outcome: SendOutcome) => {
      if (isSettled) return
      isSettled = true
      timer?.cancel()
      signal?.removeEventListener('abort', onAbort)
      socket.destroy()
      resolve(outcome)
    }
    const breakOff = (reason: string) => {
      const error = interrupted(address, handedOver, bytes.length, reason)
      settle({ kind: 'unknown', bytes: handedOver, answer: answer.bytes(), error })
    }
    const arm = (ms: number, reason: string) => {
      timer?.cancel()
      timer = after(ms, () => breakOff(reason))
    }
    const onAbort = () => breakOff('the station closed the connection')

    const writeOn = () => {
      if (isSettled) return
      if (handedOver === bytes.length) {
        arm(deadlines.closeMs, `did not close the connection within ${deadlines.closeMs / 1000} s`)
        socket.end()
        return
      }
      const chunk = bytes.subarray(handedOver, handedOver + CHUNK)
      arm(deadlines.stallMs, `accepted no data for ${deadlines.stallMs / 1000} s`)
      socket.write(chunk, (error) => {
        // The error event has the reason.
        if (error || isSettled) return
        handedOver += chunk.length
        onProgress?.(handedOver)
        writeOn()
      })
    }

    socket.on('data', (data: Buffer) => answer.add(data))
    socket.on('error', (error) => breakOff(`broke the connection (${reasonOf(error)})`))
    socket.on('end', () => {
      if (socket.writableEnded) settle({ kind: 'accepted', bytes: handedOver, answer: answer.bytes() })
      else breakOff('closed the connection before taking everything')
    })
    signal?.addEventListener('abort', onAbort)
    writeOn()
  })
}

/** Keeps the first ANSWER_LIMIT bytes of what the printer says. */
function answerBuffer() {
  const chunks: Buffer[] = []
  let length = 0
  return {
    add: (data: Buffer) => {
      const kept = data.subarray(0, ANSWER_LIMIT - length)
      if (kept.length === 0) return
      chunks.push(kept)
      length += kept.length
    },
    bytes: (): Uint8Array => Buffer.concat(chunks),
  }
}

/** A name that resolves to several addresses fails with an AggregateError: its code says more than its empty message. */
function reasonOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

function unreachable(address: TcpAddress, reason: string): StationErrorData {
  return {
    code: 'PRINTER_UNREACHABLE',
    message: `The printer at ${formatAddress(address)} cannot be reached: ${reason}. Nothing was sent.`,
    retryable: true,
    details: { ...address, reason },
  }
}

function interrupted(address: TcpAddress, bytes: number, total: number, reason: string): StationErrorData {
  return {
    code: 'PRINTER_INTERRUPTED',
    message: `The printer at ${formatAddress(address)} accepted ${bytes} of ${total} bytes and ${reason}.`,
    retryable: false,
    details: { ...address, bytes, total, reason },
  }
}
