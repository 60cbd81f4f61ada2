import type { Timer } from '../../../src-node/runtime/timers.ts'
import { after } from '../../../src-node/runtime/wait.ts'
import { errorData, StationError } from '../../../src-shared/station/error.ts'
import type { SerialLine } from '../../../src-shared/station/scale/settings.ts'
import type { LineState } from '../../../src-shared/station/scale/status.ts'
import { delayAfter } from '../../kernel/backoff.ts'
import type { OpenPort, SerialPorts } from './serial-port.ts'

/** Between two tries to open a port. */
const RETRY_MS = [1_000, 2_000, 5_000, 15_000] as const

export interface SerialLineOptions {
  ports: Pick<SerialPorts, 'open'>
  onBytes(bytes: Uint8Array): void
  onState(): void
}

/** Keeps one serial port open: a device that is unplugged and plugged in again is found again. */
export function createSerialLine({ ports, onBytes, onState }: SerialLineOptions) {
  let wanted: SerialLine | null = null
  let state: LineState = { kind: 'off' }
  let open: OpenPort | null = null
  let retry: Timer | null = null
  let tries = 0
  /** Rises with each change of the wanted line: an answer of an earlier try is ignored. */
  let turn = 0
  let work: Promise<void> = Promise.resolve()

  function show(next: LineState): void {
    state = next
    onState()
  }

  function fail(error: StationError): void {
    // After an error the system keeps the port locked until it is closed, and no try would open it again.
    const before = open
    if (before) work = work.then(() => before.close())
    open = null
    show({ kind: 'failed', error: error.toData() })
    retry = after(delayAfter(RETRY_MS, tries), begin, { isBackground: true })
    tries += 1
  }

  function begin(): void {
    retry = null
    work = work.then(connect)
  }

  async function connect(): Promise<void> {
    const mine = turn
    if (wanted === null || open !== null) return
    if (state.kind !== 'failed') show({ kind: 'opening' })
    const { port } = wanted
    try {
      const opened = await ports.open(wanted, {
        onBytes: (bytes) => {
          if (turn === mine) onBytes(bytes)
        },
        onGone: (reason) => {
          if (turn !== mine) return
          const message = `The port ${port} was disconnected.`
          fail(new StationError({ code: 'SERIAL_FAILED', message, details: { port, reason } }))
        },
      })
      if (turn !== mine) return await opened.close()
      open = opened
      tries = 0
      show({ kind: 'open' })
    } catch (error) {
      if (turn !== mine) return
      const details = { port, reason: error instanceof Error ? error.message : String(error) }
      const known = error instanceof StationError ? error : null
      fail(
        known ?? StationError.from(errorData({ code: 'SERIAL_FAILED', message: `The port ${port} failed.`, details })),
      )
    }
  }

  async function end(): Promise<void> {
    turn += 1
    retry?.cancel()
    retry = null
    const before = open
    open = null
    await before?.close()
  }

  return {
    state: (): LineState => state,
    write: (bytes: Uint8Array): void => open?.write(bytes),

    /** From now on this port; null: none. The same again changes nothing. */
    use: async (line: SerialLine | null): Promise<void> => {
      if (JSON.stringify(line) === JSON.stringify(wanted)) return
      wanted = line
      tries = 0
      await end()
      if (line === null) show({ kind: 'off' })
      else {
        state = { kind: 'off' }
        begin()
      }
    },

    close: async (): Promise<void> => {
      wanted = null
      await end()
      await work
    },
  }
}
