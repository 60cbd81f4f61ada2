import type { CommandHandlers } from '../../../src-shared/station/commands.ts'
import type { endOfDayCommands as rows } from '../../../src-shared/station/commands/endofday.ts'
import type { Services } from '../../app/services.ts'

/** The End of day screen's commands. */
export function endOfDayCommands({
  endOfDay,
  dayFigures,
  pickups,
}: Pick<Services, 'endOfDay' | 'dayFigures' | 'pickups'>): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'endofday.get': ({ day }) => endOfDay.get(day),
    'endofday.close': (input) => endOfDay.close(input),
    'endofday.download': ({ manifestId }) => endOfDay.download(manifestId),
    'endofday.pages': ({ manifestId, ...window }) => endOfDay.pages(manifestId, window),
    'endofday.print': ({ manifestId, copies }) => endOfDay.print(manifestId, copies),
    'endofday.void': ({ manifestId, reason }) => endOfDay.void(manifestId, reason),
    'endofday.figures': ({ day }) => dayFigures.of(day),
    'endofday.history': ({ until, days }) => dayFigures.history(until, days),
    'endofday.downloadSummary': ({ day }) => dayFigures.download(day),
    'endofday.printSummary': ({ day, copies }) => dayFigures.print(day, copies),
    'pickups.week': ({ from }) => pickups.week(from),
    'pickups.list': ({ day, carrier }) => pickups.list(day, carrier),
  }
}
