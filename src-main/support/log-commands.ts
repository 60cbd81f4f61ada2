import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { logCommands as rows } from '../../src-shared/station/commands/log.ts'
import type { Services } from '../app/services.ts'

/** The commands about who did what, and about each call to the service. */
export function logCommands({
  auditLog,
  requestLog,
}: Pick<Services, 'auditLog' | 'requestLog'>): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'audit.list': (query) => auditLog.list(query),
    'audit.exportCsv': (filter) => auditLog.exportCsv(filter),
    'requests.list': (query) => requestLog.list(query),
    'requests.get': ({ id }) => requestLog.get(id),
  }
}
