import { execFile } from 'node:child_process'
import { isatty } from 'node:tty'

/** Every byte as it is (termios(3)). Speed and flow control stay as they are set on this computer. */
const AS_IT_IS = [
  ...['-opost', '-istrip', '-inlcr', '-igncr', '-icrnl', '-ignbrk', '-brkint', '-parmrk'],
  ...['-icanon', '-isig', '-iexten', '-echo', '-echonl', 'min', '1', 'time', '0'],
]
const DEADLINE_MS = 5_000

/**
 * A serial line is a terminal's until it is set otherwise: each 0A in a picture would leave as 0D 0A, and the ETX that ends
 * an answer of `~HS` would be taken as a person's Ctrl-C.
 * @param fd the open device: what is set holds while it is open
 * @returns why it cannot be set; null: it is set, or it is no serial line
 */
export function setLineAsItIs(path: string, fd: number): Promise<string | null> {
  if (!isatty(fd)) return Promise.resolve(null)
  const file = process.platform === 'darwin' ? '-f' : '-F'
  return new Promise((resolve) => {
    execFile('stty', [file, path, ...AS_IT_IS], { timeout: DEADLINE_MS }, (error, _stdout, stderr) => {
      const [said = ''] = stderr.split('\n')
      resolve(error === null ? null : `its serial line cannot be set: ${said || (error.code ?? error.message)}`)
    })
  })
}
