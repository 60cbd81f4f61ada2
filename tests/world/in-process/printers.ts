import { startLabelPrinter, type LabelPrinter } from '../../../src-main/printing/simulator/label-printer.ts'
import { seeded } from '../../support/seeded.ts'
import { labelStream } from '../../../src-main/printing/simulator/label-stream.ts'
import { Host } from './host.ts'
import type { Loop } from './loop.ts'
import type { Network } from './network.ts'

/** Bytes a second that it prints. */
const DRAIN = 1_500
/** Bytes that it holds, by how often: less than a label, so that it is often in the middle of one, or some labels. */
const BUFFERS = { '600': 2, '3000': 1 }

/** A label printer on the network of the world: what came out of it is the truth about what was printed. */
export class SimulatedPrinter {
  /** Labels in the order in which they came out, as text. */
  readonly paper: { at: number; text: string }[] = []
  /** Labels that were sent here whole, whether they have come out or not. */
  readonly sent: { text: string }[] = []
  readonly uri: string
  /** Told of each label as it comes out: by its tracking number, or what it begins with. */
  onLabel: (text: string) => void = () => undefined
  /** Told when the first bytes of a label are on their way here, which a question about its state is not. */
  onLabelBegins: () => void = () => undefined
  readonly #loop: Loop
  readonly #host: Host
  readonly #bufferBytes: number
  #machine: LabelPrinter | null = null
  #receiving: { connection: number; stream: ReturnType<typeof labelStream> } | null = null

  /** @param nth of the world's printers, from 0 */
  constructor(seed: string, nth: number, loop: Loop, network: Network) {
    this.uri = `tcp://10.0.0.${21 + nth}:9100`
    this.#loop = loop
    this.#bufferBytes = Number(seeded(seed, 'printer').pick(BUFFERS))
    this.#host = new Host(nth === 0 ? 'printer' : `printer-${nth + 1}`, seed, loop, network)
  }

  /** How many labels with this text came out, after the first so many labels of any text. */
  labelsOf(text: string, after = 0): number {
    return this.paper.slice(after).filter((label) => label.text.includes(text)).length
  }

  /** A piece is on its way over a connection to it. */
  receive(connection: number, piece: Buffer): void {
    if (this.#receiving?.connection !== connection) this.#receiving = { connection, stream: labelStream('ZPL') }
    if (piece.includes('^XA')) this.onLabelBegins()
    for (const { bytes } of this.#receiving.stream.push(piece)) this.sent.push({ text: bytes.toString('latin1') })
  }

  async start(): Promise<void> {
    const { hostname: host, port } = new URL(this.uri.replace('tcp', 'http'))
    this.#machine = await this.#host.run(() =>
      startLabelPrinter({
        language: 'ZPL',
        host,
        port: Number(port),
        drain: DRAIN,
        bufferBytes: this.#bufferBytes,
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
