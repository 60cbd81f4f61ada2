import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { removeUnlessHeldSync } from '../../src-node/rename.ts'
import { runtime } from '../../src-node/runtime/runtime.ts'

/** The maximum length of a Unix socket's path, its ending zero counted, on the systems with the lowest limit. */
const MOST_PATH_BYTES = 103
const SECRET_BYTES = 32

/**
 * How the Waybill that has a data folder open is reached, new at each start and in a file of that folder, which only its user
 * can read.
 */
const accessSchema = z.object({
  /**
   * A socket in the folder, which has the folder's own protection. On Windows a named pipe: those have no folder, any user
   * could take a name that is known before.
   */
  address: z.string(),
  /** What the caller shows first, and what Waybill shows then: each knows the other by it. */
  callerSecret: z.string(),
  stationSecret: z.string(),
})
export type ControlAccess = z.infer<typeof accessSchema>

const fileOf = (dataDir: string): string => join(dataDir, 'control.json')

/** Null when the folder's path is too long for a socket. */
export function newAccess(dataDir: string, platform: NodeJS.Platform = process.platform): ControlAccess | null {
  const secret = () => runtime().random.bytes(SECRET_BYTES).toString('base64url')
  const address = platform === 'win32' ? `\\\\.\\pipe\\waybill-${secret()}` : join(dataDir, 'control.sock')
  if (platform !== 'win32' && Buffer.byteLength(address) > MOST_PATH_BYTES) return null
  return { address, callerSecret: secret(), stationSecret: secret() }
}

/** In place of one that a process which died has left. */
export function publishAccess(dataDir: string, access: ControlAccess): void {
  withdrawAccess(dataDir)
  writeFileSync(fileOf(dataDir), JSON.stringify(access), { mode: 0o600 })
}

/** One that another program holds stays: it opens nothing when its Waybill has ended. */
export function withdrawAccess(dataDir: string): void {
  removeUnlessHeldSync(fileOf(dataDir))
}

/** Null: no Waybill has the folder open, or it is about to be reached. */
export function readAccess(dataDir: string): ControlAccess | null {
  try {
    return accessSchema.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')))
  } catch {
    return null
  }
}
