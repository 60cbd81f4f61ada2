import { constants, type Stats } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { monotonic, sleep } from '../../../src-node/runtime/wait.ts'
import { StationError, type StationErrorData } from '../../../src-shared/station/error.ts'
import { setLineAsItIs } from './serial-line.ts'
import type { SendOutcome, Transport } from './transport.ts'

export interface DeviceTimes {
  /** How long a device may take nothing, in milliseconds: a printer out of paper stops taking. */
  stallMs: number
  /** The major number of Linux's USB printers. */
  usbMajor?: number
}

const DEVICE_TIMES: DeviceTimes = { stallMs: 30_000 }
const USB_PRINTER = 180
/**
 * Written apart behind a label to a USB printer, whose driver counts what is still on its way as taken, and drops it when
 * the device is closed (Linux, drivers/usb/class/usblp.c): it takes this once all before it has arrived. Between labels it
 * is nothing in ZPL and EPL.
 */
const LINE_END = Buffer.from('\n')
const CHUNK = 4 * 1024
const NOTHING = new Uint8Array()
/** Never O_CREAT, never O_TRUNC: a device that is unplugged must not become a file. Not waiting, so that a stall is seen. */
const FLAGS = constants.O_WRONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

/**
 * Major numbers of Linux devices that a printer can be at (the kernel's Documentation/admin-guide/devices.txt): parallel (6), USB
 * printers (180), serial (4, 204), USB serial (166, 188), and pseudo-terminals (136 to 143), by which serial servers bring a port here.
 */
const PRINTER_MAJORS: ReadonlySet<number> = new Set([4, 6, 166, 180, 188, 204, 136, 137, 138, 139, 140, 141, 142, 143])

/** Whether a printer can be there. /dev/null and the like are character devices, too, and take everything. */
function isPrinterDevice(found: Stats): boolean {
  if (!found.isCharacterDevice()) return false
  return process.platform !== 'linux' || PRINTER_MAJORS.has(majorOf(found))
}

const majorOf = ({ rdev }: Stats): number => Math.floor(rdev / 256) & 0xfff

/** The character device of a USB or parallel port. It answers nothing: what was written counts as accepted, never as printed. */
export function deviceTransport(
  path: string,
  { stallMs, usbMajor = USB_PRINTER }: DeviceTimes = DEVICE_TIMES,
): Transport {
  const unreachable = (reason: string): StationErrorData =>
    new StationError({
      code: 'PRINTER_UNREACHABLE',
      message: `The printer at ${path} cannot be opened: ${reason}. Nothing was sent.`,
      retryable: true,
      details: { path, reason },
    }).toData()
  const noDevice = (): StationErrorData =>
    new StationError({
      code: 'NOT_A_DEVICE',
      message: `${path} is not a printer device. Nothing was sent. Use the printer's own, such as /dev/usb/lp0, /dev/lp0 or /dev/ttyUSB0.`,
      details: { path },
    }).toData()

  const check = async (): Promise<StationErrorData | null> => {
    try {
      return isPrinterDevice(await stat(path)) ? null : noDevice()
    } catch (error) {
      return unreachable(codeOf(error))
    }
  }

  async function lineError({ fd }: FileHandle): Promise<StationErrorData | null> {
    const obstacle = await setLineAsItIs(path, fd)
    return obstacle === null ? null : unreachable(obstacle)
  }

  async function openDevice(): Promise<{ handle: FileHandle; isUsb: boolean } | { error: StationErrorData }> {
    const problem = await check()
    if (problem) return { error: problem }
    try {
      const handle = await open(path, FLAGS)
      // Looked at again through the open handle: another thing may have taken its place meanwhile.
      const found = await handle.stat()
      const error = isPrinterDevice(found) ? await lineError(handle) : noDevice()
      if (error === null) return { handle, isUsb: process.platform === 'linux' && majorOf(found) === usbMajor }
      await handle.close()
      return { error }
    } catch (error) {
      return { error: unreachable(codeOf(error)) }
    }
  }

  return {
    check,

    send: async (bytes, { onProgress, signal } = {}): Promise<SendOutcome> => {
      if (signal?.aborted) return { kind: 'refused', error: unreachable('the station is closing') }
      const opened = await openDevice()
      if ('error' in opened) return { kind: 'refused', error: opened.error }
      let taken = 0
      const broken = (reason: string): SendOutcome => {
        // Not one byte was taken: a device says so with each write, as a network does not.
        if (taken === 0) return { kind: 'refused', error: unreachable(reason) }
        const error = new StationError({
          code: 'PRINTER_INTERRUPTED',
          message: `The printer at ${path} accepted ${taken} of ${bytes.length} bytes and ${reason}.`,
          details: { path, bytes: taken, total: bytes.length, reason },
        }).toData()
        return { kind: 'unknown', bytes: taken, answer: NOTHING, error }
      }
      try {
        let lastTaken = monotonic()
        const total = bytes.length + (opened.isUsb ? LINE_END.length : 0)
        while (taken < total) {
          if (signal?.aborted) return broken('the station closed the device')
          const part = taken < bytes.length ? bytes.subarray(taken, taken + CHUNK) : LINE_END
          const written = await writeSome(opened.handle, part)
          if (typeof written === 'string') return broken(`failed (${written})`)
          if (written > 0) {
            taken += written
            lastTaken = monotonic()
            if (taken <= bytes.length) onProgress?.(taken)
          } else {
            if (monotonic() - lastTaken > stallMs) return broken(`accepted no data for ${stallMs / 1000} s`)
            await sleep(10)
          }
        }
        return { kind: 'accepted', bytes: bytes.length, answer: NOTHING, detail: 'handed-over' }
      } finally {
        await opened.handle.close()
      }
    },
  }
}

/** Bytes taken, 0 when the device is busy, or the code of its error. */
async function writeSome(handle: FileHandle, bytes: Uint8Array): Promise<number | string> {
  try {
    return (await handle.write(bytes)).bytesWritten
  } catch (error) {
    const code = codeOf(error)
    return code === 'EAGAIN' ? 0 : code
  }
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.message : String(error)
}
