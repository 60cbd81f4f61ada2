import type { SerialPort } from 'serialport'
import { StationError } from '../../../src-shared/station/error.ts'
import type { SerialLine } from '../../../src-shared/station/scale/settings.ts'
import type { SerialPortInfo } from '../../../src-shared/station/scale/status.ts'

/** A port that is open. */
export interface OpenPort {
  write(bytes: Uint8Array): void
  close(): Promise<void>
}

interface PortListener {
  onBytes(bytes: Uint8Array): void
  /** It ended unexpectedly: unplugged, or an error of the system. */
  onGone(reason: string): void
}

/** The machine's serial ports. */
export interface SerialPorts {
  /** @throws StationError SERIAL_UNAVAILABLE, SERIAL_FAILED */
  open(line: SerialLine, listener: PortListener): Promise<OpenPort>
  /** @throws StationError SERIAL_UNAVAILABLE */
  list(): Promise<SerialPortInfo[]>
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Fetched when it is first needed: its native part may be missing for a machine, and then only scales by serial are. */
async function library(): Promise<typeof SerialPort> {
  try {
    return (await import('serialport')).SerialPort
  } catch (error) {
    throw new StationError({
      code: 'SERIAL_UNAVAILABLE',
      message: 'Serial ports cannot be used on this machine.',
      details: { reason: reasonOf(error) },
    })
  }
}

/** The serial ports of this machine by `serialport`. */
export const systemSerialPorts: SerialPorts = {
  open: async ({ port: path, baudRate, dataBits, parity }, { onBytes, onGone }) => {
    const Port = await library()
    const port = new Port({ path, baudRate, dataBits, parity, stopBits: 1, autoOpen: false })
    let hasEnded = false
    const end = (reason: string) => {
      if (hasEnded) return
      hasEnded = true
      onGone(reason)
    }
    port.on('data', (bytes: Buffer) => onBytes(bytes))
    port.on('error', (error) => end(reasonOf(error)))
    port.on('close', (error: unknown) => end(error ? reasonOf(error) : 'the port was closed'))
    await new Promise<void>((resolve, reject) => {
      port.open((error) => {
        if (!error) resolve()
        else {
          const details = { port: path, reason: reasonOf(error) }
          reject(new StationError({ code: 'SERIAL_FAILED', message: `The port ${path} cannot be opened.`, details }))
        }
      })
    })
    return {
      write: (bytes) => void port.write(bytes),
      close: () => {
        hasEnded = true
        return new Promise((resolve) => (port.isOpen ? port.close(() => resolve()) : resolve()))
      },
    }
  },

  list: async () => {
    const Port = await library()
    try {
      return (await Port.list()).map(({ path, manufacturer }) => ({ path, maker: manufacturer ?? null }))
    } catch {
      // Where the system cannot be asked (no udev in a container), the port is typed.
      return []
    }
  },
}
