import { describe, expect, test } from 'vitest'
import type { CommandName } from '../../src-shared/station/commands.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation, type TestStation } from '../support/test-station.ts'
import { printerDraft } from '../support/temporary-printing.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'

const open = async () => testStation(await testSandbox())

async function zebraAt(station: TestStation, faults: string[] = []) {
  const zebra = await virtualZebra(faults)
  const { printerId } = await station.run('printers.save', printerDraft({ kind: 'tcp', uri: zebra.uri }))
  return { zebra, printerId }
}

describe('a printer through the commands', () => {
  test('is looked at, asked, paused, resumed, and proves its label', async () => {
    const station = await open()
    const { zebra, printerId } = await zebraAt(station)
    expect(await station.run('printers.check', { printerId })).toMatchObject({ statusPort: zebra.port, problem: null })
    expect(await station.run('printers.status', { printerId })).toMatchObject({ online: true, problem: null })
    expect(await station.run('printers.pause', { printerId })).toMatchObject({ isQueuePaused: true })
    const { jobId } = await station.run('printers.test', { printerId })
    expect((await station.run('jobs.get', { jobId })).state).toBe('QUEUED')
    await station.run('printers.resume', { printerId })
    const job = await station.until('the proof', async () => {
      const now = await station.run('jobs.get', { jobId })
      return now.state === 'PRINTED' ? now : null
    })
    expect(job.proof?.kind).toBe('odometer')
  })

  test('is routed to, and the rules are kept', async () => {
    const station = await open()
    const { printerId } = await zebraAt(station)
    await station.run('printers.setRoute', { document: 'bol', printerId, copies: 2 })
    await station.run('printers.setRules', { staleMinutes: 45, fallback: 'use' })
    const rules = await station.run('printers.routes', {})
    expect(rules).toMatchObject({ staleMinutes: 45, fallback: 'use' })
    expect(rules.routes.map(({ document }) => document)).toEqual(['label', 'bol', 'packing-slip', 'office'])
    expect(rules.routes[1]).toMatchObject({ printerId, copies: 2 })
    const options = { printerId, options: { carrierSettings: 'block' } } as const
    expect(await station.run('printers.setOptions', options)).toMatchObject({ carrierSettings: 'block' })
    expect(await station.run('printers.options', { printerId })).toMatchObject({ carrierSettings: 'block' })
  })

  test.each([
    ['printers.save', printerDraft({ kind: 'queue', name: '-o raw' }, { name: 'x' }), 'connection.name'],
    ['printers.save', printerDraft({ kind: 'device', path: 'lp0' }, { name: 'x' }), 'connection.path'],
    ['printers.setRules', { staleMinutes: 0 }, 'staleMinutes'],
    ['printers.setRoute', { document: 'poster', printerId: null }, 'document'],
    ['printers.setRoute', { document: 'bol', printerId: null, copies: 0 }, 'copies'],
    ['printers.setOptions', { printerId: 'p', options: { statusPort: 70_000 } }, 'options.statusPort'],
    ['jobs.answer', { jobId: 'j', answer: 'maybe' }, 'answer'],
    ['printLists.add', { codes: [] }, 'codes'],
    ['printLists.add', { codes: ['a', ' '] }, 'codes.1'],
  ] satisfies [CommandName, unknown, string][])(
    '%s with %j is refused, and the field is named',
    async (name, input, field) => {
      const station = await open()
      const result = await station.station.invoke(name, input)
      expect(result).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
      expect(!result.ok && result.error.message).toContain(field)
    },
  )

  test.each(['printers.status', 'printers.check', 'printers.pause', 'printers.options'] satisfies CommandName[])(
    '%s of a printer that is not there is not found',
    async (name) => {
      const station = await open()
      expect(await station.station.invoke(name, { printerId: 'prn_none' })).toMatchObject({
        ok: false,
        error: { code: 'NOT_FOUND' },
      })
    },
  )
})

test('a batch of booked shipments prints in pallet order, and says what could not be printed', async () => {
  const station = await open()
  const references: string[] = []
  for (const reference of ['PO-B', 'PO-A']) {
    const quote = await station.run('quotes.request', palletsToChicago())
    const { bookingId } = await station.run('bookings.submit', bookingOf(quote, { reference }))
    await station.until('the label', async () =>
      (await station.run('bookings.get', { bookingId })).hasLabel ? true : null,
    )
    references.push(reference)
  }
  const { listId } = await station.run('printLists.add', { codes: [...references, 'PO-NONE'] })
  const batch = await station.until('the labels', async () => {
    const now = await station.run('printLists.get', { listId })
    return now.out === 2 ? now : null
  })
  expect(batch.items.map(({ code, job, problem }) => [code, job?.state ?? problem?.code])).toEqual([
    ['PO-B', 'PRINTED'],
    ['PO-A', 'PRINTED'],
    ['PO-NONE', 'NOT_FOUND'],
  ])
  expect(await station.run('printLists.printFailures', { listId })).toMatchObject({ purpose: 'print-list' })
})
