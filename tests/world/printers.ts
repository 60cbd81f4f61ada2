import { startLabelPrinter, type LabelPrinter } from '../../src-main/printing/simulator/label-printer.ts'
import { Host } from './host.ts'
import type { Loop } from './loop.ts'
import type { Network } from './network.ts'

/** Bytes a second that it prints. */
const DRAIN = 1_500
/** Bytes that it holds: little, so that it is often in the middle of something. */
const BUFFER = 3_000

/** A label printer on the network of the world: what came out of it is the truth about what was printed. */
export class SimulatedPrinter {
  /** Labels in the order in which they came out, as text. */
  readonly paper: { at: number; text: string }[] = []
  readonly uri: string
  /** Told of each label as it comes out: by its tracking number, or what it begins with. */
  onLabel: (text: string) => void = () => undefined
  readonly #loop: Loop
  readonly #host: Host
  #machine: LabelPrinter | null = null

  /** @param nth of the world's printers, from 0 */
  constructor(seed: string, nth: number, loop: Loop, network: Network) {
    this.uri = `tcp://10.0.0.${21 + nth}:9100`
    this.#loop = loop
    this.#host = new Host(nth === 0 ? 'printer' : `printer-${nth + 1}`, seed, loop, network)
  }

  /** How many labels with this text came out, after the first so many labels of any text. */
  labelsOf(text: string, after = 0): number {
    return this.paper.slice(after).filter((label) => label.text.includes(text)).length
  }

  async start(): Promise<void> {
    const { hostname: host, port } = new URL(this.uri.replace('tcp', 'http'))
    this.#machine = await this.#host.run(() =>
      startLabelPrinter({
        language: 'ZPL',
        host,
        port: Number(port),
        drain: DRAIN,
        bufferBytes: BUFFER,
        remembers: false,
        onLabel: (bytes) => {
          const text = bytes.toString('latin1')
          this.paper.push({ at: this.#loop.now, text })
          this.onLabel(nameOf(text))
        },
      }),
    )
  }

  stop(why: 'paper-out' | 'head-open' | 'pause'): void {
    this.#host.run(() => this.#machine?.stop(why))
  }

  goOn(): void {
    this.#host.run(() => this.#machine?.resume())
  }

  losePower(): void {
    this.#host.run(() => this.#machine?.powerCycle())
  }
}

/** The first barcode of a label, which is its tracking number where it is one of a shipment. */
const nameOf = (text: string): string => /\^B[^^]*\^FD(?:>[:;])?([^^]{4,40})/.exec(text)?.[1] ?? text.slice(0, 24)
