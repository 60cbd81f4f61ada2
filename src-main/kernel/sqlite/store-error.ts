import { basename, dirname, join } from 'node:path'
import { StationError } from '../../../src-shared/station/error.ts'

const DAMAGED = ['SQLITE_CORRUPT', 'SQLITE_NOTADB']
const READ_ONLY = ['SQLITE_READONLY', 'SQLITE_CANTOPEN', 'EROFS', 'EACCES', 'EPERM']
const FULL = ['SQLITE_FULL', 'ENOSPC', 'EDQUOT']
const FAILED = ['SQLITE_IOERR', 'EIO', 'ENXIO', 'ESTALE']

/**
 * An error of SQLite or the system about a file, as a sentence for a person; anything else is returned as it came.
 */
export function asStationError(cause: unknown, file: string): unknown {
  const code = codeOf(cause)
  if (code === null || !(cause instanceof Error)) return cause
  const startsWith = (codes: readonly string[]) => codes.some((start) => code.startsWith(start))
  if (startsWith(DAMAGED)) return damaged(file, cause.message)
  if (code.startsWith('SQLITE_BUSY')) {
    return new StationError({
      code: 'DATA_IN_USE',
      message: `${basename(file)} in ${dirname(file)} is locked by another program. Close that program first.`,
      retryable: true,
      details: { file },
    })
  }
  if (startsWith(READ_ONLY)) {
    return new StationError({
      code: 'DATA_FOLDER_READ_ONLY',
      message: `Waybill may not write into ${dirname(file)} (${basename(file)}: ${cause.message}). Give this user permission to write there, or choose another folder with --data.`,
      details: { file, reason: cause.message },
    })
  }
  if (startsWith(FULL)) {
    return new StationError({
      code: 'DISK_FULL',
      message: `The disk of ${dirname(file)} is full (${basename(file)}: ${cause.message}). Free up space and try again.`,
      retryable: true,
      details: { file, reason: cause.message },
    })
  }
  if (startsWith(FAILED)) {
    return new StationError({
      code: 'DISK_FAILED',
      message: `The disk of ${dirname(file)} has a read or write error (${basename(file)}: ${cause.message}). Requests without an answer were not saved. Check the disk, then restart Waybill.`,
      retryable: true,
      details: { file, reason: cause.message },
    })
  }
  return cause
}

const OF_THE_MACHINE = ['DISK_FULL', 'DISK_FAILED', 'DATA_FOLDER_READ_ONLY', 'DATA_IN_USE', 'DATABASE_DAMAGED']

/** Is it a disk, or a database of ours, that failed, and not what was asked for? */
export const isOfMachine = (error: unknown): boolean =>
  error instanceof StationError && OF_THE_MACHINE.includes(error.code)

/** The system's disk error while a command writes a file; `dataDir` where it names no file. */
export function asDiskError(cause: unknown, dataDir: string): unknown {
  const code = codeOf(cause)
  if (code === null || ![...FULL, ...FAILED, 'EROFS'].some((start) => code.startsWith(start))) return cause
  const path = cause instanceof Error && 'path' in cause && typeof cause.path === 'string' ? cause.path : null
  return asStationError(cause, path ?? join(dataDir, 'a file'))
}

export function damaged(file: string, reason: string): StationError {
  return new StationError({
    code: 'DATABASE_DAMAGED',
    message: `${file} is damaged (${reason}).`,
    details: { file, reason },
  })
}

/** Whether a store's own pages read as damaged. */
export const isDamaged = (error: unknown): error is StationError =>
  error instanceof StationError && error.code === 'DATABASE_DAMAGED'

/** The sentence of any thrown thing. */
export const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

function codeOf(cause: unknown): string | null {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : null
}
