// A station in a process of its own, told what to do over IPC until it is killed: node station-process.ts SETTINGS_JSON
import { openStation, type Station } from '../../src-main/station.ts'
import { asData } from '../../src-main/fault.ts'
import { orderSchema, settingsSchema, type StationReport } from './station-protocol.ts'
import { repostOnFailure } from './reposting.ts'

const settings = settingsSchema.parse(JSON.parse(process.argv[2] ?? '{}'))
const { dataDir, baseUrl, apiKey, deadlineMs, isReposting } = settings
let { clockOffsetMs } = settings
if (isReposting) repostOnFailure()

// A report that finds nobody is no failure: the driver has gone, and this process goes with it.
const report = (message: StationReport) => process.send?.(message, () => undefined)
process.once('disconnect', () => process.exit())

async function follow(station: Station, message: unknown): Promise<void> {
  const order = orderSchema.parse(message)
  switch (order.kind) {
    case 'command':
      report({ kind: 'answer', id: order.id, result: await station.invoke(order.name, order.input) })
      return
    case 'jump':
      clockOffsetMs += order.ms
      // Its timers run by the machine's clock; what has become due by the station's is done now.
      station.services.outbox.kick()
      return
    case 'close':
      await station.close()
      process.exit()
  }
}

try {
  const station = await openStation({
    dataDir,
    baseUrl,
    apiKey,
    deadlineMs,
    clock: { now: () => new Date(Date.now() + clockOffsetMs) },
    openKeychain: async () => ({ available: false, get: async () => null, set: async () => undefined }),
  })
  process.on('message', (message) => void follow(station, message))
  report({ kind: 'ready', notices: station.services.notices.list().map(({ code }) => code) })
} catch (error) {
  console.error(error)
  const { code, message } = asData(error)
  process.send?.({ kind: 'failed', code, message } satisfies StationReport, () => process.exit(1))
}
