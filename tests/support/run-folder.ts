import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A run has up to 200 MB in temporary files at once, the full one more. */
const ROOM_BYTES = 4 * 1024 ** 3

/** A disk in memory, if this system has one with room, makes a station's files in half the time. */
function temporaryDisk(inMemory = '/dev/shm'): string {
  if (!existsSync(inMemory)) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize >= ROOM_BYTES ? inMemory : tmpdir()
}

/** Where the folders of runs are. */
export const DISK = temporaryDisk()
/** The folder of a run, with the number of its process: all temporary files of its tests are in it, and go with it. */
export const RUN = /^waybill-run-(\d+)$/
/** The one of this run, in the process that began it. */
export const FOLDER_OF_RUN = join(DISK, `waybill-run-${process.pid}`)
