import { describe, expect, test } from 'vitest'
import { NOT_READY_LOOKS } from '../../../../src-renderer/screens/endofday/not-ready.ts'
import { bannerFor, type Outcome } from '../../../../src-renderer/screens/pack/result/banner.ts'
import { restBanner } from '../../../../src-renderer/screens/pack/result/job-banner.ts'
import { statusLook } from '../../../../src-renderer/ui/basic/status.ts'
import { translate } from '../../../../src-renderer/messages/catalogue.ts'
import type { Order } from '../../../../src-shared/station/orders/order.ts'
import { PRINT_JOB_STATES, type PrintJob } from '../../../../src-shared/station/printing/printing.ts'
import { palletsToChicago } from '../../../support/freight.ts'
import type { PrinterStatus } from '../../../../src-shared/station/printing/printer-settings.ts'
import { aBooking, aChange, aJob, aPrinterStatus, aShipment } from '../../builders.ts'

const words = {
  moment: (timestamp: string) => timestamp,
  day: (day: string) => day.slice(0, 10),
  money: ({ minor, currency }: { minor: number; currency: string }) => `${minor / 100} ${currency}`,
  word: (_prefix: string, word: string) => word,
  number: (value: number) => String(value),
  error: ({ code }: { code: string }) => code,
}
const say = (outcome: Outcome, job: PrintJob | null = null) => {
  const banner = bannerFor(outcome, job, words)
  return {
    ...banner,
    word: translate('en', banner.word, banner.params),
    sentence: translate('en', banner.text, banner.params),
  }
}
const printing: Outcome = { kind: 'printing', code: 'PO-1', shipment: aShipment(), job: aJob({ state: 'QUEUED' }) }

describe('the banner of a print', () => {
  test('says PRINTED only when somebody knows that it is', () => {
    const green = PRINT_JOB_STATES.filter((state) => say(printing, aJob({ state })).tone === 'good')
    expect(green).toEqual(['PRINTED'])
  })

  test('asks the person when the printer has it but did not confirm, and when it took only a part', () => {
    expect(say(printing, aJob({ state: 'SENT' })).asks).toBe('printed-or-again')
    expect(say(printing, aJob({ state: 'UNKNOWN' })).asks).toBe('printed-or-again')
  })

  test('asks whether a label came out in one color, in the band and on the chips', () => {
    const { tone } = say(printing, aJob({ state: 'UNKNOWN' }))
    expect(tone).toBe('wait')
    expect(statusLook('job', 'UNKNOWN').tone).toBe(tone)
    expect(NOT_READY_LOOKS['print-unknown'].tone).toBe(tone)
  })

  test('offers to try again only when nothing left', () => {
    expect(say(printing, aJob({ state: 'FAILED' })).asks).toBe('retry')
  })

  test.each([
    ['the paper is out', 'OUT OF LABELS'],
    ['the print head is open', 'HEAD OPEN'],
    ['the ribbon is out', 'OUT OF RIBBON'],
    ['the printer is paused', 'PRINTER PAUSED'],
    ['the print head is too hot', 'NOT PRINTED YET'],
  ])('says what to do when %s: %s', (problem, word) => {
    const error = { code: 'PRINTER_NOT_READY', message: 'no', retryable: true, details: { problem } }
    const job = aJob({ state: 'FAILED', nextTryAt: '2026-11-21T12:01:00Z', error })
    expect(say(printing, job)).toMatchObject({ word, tone: 'wait', asks: 'retry' })
  })
})

describe('the band between scans', () => {
  const rest = (status: Partial<PrinterStatus> | null, waiting: PrintJob[] = []) =>
    restBanner({ name: 'Dock', waiting }, status && aPrinterStatus(status), words)

  test('is ready while nothing known keeps the printer in use from printing', () => {
    expect([rest(null), rest({})]).toEqual([null, null])
  })

  test('says why a label that is tried again has not come out', () => {
    const error = { code: 'PRINTER_OFFLINE', message: 'no', retryable: true, details: {} }
    const job = aJob({ state: 'FAILED', nextTryAt: '2026-11-21T12:01:00Z', error })
    expect(rest(null, [job])).toMatchObject({
      tone: 'wait',
      word: 'banner.retrying',
      params: { why: 'Dock: PRINTER_OFFLINE' },
    })
  })

  test('names the trouble of the printer, and resumes a queue that was paused here', () => {
    expect(rest({ paperOut: true })).toMatchObject({ tone: 'wait', word: 'printerState.paperOut', asks: null })
    expect(rest({ isQueuePaused: true })).toMatchObject({ word: 'printerState.queuePaused', asks: 'resume' })
  })
})

describe('the banner of a scan', () => {
  const shipment = aShipment()
  test('asks for a reason before a second print', () => {
    const banner = say({ kind: 'already-printed', code: 'PO-1', shipment, lastJob: aJob(), times: 2 })
    expect(banner).toMatchObject({ tone: 'wait', asks: 'reason' })
    expect(banner.sentence).toContain('2 times')
  })

  test('of freight that is past the dock says so with its day, and asks whether to print', () => {
    const question = { kind: 'status', key: 'DELIVERED', at: '2026-11-19T16:00:00Z' } as const
    const banner = say({ kind: 'asks', code: 'PO-1', shipment, question })
    expect(banner).toMatchObject({ tone: 'wait', asks: 'reason', word: 'PRINT ANYWAY?' })
    expect(banner.sentence).toBe('PO-1: Already delivered 2026-11-19. Print anyway?')
    const undated = say({ kind: 'asks', code: 'PO-1', shipment, question: { ...question, at: null } })
    expect(undated.sentence).toContain('Print anyway?')
  })

  test('of a voided shipment tells the refund that the service named', () => {
    const change = aChange({
      change: { kind: 'cancel', reason: 'wrong' },
      cancellation: {
        reason: 'wrong',
        refund: { minor: 41280, currency: 'USD' },
        refundStatus: 'PROCESSING',
        cancelledAt: '2026-11-21T12:00:00Z',
      },
    })
    const sentence = say({ kind: 'void', code: 'PO-1', shipment, change }).sentence
    expect(sentence).toContain('412.8 USD')
    expect(sentence).toContain('PROCESSING')
  })

  test('that would print very many labels asks with their number', () => {
    const details = { labels: 400, most: 200 }
    const error = { code: 'MANY_LABELS', message: '', retryable: false, details }
    const banner = say({ kind: 'error', code: 'PO-1', error })
    expect(banner).toMatchObject({ tone: 'wait', asks: 'many', word: '400 LABELS?' })
    expect(banner.sentence).toContain('more than 200')
    expect(say({ kind: 'error', code: 'PO-1', error: { ...error, details: {} } }).asks).toBe('acknowledge')
  })

  test('of something that must not go out stays until somebody took note', () => {
    const refused: Outcome[] = [
      { kind: 'not-found', code: 'X' },
      { kind: 'no-label', code: 'X', shipment, message: 'gone' },
      { kind: 'not-printable', code: 'X', shipment, message: 'cancelled' },
      { kind: 'not-booked', code: 'X', booking: aBooking() },
      { kind: 'error', code: 'X', error: { code: 'INTERNAL', message: '', retryable: false, details: {} } },
    ]
    expect(refused.map((outcome) => say(outcome).asks)).toEqual(Array(5).fill('acknowledge'))
    expect(refused.map((outcome) => say(outcome).tone)).toEqual(Array(5).fill('bad'))
  })

  test('of an order on hold names its reason first, and of any other that it is not booked', () => {
    const order: Order = {
      ...{
        orderId: 'ord_1',
        reference: 'SO-1008',
        state: 'open',
        consigneeName: 'Seattle Fab',
        destination: 'Seattle',
      },
      ...{ pickupDate: '2026-11-23', source: 'orders.csv', origin: 'file', takenAt: '2026-11-21T12:00:00Z' },
      ...{ version: 'v1', bookingId: null, tags: [], offer: null, trouble: null, other: null, hold: 'credit check' },
      content: {
        ...{
          request: palletsToChicago(),
          rateRule: '',
          instructions: '',
          pickupDate: '2026-11-23',
          labelFormat: 'ZPL',
        },
      },
    }
    const held = say({ kind: 'order', code: 'SO-1008', order, refusal: null })
    expect(held).toMatchObject({ tone: 'wait', word: 'ON HOLD', asks: 'order' })
    expect(held.sentence).toMatch(/^SO-1008: credit check/)
    expect(say({ kind: 'order', code: 'SO-1008', order: { ...order, hold: null }, refusal: null }).word).toBe(
      'NOT BOOKED',
    )
    const booking = aBooking({ state: 'QUEUED', holdUntil: '2026-11-25' })
    expect(say({ kind: 'not-booked', code: 'PO-1', booking }).word).toBe('ON HOLD')
  })

  test('of a label that is on its way already does not promise a second one', () => {
    const banner = say({ kind: 'in-queue', code: 'X', shipment, job: aJob({ state: 'SENDING' }) })
    expect(banner).toMatchObject({ tone: 'wait', word: 'ALREADY IN QUEUE' })
  })

  test('of a label that waits for an answer asks the question again', () => {
    expect(say({ kind: 'in-queue', code: 'X', shipment, job: aJob({ state: 'UNKNOWN' }) }).asks).toBe(
      'printed-or-again',
    )
  })
})

describe('the banner of what this screen alone knows', () => {
  const shipment = aShipment({ pieces: 3 })
  const codes = ['T-P001', 'T-P002', 'T-P003']
  const count = { shipment, pieces: 3, codes, seen: [], scanned: 2, lastAt: 1, last: 'counted' } as const
  test('counts pieces aloud, and says when the last one is labelled', () => {
    expect(say({ kind: 'piece', code: 'X', shipment, count })).toMatchObject({ tone: 'good', word: 'PIECE 2 OF 3' })
    const all = say({ kind: 'piece', code: 'X', shipment, count: { ...count, scanned: 3 } })
    expect(all).toMatchObject({ tone: 'good', word: 'ALL 3 PIECES SCANNED' })
    expect(say({ kind: 'piece', code: 'X', shipment, count: { ...count, last: 'unsure' } }).asks).toBe('piece')
  })

  test('says how many scans were counted where the labels do not tell the pieces apart, and never "every piece"', () => {
    const scans = { ...count, codes: [], scanned: 3 }
    const banner = say({ kind: 'piece', code: 'X', shipment, count: scans })
    expect(banner).toMatchObject({ tone: 'move', word: '3 SCANS COUNTED' })
    expect(banner.sentence).not.toContain('Every')
    expect(say({ kind: 'piece', code: 'X', shipment, count: { ...scans, scanned: 1 } }).word).toBe('1 SCAN COUNTED')
  })

  test('asks before the same code prints a second label', () => {
    const banner = say({ kind: 'repeat', code: 'PO-1', milliseconds: 1_600, before: printing })
    expect(banner).toMatchObject({ tone: 'wait', asks: 'repeat' })
    expect(banner.sentence).toContain('after 2 s')
  })

  test('lets a hold tag go the moment its booking came through', () => {
    expect(say({ kind: 'not-booked', code: 'X', booking: { ...aBooking(), state: 'BOOKED' } }).asks).toBe('print')
  })

  test('says that a cancellation was refused, and that the shipment still stands', () => {
    const error = { code: 'SHIPMENT_IMMUTABLE', message: '', retryable: false, details: {} }
    const change = aChange({ change: { kind: 'cancel', reason: 'wrong label' }, state: 'REJECTED', error })
    const banner = say({ kind: 'void', code: 'X', shipment, change })
    expect(banner).toMatchObject({ tone: 'bad', asks: 'acknowledge' })
    expect(banner.sentence).toContain('PO-1 is still active')
    expect(say({ kind: 'void', code: 'X', shipment, change: { ...change, state: 'DONE' } }).sentence).toContain(
      'Remove and destroy its labels',
    )
  })
})
