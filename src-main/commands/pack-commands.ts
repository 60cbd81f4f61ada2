import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { Services } from '../services.ts'

type Names = 'pack.scan' | 'labels.preview' | 'jobs.list' | 'jobs.get' | 'jobs.answer' | 'jobs.retry' | 'jobs.cancel'

/** The Pack screen's commands. */
export function packCommands({ packing, printing }: Services): Pick<CommandHandlers, Names> {
  const { queue } = printing
  return {
    'pack.scan': (input) => packing.scan(input),
    'labels.preview': ({ shipmentId }) => packing.preview(shipmentId),
    'jobs.list': ({ limit }) => queue.list(limit),
    'jobs.get': ({ jobId }) => queue.get(jobId),
    'jobs.answer': ({ jobId, answer }) => queue.answer(jobId, answer),
    'jobs.retry': ({ jobId }) => queue.retry(jobId),
    'jobs.cancel': ({ jobId }) => queue.cancel(jobId),
  }
}
