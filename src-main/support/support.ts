import { errorFacts, rebuiltError } from '../../src-node/log/error-facts.ts'
import type { Support } from './port.ts'
import { watchHealth, type HealthPorts } from './health.ts'
import { supportFile, type SupportFilePorts } from './support-file.ts'

/** A screen that fails at every stroke must not fill the log. */
const MOST_SCREEN_ERRORS = 50
const FORGET_MS = 10 * 60_000

/** Its `tick` is called by the clock. */
export function createSupport(ports: HealthPorts & SupportFilePorts): Support & { tick(): void; close(): void } {
  const { clock, stationLog } = ports
  const watch = watchHealth(ports)
  let reported: number[] = []

  return {
    health: () => watch.read(),

    file: async (withLabels) => supportFile(ports, await watch.read(), withLabels),

    noteScreenError: ({ screen, ...error }) => {
      const now = clock.now().getTime()
      reported = reported.filter((at) => Math.abs(now - at) < FORGET_MS)
      if (reported.length >= MOST_SCREEN_ERRORS) return
      reported.push(now)
      stationLog.log.error('error of a screen', { source: 'screen', screen, error: errorFacts(rebuiltError(error)) })
    },

    tick: watch.tick,
    close: watch.close,
  }
}
