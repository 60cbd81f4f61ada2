import { isDeepStrictEqual } from 'node:util'
import type { FoundPrinter, StoredPrinter } from '../../../src-shared/station/printing/printer-settings.ts'
import type { PrinterConnection, PrinterLanguage } from '../../../src-shared/station/printing/printing.ts'
import { askerAt } from '../status/ask.ts'
import { isSamePrinter, knownPrinter, type PrinterIdentity } from '../status/identity.ts'
import { identifyEpl, probeWithIdentity } from '../status/probe.ts'
import { parsePrinterUri } from '../transports/uri.ts'
import { usbPrinters } from '../transports/usb-identity.ts'

export interface LocateOptions {
  /** Printers that announce themselves on the network. */
  announced: () => Promise<readonly FoundPrinter[]>
  /** The printers of this station: two may have changed places. */
  stored: readonly StoredPrinter[]
  /** For each question. Milliseconds. */
  deadlineMs?: number
  usbRoot?: string | undefined
}

/**
 * Looks where a printer is now that no longer answers at its own place: at USB ports, at the places of this station's other
 * printers, and on the network. Only what is known or announced as a label printer is asked.
 * @returns null where it is not seen, or has never said who it is
 */
export async function locate({ printer, options }: StoredPrinter, more: LocateOptions): Promise<FoundPrinter | null> {
  const known = knownPrinter(printer, options)
  if (known === null) return null
  const { connection, language } = printer
  const found = (place: PrinterConnection): FoundPrinter => ({
    source: 'address',
    name: printer.name,
    connection: place,
    model: known.model,
    language,
  })
  if (connection.kind === 'device') {
    const plugged = (await usbPrinters(more.usbRoot)).filter(
      ({ path, who }) => path !== connection.path && isSamePrinter(known, who),
    )
    // Two of one model without serial numbers: nobody can say which.
    return plugged.length === 1 && plugged[0] ? found({ kind: 'device', path: plugged[0].path }) : null
  }
  const at = async (places: readonly Pick<FoundPrinter, 'connection' | 'language'>[]): Promise<FoundPrinter | null> => {
    const uris = places.flatMap((one) =>
      one.connection.kind === 'tcp' && one.language !== null && !isDeepStrictEqual(one.connection, connection)
        ? [one.connection.uri]
        : [],
    )
    const asks = { asksSerial: known.serial !== null, deadlineMs: more.deadlineMs ?? 1_500 }
    const same = await Promise.all(
      [...new Set(uris)].map(async (uri) => {
        const who = await whoAt(uri, language, asks)
        return who !== null && isSamePrinter(known, who) ? [uri] : []
      }),
    )
    const [uri, another] = same.flat()
    return uri === undefined || another !== undefined ? null : found({ kind: 'tcp', uri })
  }
  const stored = more.stored.filter((one) => one.options.foundModel !== null).map((one) => one.printer)
  return (await at(stored)) ?? at(await more.announced())
}

async function whoAt(
  uri: string,
  language: PrinterLanguage,
  { asksSerial, deadlineMs }: { asksSerial: boolean; deadlineMs: number },
): Promise<PrinterIdentity | null> {
  const ask = askerAt(parsePrinterUri(uri))
  if (language === 'EPL') return identifyEpl(ask, { deadlineMs, asksSerial })
  return (await probeWithIdentity(ask, { deadlineMs, asksSerial, knowsErrors: false })).who
}
