import { constants } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { monotonic, sleep } from '../../../src-node/runtime/wait.ts'
import { setLineAsItIs } from '../transports/serial-line.ts'
import type { Asked, Asker } from './ask.ts'

/** Never made, never emptied; not waiting, so that a silent printer blocks no caller. */
const FLAGS = constants.O_RDWR | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)
const MOST_BYTES = 64 * 1024
const PIECE = 4 * 1024
const EVERY_MS = 20

/**
 * Asks over a character device that answers: a serial line, or `/dev/usb/lp0` of Linux (usblp), which gives back what the
 * printer says on its bulk-in endpoint. The device is opened for each question and closed again, for it takes one program
 * at a time. What it says before the question answers an earlier one, too late, and is dropped.
 */
export const askerOf =
  (path: string): Asker =>
  async (question, isWhole, { deadlineMs, signal }) => {
    const nobody = (reason: string): Asked => ({ answer: null, isWhole: false, reason })
    try {
      if (!(await stat(path)).isCharacterDevice()) return nobody('it is no device')
      const handle = await open(path, FLAGS)
      try {
        const obstacle = await setLineAsItIs(path, handle.fd)
        if (obstacle !== null) return nobody(obstacle)
        const pieces: Buffer[] = []
        let length = 0
        const said = (isDone: boolean, reason: string): Asked => ({
          answer: Buffer.concat(pieces),
          isWhole: isDone,
          reason,
        })
        const buffer = Buffer.alloc(PIECE)
        const read = async (): Promise<number> => {
          try {
            return (await handle.read(buffer, 0, PIECE, null)).bytesRead
          } catch (error) {
            if (codeOf(error) === 'EAGAIN') return 0
            throw error
          }
        }
        const giveUpAt = monotonic() + deadlineMs
        const isInTime = () => monotonic() < giveUpAt && !signal?.aborted
        // The kernel begins to fetch what the printer has to say when the device is opened.
        do await sleep(EVERY_MS)
        while (isInTime() && (await read()) > 0)
        if (isInTime()) await handle.write(question, null, 'latin1')
        while (isInTime() && length < MOST_BYTES) {
          const bytesRead = await read()
          if (bytesRead > 0) {
            pieces.push(Buffer.from(buffer.subarray(0, bytesRead)))
            length += bytesRead
            if (isWhole(Buffer.concat(pieces))) return said(true, '')
          } else await sleep(EVERY_MS)
        }
        return said(false, `no answer within ${deadlineMs / 1000} s`)
      } finally {
        await handle.close()
      }
    } catch (error) {
      return nobody(codeOf(error))
    }
  }

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.message : String(error)
}
