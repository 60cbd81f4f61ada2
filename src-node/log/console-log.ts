import { systemTimers } from '../runtime/timers.ts'
import { createLog, type LogLine } from './log.ts'

/**
 * For a program that has no log of its own: warnings and errors as one line of JSON on stderr. The parent process
 * reads them there (`logWhatIsSaid`).
 */
export const consoleLog = createLog({
  level: () => 'warn',
  now: () => new Date(systemTimers.now()),
  write: (line: LogLine) => console.error(JSON.stringify(line)),
})
