import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

/** A pair of pseudo-terminals: what is written to one end is read at the other. Its first line is the other end's name. */
const RELAY = `
import os, select, sys, tty
master, slave = os.openpty()
tty.setraw(slave)
print(os.ttyname(slave), flush=True)
while True:
    ready, _, _ = select.select([master, 0], [], [])
    if master in ready: print('<' + os.read(master, 4096).hex(), flush=True)
    if 0 in ready:
        line = sys.stdin.buffer.raw.read(65536)
        if not line: break
        for part in line.split():
            os.write(master, bytes.fromhex(part.decode()))
`

/** Why there is no pseudo-terminal here; null: there is. */
export const noPty = (): string | null =>
  process.platform !== 'linux'
    ? 'no pseudo-terminals on this system'
    : spawnSync('python3', ['-c', 'import pty']).status === 0
      ? null
      : 'no python3'

/** A device on a serial port: a real pseudo-terminal that a program opens by its path. */
export interface SerialDevice {
  path: string
  send(text: string): void
  /** Pulls the plug. */
  unplug(): Promise<void>
}

/** @param onBytes what was written to the port */
export async function serialDevice(onBytes: (text: string, device: SerialDevice) => void): Promise<SerialDevice> {
  const child = spawn('python3', ['-u', '-c', RELAY], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const ended = once(child, 'exit')
  const [path] = await once(lines, 'line')
  const device: SerialDevice = {
    path: String(path),
    // What is asked while the plug is pulled gets no answer.
    send: (text) => {
      if (!child.stdin.writableEnded) child.stdin.write(`${Buffer.from(text, 'latin1').toString('hex')}\n`)
    },
    unplug: async () => {
      child.stdin.end()
      child.kill()
      await ended
    },
  }
  lines.on('line', (line: string) => onBytes(Buffer.from(line.slice(1), 'hex').toString('latin1'), device))
  onTestFinished(device.unplug)
  return device
}

/** A scale on a pseudo-terminal that answers W as NCI's protocol has it. Its load can be changed. */
export async function nciScale(load: { text: string; status: string }) {
  const scale = {
    ...load,
    device: await serialDevice((text, device) => {
      if (text.includes('W\r')) device.send(`${scale.text === '' ? '' : `\n${scale.text}\r`}\n${scale.status}\r\x03`)
    }),
  }
  return scale
}
