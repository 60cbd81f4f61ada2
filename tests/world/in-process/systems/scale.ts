import { StationError } from '../../../../src-shared/station/error.ts'
import type { OpenPort, SerialPorts } from '../../../../src-main/packing/scale/serial-port.ts'
import type { Seeded } from '../../../support/seeded.ts'
import type { Loop, Owner } from '../loop.ts'

/** It swings for so long after something was put on it or taken off. */
const SWINGS_MS = 1_800
export const SCALE_PORT = '/dev/ttyUSB0'

/**
 * A scale on a serial line that speaks NCI's general protocol: it is plugged in when somebody weighs, swings before it stands
 * still, answers in pieces, and is pulled out in the middle of an answer.
 */
export class SimulatedScale {
  /** What lies on it, in pounds: the truth. */
  lb = 0
  readonly #loop: Loop
  readonly #random: Seeded
  #isPluggedIn = false
  #movedAt = -Infinity
  #onGone: ((reason: string) => void) | null = null

  constructor(loop: Loop, random: Seeded) {
    this.#loop = loop
    this.#random = random
  }

  /** The ports of the machine on which this process runs. */
  portsOf(host: Owner): SerialPorts {
    return {
      list: async () => (this.#isPluggedIn ? [{ path: SCALE_PORT, maker: null }] : []),
      open: async (line, { onBytes, onGone }): Promise<OpenPort> => {
        if (line.port !== SCALE_PORT || !this.#isPluggedIn) {
          const details = { port: line.port, reason: 'No such file or directory' }
          const message = `The port ${line.port} cannot be opened.`
          throw new StationError({ code: 'SERIAL_FAILED', message, details })
        }
        let isOpen = true
        this.#onGone = (reason) => {
          if (isOpen && !host.isDead) host.run(() => onGone(reason))
          isOpen = false
        }
        const say = (inMs: number, text: string) =>
          void this.#loop.after(inMs, () => isOpen && this.#isPluggedIn && onBytes(Buffer.from(text, 'latin1')), host)
        return {
          write: () => {
            const answer = this.#answer()
            const cut = this.#random.chance(0.2) ? this.#random.below(answer.length) : answer.length
            const noise = this.#random.chance(0.05) ? '\u0000?' : ''
            say(40, noise + answer.slice(0, cut))
            if (cut < answer.length) say(90, answer.slice(cut))
          },
          close: async () => {
            isOpen = false
          },
        }
      },
    }
  }

  plugIn(): void {
    this.#isPluggedIn = true
  }

  pullOut(): void {
    this.#isPluggedIn = false
    this.#onGone?.('the device is gone')
    this.#onGone = null
  }

  put(lb: number): void {
    this.lb = lb
    this.#movedAt = this.#loop.now
  }

  /** Line feed, weight and unit, then the status: 10 in motion, 20 at zero, 00 stable. */
  #answer(): string {
    const swings = this.#loop.now - this.#movedAt < SWINGS_MS
    const shown = swings ? this.lb * (0.5 + this.#random.next()) : this.lb
    const status = swings ? '10' : this.lb === 0 ? '20' : '00'
    return `\n${shown.toFixed(2).padStart(8)}lb\r\n${status}\r\u0003`
  }
}
