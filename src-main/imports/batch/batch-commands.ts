import { provenName } from '../../kernel/current-user.ts'
import type { CommandHandlers } from '../../../src-shared/station/commands.ts'
import type { batchCommands as rows } from '../../../src-shared/station/commands/batch.ts'
import type { Services } from '../../app/services.ts'

/** The Batch screen's commands. */
export function batchCommands({ batches }: Pick<Services, 'batches'>): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'batches.begin': ({ name }) => batches.begin(name),
    'batches.append': ({ batchId, index, base64 }) => batches.append(batchId, index, Buffer.from(base64, 'base64')),
    'batches.finish': ({ batchId, ...opening }) => batches.finish(batchId, opening),
    'batches.check': ({ batchId, map, rules }) => batches.check(batchId, map, rules),
    'batches.rules': ({ batchId, rules }) => batches.setRules(batchId, rules),
    'batches.quote': ({ batchId }) => batches.quote(batchId),
    'batches.estimate': ({ batchId }) => batches.estimate(batchId),
    'batches.toOrders': ({ batchId }) => batches.toOrders(batchId),
    'batches.run': ({ batchId, approvedBy, ...words }) =>
      batches.run(batchId, { ...words, approvedBy: provenName(approvedBy) }),
    'batches.pause': ({ batchId }) => batches.pause(batchId),
    'batches.cancel': ({ batchId }) => batches.cancel(batchId),
    'batches.answer': ({ batchId, rows: which, answer }) => batches.answer(batchId, which, answer),
    'batches.fix': (input) => batches.fix(input),
    'batches.cells': ({ batchId, row }) => batches.cells(batchId, row),
    'batches.fixRow': (input) => batches.fixRow(input),
    'batches.errorColumns': ({ batchId }) => batches.errorColumns(batchId),
    'batches.retryFailed': ({ batchId }) => batches.retryFailed(batchId),
    'batches.get': ({ batchId }) => batches.get(batchId),
    'batches.list': ({ limit }) => batches.list(limit),
    'batches.rows': (query) => batches.rows(query),
    'batches.resultsChunk': (asked) => batches.resultsPiece(asked),
    'batches.remove': async ({ batchId }) => {
      await batches.remove(batchId)
      return batches.list(20)
    },
    'columnMaps.list': () => batches.maps.list(),
    'columnMaps.save': ({ name, map }) => batches.maps.save(name, map),
    'columnMaps.remove': ({ mapId }) => batches.maps.remove(mapId),
  }
}
