import type { AcceptedConnection } from '../../../src-node/runtime/network.ts'
import { runtime } from '../../../src-node/runtime/runtime.ts'
import { after, sleep } from '../../../src-node/runtime/wait.ts'
import type { PrinterLanguage } from '../../../src-shared/station/printing/printing.ts'
import type { PrinterFault } from './faults.ts'
import { labelStream } from './label-stream.ts'
import type { PrinterPaper } from './printer-memory.ts'
import { isQuestion, repliesTo, type MachineState } from './replies.ts'

export interface LabelPrinterOptions {
  /** Null: a raw port that takes bytes of any kind, counts no labels in them and answers no question. */
  language: PrinterLanguage | null
  dotsPerMm?: 6 | 8 | 12 | 24
  /** Its name and firmware: `ZD421-203dpi,V93.21.17Z`. */
  identity?: string
  /** Its serial number; absent: it has none to tell. */
  serial?: string
  faults?: readonly PrinterFault[]
  /** What it is loaded with: labels of 4 by 6 in when absent. */
  paper?: PrinterPaper
  /** Bytes a second that it prints; as fast as they come when absent. */
  drain?: number
  /** Bytes that it holds and has not printed; full, it takes no more. */
  bufferBytes?: number
  /** 0: any free one. */
  port?: number
  host?: string
  /** Called with each label that is printed. */
  onLabel?: (bytes: Buffer) => void
  /** Called with all bytes of a connection whose sender ended it; what it returns is answered before the connection ends. */
  onJob?: (bytes: Buffer) => string
  /** Said with the first bytes of a connection that it takes, while more are under way; `always`: with everything it takes. */
  says?: { answer: string | Uint8Array; always?: boolean }
  /** A connection that brings more is cut off. */
  mostJobBytes?: number
  /** False: what came and was printed is not kept; for one that runs for days. */
  remembers?: boolean
  /** A connection that brings nothing for so many milliseconds is cut off. */
  idleMs?: number
}

/** One connection's bytes, and how it ended. */
interface PrinterConnection {
  readonly bytes: Buffer
  /** The sender's end of stream came. */
  readonly hasEnded: boolean
  /** Resolves when the connection is closed, however it ended. */
  readonly gone: Promise<null>
}

/**
 * A label printer on a raw port, with the vices of such printers. What it received and printed can be looked at. The one
 * model of a printer: the app's virtual printer, the rehearsal, `npm run printer` and tests are this with parameters.
 */
export type LabelPrinter = Awaited<ReturnType<typeof startLabelPrinter>>

type Stop = 'paper-out' | 'head-open' | 'pause' | 'ribbon-out'

const BUFFER_BYTES = 64 * 1024
const TICK_MS = 5

export async function startLabelPrinter(options: LabelPrinterOptions) {
  const {
    language,
    dotsPerMm = 8,
    identity = 'ZD-VIRTUAL,V1.0.0',
    serial = null,
    faults = [],
    drain,
    bufferBytes = BUFFER_BYTES,
    port = 0,
    host = '127.0.0.1',
    says,
    mostJobBytes = Infinity,
    remembers = true,
  } = options
  const faultAt = (...kinds: PrinterFault['kind'][]) => faults.find(({ kind }) => kinds.includes(kind))
  const sockets = new Set<AcceptedConnection>()
  const connections: PrinterConnection[] = []
  let mostAtOnce = 0
  const stream = language === null ? null : labelStream(language, options.paper)
  /** Bytes of label connections, in the order in which they came: what left the sender for certain. */
  const received: Buffer[] = []
  const paper: Buffer[] = []
  const buffer: Buffer[] = []
  let buffered = 0
  let odometer = 1_000
  let printed = 0
  let trouble: Stop | null = null
  let isCycled = false
  let isClosed = false
  let isDraining = false
  /** What reads on when there is room again. */
  const waitingForRoom = new Set<() => void>()
  const stops = [...faults]

  const state = (): MachineState => ({
    language: language ?? 'ZPL',
    paperOut: trouble === 'paper-out',
    headOpen: trouble === 'head-open',
    ribbonOut: trouble === 'ribbon-out',
    paused: trouble === 'pause',
    waiting: Math.min(999, buffer.length),
    hasPart: stream?.hasPart() ?? false,
    odometer: faultAt('no-odometer') ? null : odometer,
    dotsPerMm,
    identity,
    serial,
  })

  function powerCycle(): void {
    isCycled = true
    buffer.length = 0
    buffered = 0
    stream?.reset()
    for (const socket of sockets) socket.resetAndDestroy()
  }

  /** After each label: whether a fault that counts labels is due now. */
  function afterLabel(): void {
    for (const fault of [...stops]) {
      if (fault.at !== printed) continue
      if (fault.kind === 'power-cycle' && !isCycled) powerCycle()
      else if (
        fault.kind === 'paper-out' ||
        fault.kind === 'head-open' ||
        fault.kind === 'pause' ||
        fault.kind === 'ribbon-out'
      ) {
        stops.splice(stops.indexOf(fault), 1)
        trouble = fault.kind
      }
    }
  }

  /** Prints from the buffer, label by label, until it is empty or something is wrong. */
  function print(mostBytes: number): void {
    let left = mostBytes
    while (left > 0 && trouble === null) {
      const next = buffer.shift()
      if (!next) break
      const piece = next.subarray(0, left)
      if (piece.length < next.length) buffer.unshift(next.subarray(piece.length))
      buffered -= piece.length
      left -= piece.length
      for (const label of stream?.push(piece) ?? []) {
        for (let copy = 0; copy < label.copies; copy += 1) {
          if (remembers) paper.push(label.bytes)
          printed += 1
          odometer += 1
          options.onLabel?.(label.bytes)
        }
        afterLabel()
      }
    }
    if (buffered >= bufferBytes) return
    const readers = [...waitingForRoom]
    waitingForRoom.clear()
    for (const readOn of readers) readOn()
  }

  async function answer(socket: AcceptedConnection, reply: string): Promise<void> {
    if (faultAt('no-replies') || (trouble !== null && faultAt('silent'))) return
    const late = faultAt('late-replies')
    if (late) await sleep(late.at)
    const bytes = Buffer.from(faultAt('double-replies') ? reply + reply : reply, 'latin1')
    const size = faultAt('split-replies') ? 3 : bytes.length
    for (let at = 0; at < bytes.length && !socket.destroyed; at += size) {
      socket.write(bytes.subarray(at, at + size))
      if (size < bytes.length) await sleep(1)
    }
  }

  function serve(socket: AcceptedConnection): void {
    if (faultAt('one-connection') && sockets.size > 0) return void socket.resetAndDestroy()
    sockets.add(socket)
    mostAtOnce = Math.max(mostAtOnce, sockets.size)
    const pieces: Buffer[] = []
    const { promise: gone, resolve: leave } = Promise.withResolvers<null>()
    let hasEnded = false
    if (remembers) {
      connections.push({
        get bytes() {
          return Buffer.concat(pieces)
        },
        get hasEnded() {
          return hasEnded
        },
        gone,
      })
    }
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      waitingForRoom.delete(readOn)
      leave(null)
    })
    if (options.idleMs !== undefined) socket.setTimeout(options.idleMs, () => socket.destroy())
    if (faultAt('silent')) return void socket.pause()
    let taken = 0
    let asked = ''
    let isAsking = language === null ? false : null
    let isBroken = false
    const take = (piece: Buffer): void => {
      if (isAsking === null) isAsking = isQuestion(asked + piece.toString('latin1'))
      if (isAsking) {
        asked += piece.toString('latin1')
        const { reply, rest } = repliesTo(asked, state())
        asked = rest
        if (reply !== '') void answer(socket, reply)
        return
      }
      const broken = faultAt('rst', 'fin')
      const room = broken ? Math.max(0, broken.at - taken) : piece.length
      const kept = Buffer.from(piece.subarray(0, room))
      if (says && (taken === 0 || says.always)) socket.write(says.answer)
      taken += kept.length
      pieces.push(kept)
      if (remembers) received.push(kept)
      buffer.push(kept)
      buffered += kept.length
      if (broken && taken >= broken.at) {
        // A printer that goes away stops reading; only its side of the connection ends with a FIN.
        isBroken = true
        if (broken.kind === 'rst') socket.resetAndDestroy()
        else socket.end()
      }
      if (drain === undefined) print(Infinity)
      else drainOn(drain)
      if (taken > mostJobBytes) socket.destroy()
    }
    /** What there is no room for stays where a printer leaves it: with the sender. */
    function readOn(): void {
      while (!isBroken && !socket.destroyed) {
        const room = bufferBytes - buffered
        if (room <= 0) return void waitingForRoom.add(readOn)
        const piece: unknown = socket.read(Math.min(room, socket.readableLength))
        if (!Buffer.isBuffer(piece) || piece.length === 0) return
        take(piece)
      }
    }
    socket.on('readable', readOn)
    socket.on('end', () => {
      hasEnded = true
      if (faultAt('never-closes')) return
      // Without a byte it was a look whether the printer is there, not a job.
      const said = taken > 0 ? options.onJob?.(Buffer.concat(pieces)) : undefined
      if (said === undefined) socket.end()
      else socket.end(said)
    })
  }

  const listening = await runtime().network.listen({ host, port, highWaterMark: 4096 }, serve)
  afterLabel()

  /** Goes on printing at its pace, as long as there is something to print. */
  function drainOn(bytesASecond: number): void {
    if (isDraining || isClosed || trouble !== null || buffer.length === 0) return
    isDraining = true
    after(
      TICK_MS,
      () => {
        isDraining = false
        print(Math.max(1, Math.round((bytesASecond * TICK_MS) / 1000)))
        drainOn(bytesASecond)
      },
      { isBackground: true },
    )
  }

  return {
    port: listening.port,
    uri: `tcp://${host}:${listening.port}`,
    /** In the order of connecting. */
    connections: connections as readonly PrinterConnection[],
    /** Most connections that were open at one time. */
    get mostAtOnce(): number {
      return mostAtOnce
    },
    /** Each label that came out, copies as often as they did. */
    paper: paper as readonly Buffer[],
    /** Every byte of every connection that brought labels. */
    received: (): Buffer => Buffer.concat(received),
    state,
    /** What labels have left in it: settings, stored objects, control characters that are not as they were. */
    changes: (): string[] => stream?.changes() ?? [],
    /** The paper ends, the head is opened or the button pressed: it takes bytes and prints nothing. */
    stop: (why: Stop): void => {
      trouble = why
    },
    /** Paper is loaded, the head closed, the button pressed: it resumes with what it holds. */
    resume: (): void => {
      trouble = null
      if (drain === undefined) print(Infinity)
      else drainOn(drain)
    },
    /** Switched off and on: what it held is lost. */
    powerCycle,
    /** Takes no new connection; open ones continue to their end. */
    stopListening: (): void => void listening.close(),
    close: async (): Promise<void> => {
      isClosed = true
      const closed = listening.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
