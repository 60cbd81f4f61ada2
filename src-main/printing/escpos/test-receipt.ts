import { addCode128 } from './barcode.ts'
import { thermalPrinter } from './thermal-printer.ts'

/** A receipt that shows whether a receipt printer is the right way round: text, a whole line, a barcode, a cut. */
export function composeTestReceipt(printerName: string): Uint8Array {
  const receipt = thermalPrinter({
    // Composing only: nothing is sent from here.
    execute: async () => undefined,
    isPrinterConnected: async () => false,
  })
  receipt.alignCenter()
  receipt.bold(true)
  receipt.println('WAYBILL TEST')
  receipt.bold(false)
  receipt.println(printerName.replaceAll(/\p{Cc}+/gu, ' '))
  receipt.drawLine()
  addCode128(receipt, 'WAYBILL-TEST')
  receipt.cut()
  return new Uint8Array(receipt.getBuffer())
}
