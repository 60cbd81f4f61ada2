import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { packingCommands as rows } from '../../src-shared/station/commands/packing.ts'
import { printCommandSheet } from './command-sheet.ts'
import { printPackingSlip } from './slip.ts'
import { printFailures, printList } from '../printing/queue/print-list.ts'
import type { Services } from '../app/services.ts'

type Ports = Pick<
  Services,
  'packing' | 'papers' | 'packWorklist' | 'inspecting' | 'printFile' | 'printing' | 'settings' | 'ids'
>

/** The Pack screen's commands. */
export function packCommands(ports: Ports): Pick<CommandHandlers, keyof typeof rows> {
  const { packing, packWorklist, inspecting, printFile, printing, ids } = ports
  const { queue, lists } = printing
  return {
    'pack.scan': (input) => packing.scan(input, { mayBook: true }),
    'pack.worklist': ({ day }) => packWorklist(day),
    'labels.preview': ({ shipmentId }) => packing.preview(shipmentId),
    'labels.prepare': async () => inspecting.prepare(),
    'labels.inspect': (input) => inspecting.inspect(input),
    'labels.place': (input) => inspecting.place(input),
    'labels.pieceCodes': async ({ shipmentId }) => ({ codes: await packing.pieceCodes(shipmentId) }),
    'jobs.list': ({ limit }) => queue.list(limit),
    'jobs.get': ({ jobId }) => queue.get(jobId),
    'jobs.answer': ({ jobId, answer }) => queue.answer(jobId, answer),
    'jobs.printFile': (input) => printFile(input),
    'jobs.printPackingSlip': (input) => printPackingSlip(ports, input),
    'jobs.printCommandSheet': (input) => printCommandSheet(ports, input),
    'jobs.retry': ({ jobId }) => queue.retry(jobId),
    'jobs.cancel': ({ jobId }) => queue.cancel(jobId),
    'jobs.move': ({ jobId, printerId }) => queue.move(jobId, printerId),
    'printLists.add': (input) => printList({ scan: packing.scan, lists, ids }, input),
    'printLists.get': ({ listId }) => lists.get(listId),
    'printLists.printFailures': ({ listId, printerId }) => printFailures(printing, listId, printerId),
  }
}
