import { describe, expect, test } from 'vitest'
import { Preferences } from '../../../../src-renderer/live/preferences.svelte.ts'
import { StationStore } from '../../../../src-renderer/live/station-store.svelte.ts'
import { Toasts } from '../../../../src-renderer/live/toasts.svelte.ts'
import { Locale } from '../../../../src-renderer/locale/locale.svelte.ts'
import { PackController } from '../../../../src-renderer/screens/pack/pack-controller.svelte.ts'
import { createStation } from '../../../../src-renderer/station.ts'
import { fakeTransport } from '../../../../src-renderer/transports/fake.ts'
import { StationError } from '../../../../src-shared/station/error.ts'
import type { PrintJob } from '../../../../src-shared/station/printing/printing.ts'
import type { ScanResult } from '../../../../src-shared/station/printing/scan.ts'
import { aBooking, aChange, aJob, aPrinterStatus, aShipment } from '../../builders.ts'

/** Pack, whose scans are answered by hand. */
function pack() {
  const asked: unknown[] = []
  const waiting: { answer(result: ScanResult): void; fail(error: StationError): void }[] = []
  const station = createStation(
    fakeTransport({
      'pack.scan': (input) =>
        new Promise((answer, fail) => {
          asked.push(input)
          waiting.push({ answer, fail })
        }),
      'jobs.list': () => [],
      'printers.resume': () => aPrinterStatus(),
      'labels.pieceCodes': () => ({ codes: [] }),
    }),
  )
  const locale = new Locale()
  const store = new StationStore(station, locale)
  const app = { station, store, locale, preferences: new Preferences(station), toasts: new Toasts() }
  const sounds: string[] = []
  const controller = new PackController(app, (sound) => void sounds.push(sound))
  /** Scans, and gives what answers it once the station was asked. */
  async function scan(code: string) {
    const before = waiting.length
    const done = controller.scan(code)
    await expect.poll(() => waiting.length).toBe(before + 1)
    const question = waiting[before]
    return {
      answer: async (result: ScanResult) => (question?.answer(result), done),
      fail: async (error: StationError) => (question?.fail(error), done),
    }
  }
  const answerTo = (index: number, result: ScanResult) => waiting[index]?.answer(result)
  return { controller, sounds, scan, asked, answerTo }
}

const printing = (code: string, job: Partial<PrintJob> = {}, more: { letGoAt?: string } = {}): ScanResult => ({
  kind: 'printing',
  code,
  shipment: aShipment(),
  job: aJob({ state: 'QUEUED', ...job }),
  ...more,
})

describe('a reprint', () => {
  test('is asked about without calling the first print news, and is called a reprint', async () => {
    const { controller, scan } = pack()
    await (await scan('PO-1')).answer(printing('PO-1', { state: 'PRINTED' }))
    expect(controller.banner).toMatchObject({ tone: 'good', word: 'banner.printed' })
    controller.isAskingReason = true
    expect(controller.banner).toMatchObject({ tone: 'idle', word: 'banner.reprint', params: { code: 'PO-1' } })
    controller.acknowledge()
    expect(controller.banner?.word).toBe('banner.printed')
    await (await scan('PO-2')).answer(printing('PO-2', { state: 'PRINTED', reprintNumber: 1 }))
    expect(controller.banner).toMatchObject({ tone: 'good', word: 'banner.reprinted' })
  })
})

describe('a reason', () => {
  test('is for the question on screen alone, and stays given when the next one comes', async () => {
    const { controller, scan, asked, answerTo } = pack()
    const shipment = aShipment()
    const question = { kind: 'stock', key: 'STOCK', stock: 'Shelf', label: null, madeFor: null } as const
    await (await scan('PO-1')).answer({ kind: 'asks', code: 'PO-1', shipment, question })
    controller.reprint('small labels')
    await expect.poll(() => asked.at(-1)).toMatchObject({ despite: ['STOCK'] })
    answerTo(1, { kind: 'already-printed', code: 'PO-1', shipment, lastJob: aJob(), times: 1 })
    await expect.poll(() => controller.outcome?.kind).toBe('already-printed')
    controller.reprint('torn')
    await expect.poll(() => asked.at(-1)).toMatchObject({ despite: ['STOCK', 'ALREADY_PRINTED'] })
    answerTo(2, printing('PO-1'))
    await expect.poll(() => controller.outcome?.kind).toBe('printing')
    // F2: again, which was answered before.
    controller.reprint('torn again')
    await expect
      .poll(() => asked.at(-1))
      .toMatchObject({ reprintReason: 'torn again', despite: ['STOCK', 'ALREADY_PRINTED'] })
  })
})

describe('a label of which nobody knows', () => {
  test('is answered by a digit, and by no other than those of its answers', async () => {
    const { controller, scan } = pack()
    await (await scan('PO-1')).answer(printing('PO-1', { state: 'UNKNOWN' }))
    expect(controller.answers).toEqual(['printed', 'print-again'])
    expect([0, 1, 2, 3].map((digit) => controller.takesDigit(digit))).toEqual([false, true, true, false])
    await (await scan('PO-2')).answer(printing('PO-2', { state: 'PRINTED' }))
    expect([1, 2].map((digit) => controller.takesDigit(digit))).toEqual([false, false])
  })
})

describe('a code that several carry', () => {
  test('is answered by the digit of one, and the station is asked for that one alone', async () => {
    const { controller, scan, asked } = pack()
    const shipments = ['SHP-1', 'SHP-2'].map((shipmentId) => aShipment({ shipmentId }))
    const bookings = [aBooking({ bookingId: 'bkg_3' })]
    await (await scan('401')).answer({ kind: 'ambiguous', code: '401', shipments, bookings })
    expect([1, 3, 4].map((digit) => controller.takesDigit(digit))).toEqual([true, true, false])
    controller.pressDigit(2)
    await expect.poll(() => asked.at(-1)).toMatchObject({ code: '401', chosen: 'SHP-2' })
  })
})

describe('a code that is not known here', () => {
  test('is asked of the service while the next scan prints, and is in sight when the answer comes', async () => {
    const { controller, scan, asked, answerTo } = pack()
    await (await scan('GONE-1')).answer({ kind: 'elsewhere', code: 'GONE-1' })
    await expect.poll(() => asked.length).toBe(2)
    expect(asked[0]).toMatchObject({ code: 'GONE-1', hereOnly: true })
    expect(asked[1]).not.toHaveProperty('hereOnly')
    expect(controller.banner?.word).toBe('banner.looking')
    await (await scan('PO-2')).answer(printing('PO-2'))
    expect(controller.outcome).toMatchObject({ kind: 'printing', code: 'PO-2' })
    expect(controller.asked.map(({ code }) => code)).toEqual(['GONE-1'])
    answerTo(1, { kind: 'not-found', code: 'GONE-1', isUnasked: true })
    await expect.poll(() => controller.problems.items.length).toBe(1)
    expect(controller.problems.items[0]).toMatchObject({ code: 'GONE-1', banner: { text: 'banner.notFound.unasked' } })
    expect([controller.asked, controller.outcome?.code]).toEqual([[], 'PO-2'])
  })

  test('is a command in small letters where Caps Lock made them of it', async () => {
    const { controller, scan, asked, answerTo } = pack()
    await (await scan('PO-1')).answer(printing('PO-1'))
    void controller.scan('next', 'NEXT')
    await expect.poll(() => asked.length).toBe(2)
    answerTo(1, { kind: 'elsewhere', code: 'next' })
    await expect.poll(() => controller.outcome).toBeNull()
    expect([asked.length, controller.pending]).toEqual([2, null])
  })

  test('says that the scanner may be set to another keyboard layout', async () => {
    const { controller, asked, answerTo } = pack()
    void controller.scan("PO'1", 'PO-1')
    await expect.poll(() => asked.length).toBe(1)
    answerTo(0, { kind: 'elsewhere', code: "PO'1" })
    await expect.poll(() => asked.length).toBe(2)
    answerTo(1, { kind: 'not-found', code: "PO'1" })
    await expect.poll(() => controller.banner?.text).toBe('banner.notFound.layout')
    expect(controller.banner?.params).toMatchObject({ asUs: 'PO-1' })
  })
})

describe('a paused printer', () => {
  const isQueuePaused = true

  test('is named instead of the queue, and is resumed from the banner', async () => {
    const { controller, scan } = pack()
    await (await scan('PO-1')).answer(printing('PO-1'))
    expect(controller.banner?.word).toBe('banner.queued')
    controller.queue.watch.accept(aPrinterStatus({ isQueuePaused }))
    expect(controller.banner).toMatchObject({ word: 'banner.printerPaused', text: 'banner.queuePaused.text' })
    expect(controller.banner?.asks).toBe('resume')
    await controller.queue.setPaused('PRN-1', false)
    expect(controller.banner?.word).toBe('banner.queued')
  })

  test('asks to be resumed at the printer where that is paused, and hides no other state of the label', async () => {
    const { controller, scan, sounds } = pack()
    controller.queue.watch.accept(aPrinterStatus({ paused: true }))
    await (await scan('PO-1')).answer(printing('PO-1'))
    expect(controller.banner).toMatchObject({ word: 'banner.printerPaused', text: 'banner.printerPaused.text' })
    expect([controller.banner?.asks, sounds]).toEqual([null, ['bad']])
    await (await scan('PO-2')).answer(printing('PO-2', { state: 'PRINTED' }))
    expect(controller.banner?.word).toBe('banner.printed')
  })
})

describe('whether to cancel, or to print again', () => {
  test('is never asked of one shipment and answered for the one that is being looked up', async () => {
    const { controller, scan } = pack()
    await (await scan('PO-1')).answer(printing('PO-1'))
    const second = await scan('PO-2')
    expect([controller.askVoid(), controller.askReprint(), controller.isAsking]).toEqual([false, false, false])
    const shipment = aShipment({ shipmentId: 'SHP-2' })
    await second.answer({ kind: 'no-label', code: 'PO-2', shipment, message: 'away' })
    expect([controller.shipment, controller.isAskingVoid, controller.askVoid()]).toEqual([shipment, false, true])
    // Whatever is shown next, it is not what was asked about.
    controller.refuse('PRINT')
    expect(controller.isAskingVoid).toBe(false)
  })
})

describe('an earlier problem', () => {
  test('is what nobody took note of, until all are: a void that was done is none', async () => {
    const { controller, scan } = pack()
    const shipment = aShipment()
    const change = aChange({ change: { kind: 'cancel', reason: 'wrong label' } })
    controller.outcome = { kind: 'void', code: 'PO-1', shipment, change }
    await (await scan('PO-2')).answer({ kind: 'not-found', code: 'PO-2' })
    expect(controller.problems.items).toEqual([])
    controller.outcome = { kind: 'void', code: 'PO-3', shipment, change: { ...change, state: 'REJECTED' } }
    await (await scan('PO-4')).answer({ kind: 'not-found', code: 'PO-4' })
    await (await scan('PO-5')).answer(printing('PO-5'))
    expect(controller.problems.items.map(({ code }) => code)).toEqual(['PO-4', 'PO-3'])
    controller.problems.acknowledge()
    expect(controller.problems.items).toEqual([])
  })
})

describe('Escape while a scan is unanswered', () => {
  test('takes note of its label in advance, and the next order is on screen', async () => {
    const { controller, scan, sounds } = pack()
    await (await scan('PO-1')).answer(printing('PO-1'))
    const second = await scan('PO-2')
    controller.clear()
    // The banner before is still there under the one that looks up.
    expect(controller.outcome?.code).toBe('PO-1')
    await second.answer(printing('PO-2'))
    expect([controller.outcome, controller.pending]).toEqual([null, null])
    // It is heard, and listed.
    expect(sounds).toEqual(['good', 'good'])
    expect(controller.history.entries.map(({ code }) => code)).toEqual(['PO-2', 'PO-1'])
  })

  test.each<[string, ScanResult]>([
    ['no such code', { kind: 'not-found', code: 'PO-2' }],
    ['a booking that did not reach the service', { kind: 'not-booked', code: 'PO-2', booking: aBooking() }],
    ['a label that is missing', { kind: 'no-label', code: 'PO-2', shipment: aShipment(), message: 'away' }],
    [
      'a label that was printed before',
      { kind: 'already-printed', code: 'PO-2', shipment: aShipment(), lastJob: aJob(), times: 1 },
    ],
    ['a label that is on its way already', { kind: 'in-queue', code: 'PO-2', shipment: aShipment(), job: aJob() }],
    ['a label of long ago', printing('PO-2', {}, { letGoAt: '2026-01-01T00:00:00Z' })],
    ['a printer that says no', printing('PO-2', { state: 'FAILED' })],
    ['nobody knowing whether it came out', printing('PO-2', { state: 'UNKNOWN' })],
  ])('never hides %s', async (_, result) => {
    const { controller, scan } = pack()
    const first = await scan('PO-2')
    controller.clear()
    await first.answer(result)
    expect(controller.outcome?.kind).toBe(result.kind)
    controller.clear()
    expect(controller.outcome).toBeNull()
  })

  test('never hides a failure, and is not kept for the scan behind it', async () => {
    const { controller, scan } = pack()
    const first = await scan('PO-1')
    controller.clear()
    await first.fail(new StationError({ code: 'SERVICE_UNREACHABLE', message: 'away' }))
    expect(controller.outcome?.kind).toBe('error')
    await (await scan('PO-2')).answer(printing('PO-2'))
    expect(controller.outcome?.kind).toBe('printing')
  })
})
