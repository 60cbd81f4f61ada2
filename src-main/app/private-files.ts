import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StationError } from '../../src-shared/station/error.ts'

const FOLDER = 0o700
const FILE = 0o600
const NOT_OURS = 0o077

/** The desktop shell's browser keeps many files of its own there; the folder's mode covers them. */
const CLOSED_AT_THE_DOOR = ['window']

/**
 * From here on this process and its children make files that only its own user may read. For the entries of programs:
 * SQLite's journals, copies and sockets then never exist with another mode, not even for a moment.
 */
export function createFilesPrivately(): void {
  process.umask(NOT_OURS)
}

/**
 * Makes a data folder and removes all other users' access to it: folders 0700, files 0600, on
 * Windows an access list with this user alone. Rights that the user removed from their own account stay removed;
 * links are not followed. Never throws: entries that could not be secured come back as a notice, null when all are.
 */
export async function keepPrivate(dataDir: string, platform = process.platform): Promise<StationError | null> {
  try {
    mkdirSync(dataDir, { recursive: true, mode: FOLDER })
    if (platform === 'win32') {
      await promisify(execFile)('icacls', windowsAccess(dataDir, windowsUser()))
      return null
    }
    const open = closeTree(dataDir)
    // A file system without modes takes the change and forgets it.
    if ((statSync(dataDir).mode & NOT_OURS) !== 0) open.unshift({ path: dataDir, reason: 'ENOTSUP' })
    const [first] = open
    return first ? notPrivate(first, open.length) : null
  } catch (error) {
    return notPrivate({ path: dataDir, reason: reasonOf(error) }, 1)
  }
}

/**
 * Arguments of `icacls`: nothing is inherited from above; this user and the system alone, for what will be made here
 * too.
 */
export function windowsAccess(dir: string, user: string): string[] {
  return [dir, '/inheritance:r', '/grant:r', `${user}:(OI)(CI)F`, '/grant:r', '*S-1-5-18:(OI)(CI)F', '/Q']
}

function windowsUser(): string {
  const domain = process.env['USERDOMAIN']
  return domain ? `${domain}\\${userInfo().username}` : userInfo().username
}

interface StillOpen {
  path: string
  reason: string
}

/**
 * Closes a folder before it looks inside: from then on no one else can put anything there. In one go, because it is done
 * before anything else is: 10,000 files take some tens of milliseconds.
 */
function closeTree(dir: string): StillOpen[] {
  const problem = close(dir, FOLDER)
  if (problem) return [problem]
  const open: StillOpen[] = []
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(dir, entry.name)
    if (entry.isDirectory() && !CLOSED_AT_THE_DOOR.includes(entry.name)) open.push(...closeTree(path))
    else {
      const wrong = close(path, entry.isDirectory() ? FOLDER : FILE)
      if (wrong) open.push(wrong)
    }
  }
  return open
}

/** Leaves at most these rights. */
function close(path: string, most: number): StillOpen | null {
  try {
    const { mode } = statSync(path)
    if ((mode & 0o777 & ~most) !== 0) chmodSync(path, mode & most)
    return null
  } catch (error) {
    const reason = reasonOf(error)
    // A journal that another Waybill was just done with.
    return reason === 'ENOENT' ? null : { path, reason }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

function notPrivate({ path, reason }: StillOpen, count: number): StationError {
  const more = count > 1 ? ` and ${count - 1} more` : ''
  return new StationError({
    code: 'DATA_NOT_PRIVATE',
    message: `${path}${more} cannot be protected from other users of this computer (${reason}). Make the user who runs Waybill its owner, on a disk that supports permissions.`,
    details: { path, reason, count },
  })
}
