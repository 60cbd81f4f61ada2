import { StationError, type StationErrorData, errorData, type ErrorCode } from '../../../src-shared/station/error.ts'
import type { PrintList } from '../../../src-shared/station/printing/printer-settings.ts'
import type { PrintJob } from '../../../src-shared/station/printing/printing.ts'
import type { ScanResult } from '../../../src-shared/station/printing/scan.ts'
import { choicesOf, choiceText } from '../../../src-shared/station/printing/scan-choice.ts'
import type { Ids } from '../../kernel/ids.ts'
import { askedAbout } from './asked-about.ts'
import { failureList } from './failure-list.ts'
import type { Printing } from '../printing.ts'

export interface PrintListInput {
  /** In pallet order. */
  codes: readonly string[]
  printerId?: string | undefined
  reprintReason?: string | undefined
}

/** What a print list needs: the packing station's scan, as if each code were scanned by hand. */
export interface PrintListTools {
  scan: (input: {
    code: string
    printerId?: string | undefined
    reprintReason?: string | undefined
  }) => Promise<ScanResult>
  lists: Printing['lists']
  ids: Ids
}

/**
 * Prints the labels of many shipments, one after the other in the order given. One that cannot be printed is noted with
 * the reason and holds up none after it.
 */
export async function printList({ scan, lists, ids }: PrintListTools, input: PrintListInput): Promise<PrintList> {
  const listId = ids.next('lst')
  await lists.add(listId, input.codes)
  for (const [position, code] of input.codes.entries()) {
    await lists.settle(listId, position, await printOne(scan, { ...input, code }))
  }
  return lists.get(listId)
}

async function printOne(
  scan: PrintListTools['scan'],
  { code, printerId, reprintReason }: Omit<PrintListInput, 'codes'> & { code: string },
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
  const reference = 'shipment' in result ? result.shipment.reference : null
  const named = reference === null ? {} : { reference }
  const problem = (code: ErrorCode, message: string): StationErrorData =>
    errorData({ code, message, details: { kind: result.kind, ...named } })
  switch (result.kind) {
    case 'already-printed':
      return problem('ALREADY_PRINTED', 'It has been printed before; a reprint needs a reason.')
    case 'asks':
      return problem('ASKS_FIRST', `${askedAbout(result.question)} Scan it alone and give the reason.`)
    case 'in-queue':
      return problem('WRONG_STATE', `Its print job is already ${result.job.state}.`)
    case 'no-label':
      return problem('NO_LABEL', result.message)
    case 'not-printable':
      return problem('WRONG_STATE', result.message)
    case 'not-booked':
      return problem('NO_LABEL', `Its booking is ${result.booking.state}.`)
    case 'order':
      return problem('NO_LABEL', 'It is an order that is not booked yet. Scan it alone.')
    case 'ambiguous':
      return errorData({
        code: 'ASKS_FIRST',
        message: `Several match this code: ${choicesOf(result).map(choiceText).join('; ')}. Scan it alone and choose.`,
        details: { kind: result.kind, choices: choicesOf(result) },
      })
    case 'elsewhere':
    case 'not-found':
      return problem('NOT_FOUND', 'No shipment here has this code.')
  }
}

/** Prints the list of what did not come out, and why. @throws StationError NOT_FOUND */
export async function printFailures(printing: Printing, listId: string, printerId?: string): Promise<PrintJob> {
  const list = await printing.lists.get(listId)
  const printer = await printing.printers.choose(printerId)
  const { documents } = failureList(list, printer)
  return printing.queue.add({
    printerId: printer.printerId,
    title: `List of ${list.items.length}`,
    purpose: 'print-list',
    reason: null,
    shipmentId: null,
    copies: 1,
    document: Buffer.concat(documents),
    labels: documents.length,
  })
}
