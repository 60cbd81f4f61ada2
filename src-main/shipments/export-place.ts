import { constants } from 'node:fs'
import { mkdir, open, realpath, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { StationError } from '../../src-shared/station/error.ts'

/** Names that Windows reads as devices, with any ending. */
const DEVICE_NAME = /^(con|prn|aux|nul|com\d|lpt\d)\s*(\.|$)/i

/** Where an export may be written as a file. */
export interface ExportPlace {
  /**
   * Opens a file that was not there, for this user alone.
   * @throws StationError INVALID_INPUT (issues[0].path = path) outside the folders, for a file that exists, for a device
   */
  create(path: string): Promise<FileHandle>
}

/**
 * Exports go into a folder that a person chose: the one named when Waybill was started, and `exports` in the data folder.
 * The target of a path is resolved first, so that neither `..` nor a link leads out.
 * @param chosen absolute; null: no other folder was named
 */
export function exportPlace(dataDir: string, chosen: string | null): ExportPlace {
  const own = join(dataDir, 'exports')
  const folders = chosen === null ? [own] : [chosen, own]
  return {
    create: async (path) => {
      await mkdir(own, { recursive: true, mode: 0o700 })
      const name = basename(path)
      if (DEVICE_NAME.test(name)) throw refused(`${name} is the name of a device`)
      // Windows would write it into a file that no one sees.
      if (process.platform === 'win32' && name.includes(':')) throw refused(`${name} has a colon in its name`)
      const folder = await realpath(dirname(path)).catch((cause: unknown) => {
        throw refused(`${dirname(path)} cannot be opened (${reasonOf(cause)})`)
      })
      const allowed = await Promise.all(folders.map((allowed) => realpath(allowed).catch(() => null)))
      if (
        !allowed.some(
          (one) => one !== null && (folder === one || folder.startsWith(one.endsWith(sep) ? one : one + sep)),
        )
      ) {
        throw refused(
          `${path} is not in ${folders.join(' or ')}; WAYBILL_EXPORTS names another folder when Waybill starts`,
        )
      }
      // EXCL: nothing is written over, and a link at the end is not followed.
      const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL
      return open(join(folder, name), flags, 0o600).catch((cause: unknown) => {
        const reason = reasonOf(cause)
        throw refused(
          reason === 'EEXIST' ? `there is already a file at ${path}` : `${path} cannot be written (${reason})`,
        )
      })
    },
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
}

function refused(why: string): StationError {
  const message = `path: ${why}`
  return new StationError({ code: 'INVALID_INPUT', message, details: { issues: [{ path: 'path', message }] } })
}
