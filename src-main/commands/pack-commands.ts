import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { packingCommands as rows } from '../../src-shared/station/commands/packing.ts'
import { printCommandSheet } from '../packing/command-sheet.ts'
import { printPackingSlip } from '../packing/slip.ts'
import { printBatch, printBatchSummary } from '../printing/batch.ts'
import type { Services } from '../services.ts'

/** The Pack screen's commands. */
export function packCommands(services: Services): Pick<CommandHandlers, keyof typeof rows> {
  const { packing, printFile, printing, ids } = services
  const { queue, batches } = printing
  return {
    'pack.scan': (input) => packing.scan(input),
    'labels.preview': ({ shipmentId }) => packing.preview(shipmentId),
    'jobs.list': ({ limit }) => queue.list(limit),
    'jobs.get': ({ jobId }) => queue.get(jobId),
    'jobs.answer': ({ jobId, answer }) => queue.answer(jobId, answer),
    'jobs.printFile': (input) => printFile(input),
    'jobs.printPackingSlip': (input) => printPackingSlip(services, input),
    'jobs.printCommandSheet': (input) => printCommandSheet(services, input),
    'jobs.retry': ({ jobId }) => queue.retry(jobId),
    'jobs.cancel': ({ jobId }) => queue.cancel(jobId),
    'jobs.move': ({ jobId, printerId }) => queue.move(jobId, printerId),
    'jobs.addBatch': (input) => printBatch({ scan: packing.scan, batches, ids }, input),
    'jobs.batch': ({ batchId }) => batches.get(batchId),
    'jobs.printBatchSummary': ({ batchId, printerId }) => printBatchSummary(printing, batchId, printerId),
  }
}
