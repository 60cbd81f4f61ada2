import { spawn, spawnSync } from 'node:child_process'

export const hasPty = spawnSync('python3', ['-c', 'import pty, tty']).status === 0

/**
 * A character device that is read to the end, or not read at all, as a printer out of paper.
 * @param isRaw false: as a serial line is at first, for a person at a terminal
 */
export async function characterDevice(
  isRead: boolean,
  { isRaw = true }: { isRaw?: boolean } = {},
): Promise<{ path: string; received: () => Buffer; close: () => void }> {
  const script = `
import os, pty, sys, time, tty
master, slave = pty.openpty()
${isRaw ? 'tty.setraw(slave)' : ''}
print(os.ttyname(slave), file=sys.stderr, flush=True)
while ${isRead ? 'True' : 'False'}:
  os.write(1, os.read(master, 65536))
time.sleep(60)
`
  const child = spawn('python3', ['-c', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  const pieces: Buffer[] = []
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
  const path = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.stderr.once('data', (data: Buffer) => resolve(data.toString().trim()))
  })
  return { path, received: () => Buffer.concat(pieces), close: () => void child.kill() }
}
