import { composePackingSlipLabel } from '../../src-labels/packing-slip.ts'
import { lettersFor } from '../../src-node/letters/letters.ts'
import type { PrintJob } from '../../src-shared/station/printing/printing.ts'
import type { Settings } from '../../src-shared/station/app/state.ts'
import type { Shipment } from '../../src-shared/station/tracking/shipment.ts'
import { addressLines, composePackingSlip } from '../printing/escpos/packing-slip.ts'
import type { Printing } from '../printing/printing.ts'
import type { Packing } from './packing.ts'

/** What stands on the slip. Paper is read by people, not by the screen: no catalogue key. */
const WORDS = {
  en: { title: 'PACKING SLIP', from: 'From', shipTo: 'Ship to', pieces: 'Pieces', weight: 'Weight' },
  es: { title: 'LISTA DE EMPAQUE', from: 'Remitente', shipTo: 'Destinatario', pieces: 'Bultos', weight: 'Peso' },
} satisfies Record<Settings['language'], unknown>

export interface SlipServices {
  packing: Pick<Packing, 'shipment'>
  printing: Printing
  settings: { read(): Promise<Settings> }
}

/**
 * Prints a shipment's packing slip where packing slips go: ESC/POS on a receipt printer, else a label of its own. It is no
 * shipping label: the job names no shipment, so it never counts as one printed.
 * @throws StationError NOT_FOUND
 */
export async function printPackingSlip(
  { packing, printing, settings }: SlipServices,
  { shipmentId, printerId }: { shipmentId: string; printerId?: string | undefined },
): Promise<PrintJob> {
  const shipment = await packing.shipment(shipmentId)
  const printer = await printing.printers.choose(printerId, 'packing-slip')
  const { options } = await printing.printers.care(printer.printerId)
  const words = WORDS[(await settings.read()).language]
  const { language, dpi, media } = printer
  const letters = await lettersFor(shipment)
  return printing.queue.add({
    printerId: printer.printerId,
    title: titleOf(shipment),
    purpose: 'packing-slip',
    reason: null,
    shipmentId: null,
    copies: printing.rules.routeOf('packing-slip').copies,
    document:
      options.paper === 'receipt'
        ? await composePackingSlip(shipment, words, letters)
        : composePackingSlipLabel(
            {
              ...shipment,
              reference: titleOf(shipment),
              sender: addressLines(shipment.origin),
              consignee: addressLines(shipment.destination),
              carrier: shipment.provider,
              words,
            },
            { language, dpi, media, letters },
          ),
    labels: 1,
  })
}

function titleOf({ reference, trackingNumber, shipmentId }: Shipment): string {
  return reference ?? trackingNumber ?? shipmentId
}
