import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** The maximum length of a Unix socket's path, its ending zero counted, on the systems with the lowest limit. */
const MOST_PATH_BYTES = 103

/**
 * Where the Waybill that has this data folder open can be reached: a socket in the folder, which has the folder's own
 * protection; on Windows a named pipe. Null when the folder's path is too long for a socket.
 */
export function controlAddress(dataDir: string, platform: NodeJS.Platform = process.platform): string | null {
  if (platform === 'win32') {
    return `\\\\.\\pipe\\waybill-${createHash('sha256').update(dataDir.toLowerCase()).digest('hex').slice(0, 32)}`
  }
  const path = join(dataDir, 'control.sock')
  return Buffer.byteLength(path) <= MOST_PATH_BYTES ? path : null
}
