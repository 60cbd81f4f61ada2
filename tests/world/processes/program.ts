// A station or a site in a process of its own, told what to do over IPC until it is killed: node program.ts SETTINGS_JSON
import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { asData } from '../../../src-main/kernel/fault.ts'
import { systemClock } from '../../../src-main/kernel/clock.ts'
import { createLog } from '../../../src-node/log/log.ts'
import { inRuntime, runtime } from '../../../src-node/runtime/runtime.ts'
import { assertMutantWasLoaded, useMutant } from '../mutant/with-mutant.ts'
import { keychainOf } from './file-keychain.ts'
import { passingTime } from './passing-time.ts'
import {
  orderSchema,
  settingsSchema,
  type NoticeFact,
  type OpenSite,
  type OpenStation,
  type Report,
} from './protocol.ts'

/** What runs here. */
interface Opened {
  notices: NoticeFact[]
  answer(name: string, input: unknown): Promise<unknown>
  /** Its clock was set, of which its timers know nothing. */
  onJump(): void
  close(): Promise<void>
}

const settings = settingsSchema.parse(JSON.parse(process.argv[2] ?? '{}'))
let { clockOffsetMs } = settings
const clock = { now: () => new Date(systemClock.now().getTime() + clockOffsetMs) }
const time = passingTime(settings.kind === 'station' ? settings.shortestTimerMs : undefined)

// A report that finds nobody is no failure: the driver has gone, and this process goes with it.
const report = (message: Report) => process.send?.(message, () => undefined)
process.once('disconnect', () => process.exit())

async function openStation({ dieAtStep, ledgerAnswer, keychainFile, ...where }: OpenStation): Promise<Opened> {
  const app = await import('../../../src-main/app/station.ts')
  let steps = 0
  const station = await app.openStation({
    ...where,
    clock,
    atStep: () => {
      steps += 1
      if (steps === dieAtStep) process.kill(process.pid, 'SIGKILL')
    },
    ledgerAnswer: ledgerAnswer ?? undefined,
    openKeychain: async () => keychainOf(keychainFile),
  })
  return {
    notices: station.services.notices.list().map(({ code, message }) => ({ code, message })),
    answer: (name, input) => station.invoke(name, input),
    // What has become due by the station's clock is done now.
    onJump: () => station.services.outbox.kick(),
    close: () => station.close(),
  }
}

async function openSite({ mutant, baseUrl, apiKey, keyDelayMs, ...where }: OpenSite): Promise<Opened> {
  // Before any of the code is loaded: a module that is there already stays as it is.
  if (mutant !== null) useMutant(mutant)
  const server = await import('../../../src-main/site-server/site.ts')
  const { randomIds } = await import('../../../src-main/kernel/ids.ts')
  assertMutantWasLoaded()
  let keyMs = keyDelayMs
  const site = await server.openSite({
    ...where,
    siteName: 'Laredo',
    host: '127.0.0.1',
    tls: 'plain',
    priceTolerance: 0,
    access: async () => {
      await sleep(keyMs)
      return { baseUrl, apiKey }
    },
    clock,
    ids: randomIds,
  })
  return {
    notices: [],
    answer: async (name, input) => {
      if (name === 'isSender') return site.isSender()
      if (name === 'enrolCode') return site.enrolCode(z.array(z.string()).parse(input))
      if (name !== 'calm') throw new Error(`a site does not know ${name}`)
      keyMs = 0
      return null
    },
    onJump: () => undefined,
    close: () => site.close(),
  }
}

async function follow(opened: Opened, message: unknown): Promise<void> {
  const order = orderSchema.parse(message)
  switch (order.kind) {
    case 'command':
      report({ kind: 'answer', id: order.id, result: await opened.answer(order.name, order.input) })
      return
    case 'jump':
      clockOffsetMs += order.ms
      opened.onJump()
      return
    case 'pass':
      // Nobody is kicked: whoever is due has to wake by itself.
      clockOffsetMs += order.ms
      time.pass(order.ms)
      return
    case 'close':
      await opened.close()
      process.exit()
  }
}

async function open(): Promise<void> {
  const opened = await (settings.kind === 'station' ? openStation(settings) : openSite(settings))
  process.on('message', (message) => void follow(opened, message))
  // It may be killed: what it compiled is there for the next at once.
  flushCompileCache()
  report({ kind: 'ready', notices: opened.notices })
}

/** Of a site: what is away and comes back is no news here. */
const log = createLog({
  level: () => 'error',
  now: () => systemClock.now(),
  write: (line) => console.error(JSON.stringify(line)),
})

try {
  await inRuntime({ ...runtime(), timers: time, ...(settings.kind === 'site' ? { log } : {}) }, open)
} catch (error) {
  if (settings.kind === 'station') console.error(error)
  const { code, message } = asData(error)
  process.send?.({ kind: 'failed', code, message } satisfies Report, () => process.exit(1))
}
