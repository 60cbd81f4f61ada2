import type { FoundPrinter } from '../../../../src-shared/station/printing/printer-settings.ts'
import type { Printer, PrinterConnection } from '../../../../src-shared/station/printing/printing.ts'

/** Is a printer that was found one of this station's already? An address without a port is one with 9100. */
export function isKnown({ connection }: FoundPrinter, printers: readonly Printer[]): boolean {
  const found = placeOf(connection)
  return printers.some((printer) => placeOf(printer.connection) === found)
}

function placeOf(connection: PrinterConnection): string {
  switch (connection.kind) {
    case 'tcp': {
      const address = connection.uri.toLowerCase().replace(/\/$/, '')
      return /:\d+$/.test(address) ? address : `${address}:9100`
    }
    case 'queue':
      return `queue ${connection.name}`
    case 'device':
      return `device ${connection.path}`
    case 'virtual':
      return 'virtual'
  }
}
