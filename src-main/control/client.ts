import { connect, type Socket } from 'node:net'
import type { CommandResult } from '../../src-shared/station/error.ts'
import { isSameSecret } from '../../src-node/secret.ts'
import { readAccess } from './address.ts'
import { lineReader } from './lines.ts'
import {
  controlAnswerSchema,
  helloSchema,
  MOST_ANSWER_BYTES,
  MOST_LINE_BYTES,
  PATIENCE_MS,
  type ControlGreeting,
  type ControlRequest,
} from './message.ts'

/** An answer, and the chunk in which its end came. */
const ANSWER_LINE_BYTES = MOST_ANSWER_BYTES + 64 * 1024

/** A Waybill that runs in another process. */
export interface RemoteStation {
  invoke(name: string, input: unknown): Promise<CommandResult<unknown>>
  close(): void
}

/** The Waybill that has this data folder open; null when none answers, or what answers does not greet in `patienceMs`. */
export async function connectControl(dataDir: string, patienceMs = PATIENCE_MS): Promise<RemoteStation | null> {
  const access = readAccess(dataDir)
  const socket = access === null ? null : await connected(access.address)
  if (access === null || socket === null) return null

  /** Without a greeting it may be on its way out, and would not wait for us. */
  const { promise: greeted, resolve: greet } = Promise.withResolvers<boolean>()
  let isGreeted = false

  let lastId = 0
  let isGone = false
  const waiting = new Map<number, (result: CommandResult<unknown>) => void>()
  const giveUp = () => {
    isGone = true
    greet(false)
    for (const resolve of waiting.values()) resolve(gone())
    waiting.clear()
  }
  const read = lineReader(ANSWER_LINE_BYTES, (line) => {
    const message: unknown = JSON.parse(line)
    if (!isGreeted) {
      const hello = helloSchema.safeParse(message)
      isGreeted = hello.success && isSameSecret(hello.data.stationSecret, access.stationSecret)
      greet(isGreeted)
      return
    }
    const { id, result } = controlAnswerSchema.parse(message)
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  socket.on('data', (chunk) => {
    try {
      read(chunk)
    } catch {
      // Not a Waybill of this version: its request stays unanswered.
      socket.destroy()
    }
  })
  socket.on('error', () => socket.destroy())
  socket.once('close', giveUp)
  socket.setTimeout(patienceMs, () => socket.destroy())
  socket.write(`${JSON.stringify({ callerSecret: access.callerSecret } satisfies ControlGreeting)}\n`)

  if (!(await greeted)) {
    socket.destroy()
    return null
  }
  // A command takes as long as it takes.
  socket.setTimeout(0)
  return {
    invoke: (name, input) =>
      new Promise((resolve) => {
        if (isGone) return resolve(gone())
        const id = ++lastId
        const line = JSON.stringify({ id, name, input } satisfies ControlRequest)
        if (Buffer.byteLength(line) > MOST_LINE_BYTES) return resolve(tooLong(name))
        waiting.set(id, resolve)
        socket.write(`${line}\n`)
      }),
    close: () => socket.end(),
  }
}

/** Checked here: the running Waybill would hang up without a reason. */
function tooLong(name: string): CommandResult<unknown> {
  return {
    ok: false,
    error: {
      code: 'TOO_LARGE',
      message: `${name} is larger than ${MOST_LINE_BYTES / 1024 / 1024} MiB, the most that an open Waybill accepts from another program. Nothing was sent. Send less at a time, or close Waybill first.`,
      retryable: false,
      details: { most: MOST_LINE_BYTES },
    },
  }
}

/** The command may have been carried out: its result is seen by the next query. */
function gone(): CommandResult<unknown> {
  return {
    ok: false,
    error: {
      code: 'STATION_GONE',
      message: 'Waybill closed before it answered. What it started is saved; check before you try again.',
      retryable: false,
      details: {},
    },
  }
}

function connected(address: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => {
      socket.removeAllListeners('error')
      resolve(socket)
    })
    socket.once('error', () => resolve(null))
  })
}
