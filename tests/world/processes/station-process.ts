// A station in a process of its own, told what to do over IPC until it is killed: node station-process.ts SETTINGS_JSON
import { flushCompileCache } from 'node:module'
import { systemClock } from '../../../src-main/kernel/clock.ts'
import { openStation, type Station } from '../../../src-main/app/station.ts'
import { asData } from '../../../src-main/kernel/fault.ts'
import { orderSchema, settingsSchema, type StationReport } from './station-protocol.ts'
import { inRuntime, runtime } from '../../../src-node/runtime/runtime.ts'
import { passingTime } from './passing-time.ts'
import { repostOnFailure } from './reposting.ts'
import { keychainOf } from './file-keychain.ts'

const settings = settingsSchema.parse(JSON.parse(process.argv[2] ?? '{}'))
const { dataDir, baseUrl, apiKey, deadlineMs, isReposting, dieAtStep, ledgerAnswer, keychainFile } = settings
let { clockOffsetMs } = settings
let steps = 0
const time = passingTime(settings.shortestTimerMs)
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
      // Its timers know nothing of that; what has become due by the station's clock is done now.
      station.services.outbox.kick()
      return
    case 'pass':
      // Nobody is kicked: whoever is due has to wake by itself.
      clockOffsetMs += order.ms
      time.pass(order.ms)
      return
    case 'close':
      await station.close()
      process.exit()
  }
}

async function open(): Promise<void> {
  const station = await openStation({
    dataDir,
    baseUrl,
    apiKey,
    deadlineMs,
    clock: { now: () => new Date(systemClock.now().getTime() + clockOffsetMs) },
    atStep: () => {
      steps += 1
      if (steps === dieAtStep) process.kill(process.pid, 'SIGKILL')
    },
    ledgerAnswer: ledgerAnswer ?? undefined,
    openKeychain: async () => keychainOf(keychainFile),
  })
  process.on('message', (message) => void follow(station, message))
  // It may be killed: what it compiled is there for the next at once.
  flushCompileCache()
  report({ kind: 'ready', notices: station.services.notices.list().map(({ code, message }) => ({ code, message })) })
}

try {
  await inRuntime({ ...runtime(), timers: time }, open)
} catch (error) {
  console.error(error)
  const { code, message } = asData(error)
  process.send?.({ kind: 'failed', code, message } satisfies StationReport, () => process.exit(1))
}
