import { PrinterTypes, ThermalPrinter } from 'node-thermal-printer'
import type { SendOptions, SendOutcome, Transport } from './transport.ts'

/** What node-thermal-printer calls of an `interface` that is an object instead of a URI. */
interface PackageInterface {
  execute(buffer: Buffer): Promise<void>
  isPrinterConnected(): Promise<boolean>
}

/**
 * Sends through node-thermal-printer, over our own transport: the package's TCP interface resolves when the system took
 * the bytes and then destroys the socket, which loses the tail of a label. What it resolves to is not looked at either;
 * the outcome is the transport's.
 */
export function throughThermalPrinter(transport: Transport): Transport {
  return {
    send: async (bytes: Uint8Array, options?: SendOptions): Promise<SendOutcome> => {
      const { promise: outcome, resolve, reject } = Promise.withResolvers<SendOutcome>()
      const printer = thermalPrinter({
        execute: (buffer) => transport.send(buffer, options).then(resolve, reject),
        isPrinterConnected: async () => (await transport.check()) === null,
      })
      await printer.raw(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      return outcome
    },

    check: () => transport.check(),
  }
}

/** The package's own typings know URIs only, its documentation and code take an object as well. */
export function thermalPrinter(over: PackageInterface): ThermalPrinter {
  const config: unknown = { type: PrinterTypes.EPSON, interface: over }
  const printer: unknown = Reflect.construct(ThermalPrinter, [config])
  if (!(printer instanceof ThermalPrinter)) throw new Error('node-thermal-printer made no printer')
  return printer
}
