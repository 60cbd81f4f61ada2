import { StationError, type StationErrorData } from '../../src-shared/station/error.ts'
import type { PrintBatch } from '../../src-shared/station/printer-care.ts'
import type { PrintJob } from '../../src-shared/station/printing.ts'
import type { ScanResult } from '../../src-shared/station/scan.ts'
import type { Ids } from '../ids.ts'
import { batchSummary } from './batch-summary.ts'
import type { Printing } from './printing.ts'

export interface BatchInput {
  /** In pallet order. */
  codes: readonly string[]
  printerId?: string | undefined
  reprintReason?: string | undefined
}

/** What a batch needs: the packing station's scan, as if each code were scanned by hand. */
export interface BatchTools {
  scan: (input: {
    code: string
    printerId?: string | undefined
    reprintReason?: string | undefined
  }) => Promise<ScanResult>
  batches: Printing['batches']
  ids: Ids
}

/**
 * Prints the labels of many shipments, one after the other in the order given. One that cannot be printed is noted with
 * the reason and holds up none after it.
 */
export async function printBatch({ scan, batches, ids }: BatchTools, input: BatchInput): Promise<PrintBatch> {
  const batchId = ids.next('bat')
  await batches.add(batchId, input.codes)
  for (const [position, code] of input.codes.entries()) {
    await batches.settle(batchId, position, await printOne(scan, { ...input, code }))
  }
  return batches.get(batchId)
}

async function printOne(
  scan: BatchTools['scan'],
  { code, printerId, reprintReason }: Omit<BatchInput, 'codes'> & { code: string },
): Promise<{ jobId: string } | { problem: StationErrorData }> {
  try {
    const result = await scan({ code, printerId, reprintReason })
    return result.kind === 'printing' ? { jobId: result.job.jobId } : { problem: problemOf(result) }
  } catch (error) {
    if (error instanceof StationError) return { problem: error.toData() }
    throw error
  }
}

/** Why a scan led to no print job. */
function problemOf(result: Exclude<ScanResult, { kind: 'printing' }>): StationErrorData {
  const problem = (code: string, message: string): StationErrorData =>
    new StationError({ code, message, details: { kind: result.kind } }).toData()
  switch (result.kind) {
    case 'already-printed':
      return problem('ALREADY_PRINTED', 'It has been printed before; a reprint needs a reason.')
    case 'in-queue':
      return problem('WRONG_STATE', `A print job of it is ${result.job.state} already.`)
    case 'no-label':
      return problem('NO_LABEL', result.message)
    case 'not-printable':
      return problem('WRONG_STATE', result.message)
    case 'not-booked':
      return problem('NO_LABEL', `Its booking is ${result.booking.state}.`)
    case 'ambiguous':
      return problem('NOT_FOUND', `${result.shipments.length} shipments have this code; use the tracking number.`)
    case 'not-found':
      return problem('NOT_FOUND', 'There is no shipment with this code here.')
  }
}

/** Prints the list of what did not come out, and why. @throws StationError NOT_FOUND */
export async function printBatchSummary(printing: Printing, batchId: string, printerId?: string): Promise<PrintJob> {
  const batch = await printing.batches.get(batchId)
  const printer = await printing.printers.choose(printerId)
  const { documents } = batchSummary(batch, printer)
  return printing.queue.add({
    printerId: printer.printerId,
    title: `Batch of ${batch.items.length}`,
    purpose: 'batch-summary',
    reason: null,
    shipmentId: null,
    copies: 1,
    document: Buffer.concat(documents),
    labels: documents.length,
  })
}
