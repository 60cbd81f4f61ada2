import { PrinterTypes, ThermalPrinter } from 'node-thermal-printer'

/** What node-thermal-printer calls of an `interface` that is an object instead of a URI. */
interface PackageInterface {
  execute(buffer: Buffer): Promise<void>
  isPrinterConnected(): Promise<boolean>
}

/**
 * Composes receipts. The package's own typings know URIs only, its documentation and code take an object as well. Its TCP
 * interface is not used: it destroys the socket once the system took the bytes, which loses the tail of a label.
 */
export function thermalPrinter(over: PackageInterface): ThermalPrinter {
  const config: unknown = { type: PrinterTypes.EPSON, interface: over }
  const printer: unknown = Reflect.construct(ThermalPrinter, [config])
  if (!(printer instanceof ThermalPrinter)) throw new Error('node-thermal-printer made no printer')
  return printer
}
