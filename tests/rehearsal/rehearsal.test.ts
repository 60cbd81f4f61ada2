import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { RESPONSE_VARIANTS } from '../../src-sandbox/response-variants/variant.ts'
import {
  RESPONSE_VARIANTS as OFFERED,
  type RehearsalState,
  type Scene,
} from '../../src-shared/station/app/rehearsal.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox, type TestSandbox } from '../support/sandbox.ts'
import { testStation, type TestStation } from '../support/test-station.ts'

const progress = ({ scenes }: RehearsalState, scene: Scene) => scenes.find((one) => one.scene === scene)?.progress
/** How the service says that it writes its answers. */
async function variantOf({ baseUrl, faultToken = '' }: TestSandbox): Promise<unknown> {
  const { origin } = new URL(baseUrl)
  const answer = await fetch(`${origin}/_sandbox/settings`, { headers: { 'x-sandbox-token': faultToken } })
  return z.object({ responseVariant: z.string() }).parse(await answer.json()).responseVariant
}
const quoteOf = (station: TestStation) => station.run('quotes.request', palletsToChicago())
const ended = (station: TestStation, bookingId: string) =>
  station.until('the end of a booking', async () => {
    const booking = await station.run('bookings.get', { bookingId })
    return ['BOOKED', 'NEEDS_DECISION', 'REJECTED'].includes(booking.state) ? booking : null
  })

describe('a rehearsal', () => {
  it('knows every response variant that the embedded service has', () => {
    expect(OFFERED).toEqual(RESPONSE_VARIANTS)
  })

  it.each(RESPONSE_VARIANTS.filter((responseVariant) => responseVariant !== 'plain'))(
    'has the service answer in the response variant "%s", books in it, and takes it back at its end',
    async (responseVariant) => {
      const sandbox = await testSandbox()
      const station = await testStation(sandbox)
      expect(await station.run('rehearsal.speak', { responseVariant })).toMatchObject({
        responseVariant,
        since: expect.any(String),
      })
      expect(await variantOf(sandbox)).toBe(responseVariant)
      const { bookingId } = await station.run(
        'bookings.submit',
        bookingOf(await quoteOf(station), { reference: 'PO-1' }),
      )
      expect(await ended(station, bookingId)).toMatchObject({ state: 'BOOKED' })
      expect(await station.run('rehearsal.end', {})).toMatchObject({ responseVariant: 'plain', since: null })
      expect(await variantOf(sandbox)).toBe('plain')
    },
  )

  it('takes the service away and brings it back, and the booking made meanwhile is sent', async () => {
    const station = await testStation(await testSandbox())
    const quote = await quoteOf(station)
    expect((await station.run('station.state', {})).isRehearsing).toBe(false)
    expect(progress(await station.run('rehearsal.stage', { scene: 'outage' }), 'outage')).toBe('on')
    const { bookingId } = await station.run('bookings.submit', bookingOf(quote, { reference: 'PO-1' }))
    await station.until('offline', async () => {
      const { connection, notSent, isRehearsing } = await station.run('station.state', {})
      return connection.kind === 'offline' && notSent === 1 && isRehearsing ? connection : null
    })
    expect((await station.run('bookings.get', { bookingId })).state).toBe('QUEUED')
    expect(await station.run('rehearsal.end', {})).toMatchObject({ since: null, printer: null })
    expect(await ended(station, bookingId)).toMatchObject({ state: 'BOOKED' })
    expect((await station.run('station.state', {})).isRehearsing).toBe(false)
  })

  it('loses the answer of a booking, which is then found and not booked twice', async () => {
    const sandbox = await testSandbox()
    const station = await testStation(sandbox)
    const quote = await quoteOf(station)
    await station.run('rehearsal.stage', { scene: 'duplicate' })
    const { bookingId } = await station.run('bookings.submit', bookingOf(quote, { reference: 'PO-2' }))
    expect(await ended(station, bookingId)).toMatchObject({ state: 'BOOKED' })
    expect(progress(await station.run('rehearsal.state', {}), 'duplicate')).toBe('happened')
    expect(await sandbox.get('/shipments?reference=PO-2')).toMatchObject({ meta: { pagination: { total: 1 } } })
  })

  it('lets a quote end between choice and click, and it is quoted again by itself', async () => {
    const station = await testStation(await testSandbox())
    const quote = await quoteOf(station)
    await station.run('rehearsal.stage', { scene: 'slow' })
    await station.run('rehearsal.stage', { scene: 'expired' })
    const cleared = await station.run('rehearsal.clear', { scene: 'slow' })
    expect([progress(cleared, 'slow'), progress(cleared, 'expired')]).toEqual(['off', 'on'])
    const { bookingId } = await station.run('bookings.submit', bookingOf(quote, { reference: 'PO-3' }))
    expect(await ended(station, bookingId)).toMatchObject({ state: 'BOOKED' })
    expect(progress(await station.run('rehearsal.state', {}), 'expired')).toBe('happened')
  })

  it('brings a printer that has no paper, which prints once there is some, and takes it away again', async () => {
    const station = await testStation(await testSandbox())
    const [usual] = await station.run('printers.list', {})
    const { printer } = await station.run('rehearsal.stage', { scene: 'paper-out' })
    const printerId = printer?.printerId ?? ''
    expect((await station.run('printers.list', {})).find(({ isDefault }) => isDefault)).toMatchObject({ printerId })
    const { jobId } = await station.run('printers.test', { printerId })
    const refused = await station.until('the refusal', async () => {
      const job = await station.run('jobs.get', { jobId })
      return job.error ? job : null
    })
    expect(refused.error).toMatchObject({ code: 'PRINTER_NOT_READY' })
    await station.run('rehearsal.clear', { scene: 'paper-out' })
    await station.until('the label', async () => {
      const job = await station.run('jobs.get', { jobId })
      return job.state === 'PRINTED' ? job : null
    })
    expect(await station.run('rehearsal.end', {})).toMatchObject({ since: null, printer: null })
    expect(await station.run('printers.list', {})).toMatchObject([{ printerId: usual?.printerId, isDefault: true }])
  })

  it('leaves no job behind that would look for a printer that is gone', async () => {
    const station = await testStation(await testSandbox())
    const { printer } = await station.run('rehearsal.stage', { scene: 'head-open' })
    const { jobId } = await station.run('printers.test', { printerId: printer?.printerId ?? '' })
    await station.until('the refusal', async () => {
      const job = await station.run('jobs.get', { jobId })
      return job.error ? job : null
    })
    expect(await station.run('rehearsal.end', {})).toMatchObject({ printer: null })
    expect((await station.run('jobs.get', { jobId })).state).toBe('PRINTED')
    expect((await station.run('station.state', {})).notices).toEqual([])
  })

  it('takes its questions along, also one that a crash left behind', async () => {
    const station = await testStation(await testSandbox())
    const cutOff = async () => {
      const { printer } = await station.run('rehearsal.stage', { scene: 'cut-off' })
      const { jobId } = await station.run('printers.test', { printerId: printer?.printerId ?? '' })
      return station.until('the question', async () => {
        const job = await station.run('jobs.get', { jobId })
        return job.state === 'UNKNOWN' ? job : null
      })
    }
    const first = await cutOff()
    expect((await station.run('rehearsal.end', {})).printer).toBe(null)
    expect((await station.run('jobs.get', { jobId: first.jobId })).state).toBe('CANCELLED')
    expect(await station.run('printers.list', {})).toHaveLength(1)
    const second = await cutOff()
    await station.close()
    const again = await testStation(await testSandbox(), { dataDir: station.dataDir })
    expect((await again.run('jobs.get', { jobId: second.jobId })).state).toBe('CANCELLED')
    expect((await again.run('rehearsal.state', {})).printer).toBe(null)
    expect(await again.run('printers.list', {})).toHaveLength(1)
  })

  it('is never offered with another service, and ends when one is chosen', async () => {
    const station = await testStation(await testSandbox())
    await station.run('rehearsal.stage', { scene: 'head-open' })
    const other = await testSandbox()
    const { baseUrl, apiKey } = other
    const state = await station.run('environment.use', { kind: 'service', baseUrl, apiKey })
    expect(state.isRehearsing).toBe(false)
    expect(await station.run('printers.list', {})).toHaveLength(1)
    expect(await station.run('rehearsal.state', {})).toMatchObject({ isAvailable: false, since: null })
    await expect(station.run('rehearsal.stage', { scene: 'slow' })).rejects.toMatchObject({ code: 'WRONG_STATE' })
    await expect(station.run('rehearsal.clear', { scene: 'slow' })).rejects.toMatchObject({ code: 'WRONG_STATE' })
  })

  it('that is begun while another service comes into use leaves no simulated printer there', async () => {
    const station = await testStation(await testSandbox())
    const { baseUrl, apiKey } = await testSandbox()
    const staged = station.run('rehearsal.stage', { scene: 'head-open' }).catch(() => null)
    await station.run('environment.use', { kind: 'service', baseUrl, apiKey })
    await staged
    expect(await station.run('rehearsal.state', {})).toMatchObject({ isAvailable: false, since: null, printer: null })
    expect(await station.run('printers.list', {})).toHaveLength(1)
  })
})
