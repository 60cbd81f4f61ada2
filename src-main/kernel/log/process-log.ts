import { errorFacts } from '../../../src-node/log/error-facts.ts'
import type { Log } from '../../../src-node/log/log.ts'

/** Writes down what ends this process unforeseen, and what Node.js warns of. For a process that is one station's own. */
export function logProcess(log: Log): void {
  const ofProcess = log.with({ source: 'process' })
  process.on('uncaughtExceptionMonitor', (error) => ofProcess.error('fault', { error: errorFacts(error) }))
  process.on('warning', (warning) => ofProcess.warn('warning of the engine', { error: errorFacts(warning) }))
}
