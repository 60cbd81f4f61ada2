import { join } from 'node:path'
import { queryObjects } from 'node:v8'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { commands } from '../../src-shared/station/commands.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { commandFields, type CommandField } from '../support/command-fields.ts'
import { edgeOf, inputWith, JUNK, type Known } from '../support/command-samples.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { seedOf } from '../support/run-seed.ts'
import { isFullRun } from '../support/full.ts'
import { seeded } from '../support/seeded.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testStation } from '../support/test-station.ts'

/** WAYBILL_INPUT=all sends every junk value to every field; otherwise one in so many, drawn by the seed. */
const ONE_IN = process.env.WAYBILL_INPUT === 'all' ? 1 : isFullRun ? 24 : 96
const SEED = seedOf('input')
/** Fields that are tried: all in the full run, in the default one an eighth, drawn by the seed; limits.test.ts reads every limit. */
const FIELDS_ONE_IN = isFullRun ? 1 : 8

/** The promise is 200 ms (docs/reliability.md); a slow or busy machine is given twice that. What has no bound takes seconds. */
const MOST_STALL_MS = 400
const MOST_GROWTH = 64 * 1024 * 1024

/** Looking for printers asks the network for three seconds each time. */
const SLOW: readonly string[] = ['printers.discover']

it('never stalls, swells or fails inside over the largest value of any field, one more, or junk', async () => {
  const { station, known } = await stationWithSomething()
  const meter = stallMeter()
  const startedWith = storedBytes()
  const worst = { stallMs: 0, stalledBy: '', growth: 0, grownBy: '' }
  let calls = 0
  let taken = 0
  const wrong: string[] = []

  async function send(field: CommandField, what: string, input: unknown): Promise<string | null> {
    const name = `${field.command}${field.path} (${what})`
    const before = heldBytes()
    meter.start()
    const result = await station.invoke(field.command, input)
    const stallMs = meter.stop()
    // A list of 500 codes is a thousand calls: what is only not collected yet is not held.
    let growth = heldBytes() - before
    if (growth > MOST_GROWTH) growth = storedBytes() - before
    calls += 1
    if (stallMs > worst.stallMs) Object.assign(worst, { stallMs, stalledBy: name })
    if (growth > worst.growth) Object.assign(worst, { growth, grownBy: name })
    if (stallMs > MOST_STALL_MS) wrong.push(`${name} stalled ${Math.round(stallMs)} ms`)
    if (!result.ok && result.error.code === 'INTERNAL') wrong.push(`${name} failed inside`)
    return result.ok ? null : result.error.code
  }

  const random = seeded(SEED)
  const fields = commandFields().filter(({ command }) => !SLOW.includes(command) && random.chance(1 / FIELDS_ONE_IN))
  for (const field of fields) {
    const { most, more } = edgeOf(field)
    const input = inputWith(field, most, known)
    if (z.safeParse(commands[field.command].input, input).success) taken += 1
    await send(field, 'the most', input)
    const code = await send(field, 'one more', inputWith(field, more, known))
    if (code !== 'INVALID_INPUT') wrong.push(`${field.command}${field.path} took one more: ${code ?? 'ok'}`)
    for (const junk of JUNK) {
      if (random.chance(1 / ONE_IN))
        await send(field, `junk ${JSON.stringify(junk).slice(0, 30)}`, inputWith(field, junk, known))
    }
  }
  console.log(
    `${calls} inputs of the seed ${SEED}; worst stall ${worst.stallMs.toFixed(0)} ms (${worst.stalledBy}); ` +
      `worst growth ${(worst.growth / 1e6).toFixed(1)} MB (${worst.grownBy}); ${taken} of ${fields.length} largest values taken`,
  )
  expect(wrong).toEqual([])
  expect(worst.growth).toBeLessThan(MOST_GROWTH)
  expect(storedBytes() - startedWith).toBeLessThan(MOST_GROWTH)
  // Else the station was never reached behind its schemas. Some values are refused for what stands beside them.
  expect(taken).toBeGreaterThan(fields.length * 0.9)
}, 240_000)

/** A station in which there is one of each: what names it is not refused for that alone. */
async function stationWithSomething() {
  const app = await testStation(await testSandbox(), { deadlineMs: 2_000, background: false })
  const quote = await app.run('quotes.request', palletsToChicago())
  const booking = await app.run('bookings.submit', bookingOf(quote))
  const [printer] = await app.run('printers.list', {})
  // The list of ZIP codes is read with the first line, once in the life of a station.
  await app.run('quotes.readLine', { line: '78045 60654 2 pallets' })
  const batch = await app.run('batches.begin', { name: 'x.csv' })
  const known: Known = {
    ...bookingOf(quote),
    id: quote.id,
    bookingId: booking.bookingId,
    batchId: batch.batchId,
    printerId: printer?.printerId ?? 'x',
    fallbackPrinterId: null,
    originAddress: palletsToChicago().originAddress,
    destinationAddress: palletsToChicago().destinationAddress,
    cargo: palletsToChicago().cargo,
    path: join(tempDir(), 'x.csv'),
    'orders.add.orders[].reference': 'x',
    'quotes.requestCrossBorder.consigneeLocation.country': 'MX',
    'quotes.requestCrossBorder.customs.borderCrossingLocation': 'LLB',
    'bookings.requestChange.bookingId': booking.bookingId,
    'bookings.requestChange.change|0.reference': 'x',
    'bookings.changes.bookingId': booking.bookingId,
    'shipments.stats.from': '2026-11-01T00:00:00Z',
    'shipments.stats.until': '2026-12-01T00:00:00Z',
    'documents.generate.data': {},
    'documents.replace.data': {},
    'webhooks.update.active': false,
    'settings.update.keep.labels': 730,
    'settings.update.scale.serial.port': 'COM3',
    'settings.update.scanner|0.port': 'COM4',
    'maintenance.lookAtAge.rules.labels': 730,
    'maintenance.lookForPerson.person.names': ['Ana Lopez'],
    'maintenance.forgetPerson.person.names': ['Ana Lopez'],
    'inbox.setRules.rules.mail.from': 'dock@example.com',
    'inbox.setRules.rules.mail.to': ['office@example.com'],
    'inbox.setRules.rules.mail.host': 'mail.example.com',
  }
  return { station: app.station, known }
}

/**
 * The longest that this thread was at work without letting the event loop turn. Not the clock's time: on a machine that is busy
 * with something else, or whose disk is, a loop stands still without any fault of its own.
 */
function stallMeter() {
  let longest = 0
  let since = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(since)
    since = process.threadCpuUsage()
    longest = Math.max(longest, (user + system) / 1000)
  }
  let ticks: NodeJS.Timeout | undefined
  return {
    start: () => {
      longest = 0
      since = process.threadCpuUsage()
      ticks = setInterval(look, 2)
    },
    stop: () => {
      clearInterval(ticks)
      look()
      return longest
    },
  }
}

/** Without what nobody refers to any more: looking for objects collects that first. */
function storedBytes(): number {
  queryObjects(StationError)
  return heldBytes()
}

function heldBytes(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
