// A site in a process of its own, told what to do over IPC until it is killed: node site-process.ts SETTINGS_JSON
import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '../../../../src-node/log/log.ts'
import { inRuntime, runtime } from '../../../../src-node/runtime/runtime.ts'
import { passingTime } from '../passing-time.ts'
import { assertNaiveWayWasLoaded, useNaiveWay } from './naive-ways.ts'
import { siteOrderSchema, siteSettingsSchema, type SiteReport } from './site-protocol.ts'

const settings = siteSettingsSchema.parse(JSON.parse(process.argv[2] ?? '{}'))
// Before any of the code is loaded: a module that is there already stays as it is.
if (settings.naive !== null) useNaiveWay(settings.naive)
const { openSite } = await import('../../../../src-main/site-server/site.ts')
const { systemClock } = await import('../../../../src-main/kernel/clock.ts')
const { randomIds } = await import('../../../../src-main/kernel/ids.ts')
const { asData } = await import('../../../../src-main/kernel/fault.ts')
assertNaiveWayWasLoaded()

let aheadMs = settings.aheadMs
const time = passingTime()
// What is away and comes back is no news here.
const log = createLog({
  level: () => 'error',
  now: () => systemClock.now(),
  write: (line) => console.error(JSON.stringify(line)),
})
const report = (message: SiteReport) => process.send?.(message, () => undefined)
process.once('disconnect', () => process.exit())

async function open(): Promise<void> {
  const { databaseUrl, folder, port, environment, baseUrl, apiKey, deadlineMs, guardMs, keyDelayMs } = settings
  const site = await openSite({
    ...{ databaseUrl, folder, port, environment, deadlineMs, guardMs },
    siteName: 'Laredo',
    host: '127.0.0.1',
    tls: 'plain',
    priceTolerance: 0,
    access: async () => {
      await sleep(keyDelayMs)
      return { baseUrl, apiKey }
    },
    clock: { now: () => new Date(systemClock.now().getTime() + aheadMs) },
    ids: randomIds,
  })
  process.on('message', (message) => {
    const order = siteOrderSchema.parse(message)
    switch (order.kind) {
      case 'pass':
        aheadMs += order.ms
        time.pass(order.ms)
        return
      case 'code':
        void site.enrolCode(order.urls).then((value) => report({ kind: 'answer', id: order.id, value }))
        return
      case 'is-sender':
        report({ kind: 'answer', id: order.id, value: site.isSender() })
        return
      case 'close':
        void site.close().then(() => process.exit())
    }
  })
  // It may be killed: what it compiled is there for the next at once.
  flushCompileCache()
  report({ kind: 'ready' })
}

try {
  await inRuntime({ ...runtime(), timers: time, log }, open)
} catch (error) {
  const { code, message } = asData(error)
  process.send?.({ kind: 'failed', code, message } satisfies SiteReport, () => process.exit(1))
}
