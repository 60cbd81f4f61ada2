import { composePackingSlipLabel } from '../../src-labels/packing-slip.ts'
import { lettersFor } from '../../src-node/letters/letters.ts'
import type { PrintJob } from '../../src-shared/station/printing/printing.ts'
import { withRoom } from '../labels/label-room.ts'
import { composePackingSlip } from '../printing/escpos/packing-slip.ts'
import type { Printing } from '../printing/printing.ts'
import type { Packing } from './packing.ts'
import type { Papers } from './papers.ts'

export interface SlipServices {
  packing: Pick<Packing, 'shipment'>
  papers: Pick<Papers, 'slipOf'>
  printing: Printing
}

/**
 * Prints a shipment's packing slip where packing slips go: ESC/POS on a receipt printer, else a label of its own. It is no
 * shipping label: the job names no shipment, so it never counts as one printed.
 * @throws StationError NOT_FOUND, INVALID_INPUT for stock too small
 */
export async function printPackingSlip(
  { packing, papers, printing }: SlipServices,
  { shipmentId, printerId }: { shipmentId: string; printerId?: string | undefined },
): Promise<PrintJob> {
  const printer = await printing.printers.choose(printerId, 'packing-slip')
  const { options } = await printing.printers.handling(printer.printerId)
  const { language, dpi, media } = printer
  const shipment = await packing.shipment(shipmentId)
  const slip = await papers.slipOf(shipmentId, dpi)
  const { logo: _logo, ...texts } = slip
  const letters = await lettersFor(texts)
  return printing.queue.add({
    printerId: printer.printerId,
    title: slip.reference,
    purpose: 'packing-slip',
    reason: null,
    shipmentId: null,
    copies: printing.rules.routeOf('packing-slip').copies,
    document:
      options.paper === 'receipt'
        ? await composePackingSlip(shipment, slip, letters)
        : withRoom('printerId', () => composePackingSlipLabel(slip, { language, dpi, media, letters })),
    labels: 1,
  })
}
