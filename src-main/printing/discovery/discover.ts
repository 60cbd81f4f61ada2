import type { Options } from 'multicast-dns'
import type { FoundPrinter } from '../../../src-shared/station/printing/printer-settings.ts'
import { profileNamed } from '../../../src-shared/station/printing/devices/find-profile.ts'
import { PRINTER_LANGUAGES, type PrinterLanguage } from '../../../src-shared/station/printing/printing.ts'
import { listQueues } from '../transports/cups.ts'
import type { IppServer } from '../transports/ipp-client.ts'
import { listWindowsQueues } from '../transports/winspool/queue-list.ts'
import type { WinspoolOptions } from '../transports/winspool/spooler-process.ts'
import { askerAt } from '../status/ask.ts'
import { identify } from '../status/probe.ts'
import { tcpTransport } from '../transports/tcp.ts'
import { formatAddress, parsePrinterUri, RAW_PORT } from '../transports/uri.ts'
import { browse } from './mdns.ts'

export interface DiscoverOptions {
  /** Typed by a person: `192.168.1.50`, or a whole `tcp://` URI. */
  address?: string | undefined
  /** This machine's spooler; null: Windows. */
  spooler: () => IppServer | null
  /** How Windows' spooler is asked. */
  winspool?: WinspoolOptions | undefined
  /** How long the network is listened to, in milliseconds. */
  forMs?: number
  mdns?: Options
}

const DISCOVER_MS = 3_000

/**
 * Looks for printers everywhere at once, for a bounded time. A typed address comes first, and is the only one that is
 * spoken to: it is asked who it is, because a person says that it is a label printer.
 * @throws StationError INVALID_PRINTER_ADDRESS, for the typed one
 */
export async function discover({
  address,
  spooler,
  winspool,
  forMs = DISCOVER_MS,
  mdns,
}: DiscoverOptions): Promise<FoundPrinter[]> {
  const [typed, queues, onNetwork] = await Promise.all([
    address ? atAddress(address, forMs) : [],
    queuesOf(spooler(), winspool),
    announcedPrinters(forMs, mdns),
  ])
  return withoutTwins([...typed, ...onNetwork, ...queues])
}

/** Printers that announce themselves on the network, with the raw port of each. */
export async function announcedPrinters(forMs = DISCOVER_MS, mdns?: Options): Promise<FoundPrinter[]> {
  return (await browse(forMs, mdns)).map(({ name, host, port, service, model }): FoundPrinter => {
    // An IPP or LPD printer nearly always has the raw port as well; whether it does shows when it is checked.
    const raw = service.startsWith('_pdl-datastream') ? port : RAW_PORT
    const uri = `tcp://${formatAddress({ host, port: raw })}`
    return { source: 'network', name, connection: { kind: 'tcp', uri }, model, language: languageOf(model ?? name) }
  })
}

async function atAddress(text: string, forMs: number): Promise<FoundPrinter[]> {
  const uri = text.includes('://') ? text : `tcp://${text}`
  const address = parsePrinterUri(uri)
  const deadlineMs = forMs / 2
  if (
    (await tcpTransport(address, { connectMs: deadlineMs, stallMs: deadlineMs, closeMs: deadlineMs }).check()) !== null
  ) {
    return []
  }
  const identity = await identify(askerAt(address), { deadlineMs })
  const name = identity?.model ?? formatAddress(address)
  const connection = { kind: 'tcp', uri: `tcp://${formatAddress(address)}` } as const
  return [{ source: 'address', name, connection, model: identity?.model ?? null, language: identity ? 'ZPL' : null }]
}

async function queuesOf(server: IppServer | null, winspool?: WinspoolOptions): Promise<FoundPrinter[]> {
  const queues = server === null ? await listWindowsQueues(winspool) : ((await listQueues(server)) ?? [])
  return queues.map(({ name, model }) => ({
    source: 'queue',
    name,
    connection: { kind: 'queue', name },
    model,
    language: languageOf(`${model ?? ''} ${name}`),
  }))
}

/** A guess by what makers call their models and drivers. */
export function languageOf(text: string): PrinterLanguage | null {
  if (/\bEPL/i.test(text)) return 'EPL'
  const languages = profileNamed(text)?.languages
  if (languages) return PRINTER_LANGUAGES.find((language) => languages.includes(language)) ?? null
  return /zebra|ztc|zpl/i.test(text) ? 'ZPL' : null
}

/** One printer announces several services, and its raw port is one printer. */
function withoutTwins(found: readonly FoundPrinter[]): FoundPrinter[] {
  const seen = new Set<string>()
  return found.filter(({ connection }) => {
    const key = JSON.stringify(connection)
    return !seen.has(key) && seen.add(key)
  })
}
