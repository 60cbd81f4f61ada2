import { describe, expect, test } from 'vitest'
import { actionsOf, moveTargets, type LoadedPapers } from '../../../../src-renderer/screens/pack/queue/job-actions.ts'
import { knowledgeOf } from '../../../../src-renderer/screens/pack/result/job-knowledge.ts'
import { failuresOf, nameOf } from '../../../../src-shared/station/printing/print-list.ts'
import { QueueController } from '../../../../src-renderer/screens/pack/queue/queue-controller.svelte.ts'
import { Preferences } from '../../../../src-renderer/live/preferences.svelte.ts'
import { Toasts } from '../../../../src-renderer/live/toasts.svelte.ts'
import { StationError } from '../../../../src-shared/station/error.ts'
import { codesOf } from '../../../../src-renderer/screens/pack/queue/pasted-codes.ts'
import {
  askedFirst,
  endedJobs,
  listIdsOf,
  heldUp,
  isRetrying,
  printerQueues,
  questionsOf,
} from '../../../../src-renderer/screens/pack/queue/queue-view.ts'
import { printerStates } from '../../../../src-renderer/ui/basic/printer-state.ts'
import { translate } from '../../../../src-renderer/messages/catalogue.ts'
import type { PrinterStatus } from '../../../../src-shared/station/printing/printer-settings.ts'
import { PRINT_JOB_STATES, SENT_DETAILS } from '../../../../src-shared/station/printing/printing.ts'
import { aJob, aPrinter, aPrinterStatus, recordedStation } from '../../builders.ts'

const say = (job: Parameters<typeof knowledgeOf>[0]) => {
  const known = knowledgeOf(job)
  return known && translate('en', known.key, known.params)
}

describe('what is known of a job', () => {
  test('says printed only where somebody or something proved it', () => {
    const proofs = [{ kind: 'receipt' }, { kind: 'odometer', from: 4, to: 6 }, { kind: 'status-twice' }] as const
    for (const proof of proofs) {
      expect(say(aJob({ state: 'PRINTED', confirmedBy: 'printer', proof }))).toMatch(/^Printed/)
    }
    expect(say(aJob({ state: 'PRINTED', confirmedBy: 'operator' }))).toContain('confirmed by operator')
    for (const state of PRINT_JOB_STATES.filter((candidate) => candidate !== 'PRINTED')) {
      expect(say(aJob({ state })) ?? '').not.toMatch(/^Printed/)
    }
  })

  test('tells for each reason why a job is no more than sent', () => {
    const said = SENT_DETAILS.map((detail) => say(aJob({ state: 'SENT', detail })))
    expect(new Set(said).size).toBe(SENT_DETAILS.length)
    for (const sentence of said) expect(sentence).toMatch(/^Sent/)
    expect(say(aJob({ state: 'SENT', detail: null }))).toBe('Sent; printing not confirmed')
  })
})

describe('what a person may do with a job', () => {
  test('is to print it again only where nobody knows that it came out', () => {
    const again = PRINT_JOB_STATES.filter((state) => actionsOf(aJob({ state })).includes('print-again'))
    expect(again).toEqual(['SENT', 'UNKNOWN'])
  })

  test('is to move or cancel it only while no byte has left', () => {
    const movable = PRINT_JOB_STATES.filter((state) => actionsOf(aJob({ state })).includes('move'))
    expect(movable).toEqual(['QUEUED', 'FAILED'])
  })

  test('is to say whether a stale one is still wanted, before it prints', () => {
    expect(actionsOf(aJob({ state: 'QUEUED', question: 'stale' })).slice(0, 2)).toEqual(['print-now', 'drop'])
  })

  test('goes to a printer of the same language, dots and size, and to no other', () => {
    const from = aPrinter()
    const printers = [
      from,
      aPrinter({ printerId: 'EPL', language: 'EPL' }),
      aPrinter({ printerId: 'FINE', dpi: 300 }),
      aPrinter({ printerId: 'TWIN' }),
      aPrinter({ printerId: 'PAPER', media: { widthIn: 8.5, heightIn: 11 } }),
      aPrinter({ printerId: 'SHORT', media: { widthIn: 4, heightIn: 3 } }),
      aPrinter({ printerId: 'LONG', media: { widthIn: 4, heightIn: 8 } }),
    ]
    expect(moveTargets(aJob(), from, printers).map(({ printerId }) => printerId)).toEqual(['TWIN', 'LONG'])
    expect(moveTargets(aJob(), null, printers)).toEqual([])
    const short = {
      stockId: 'S',
      name: '4x4',
      media: { widthIn: 4, heightIn: 4 },
      tracking: 'gap',
      print: 'direct',
    } as const
    const loaded: LoadedPapers = {
      [from.printerId]: { paper: 'label', stock: null },
      TWIN: { paper: 'receipt', stock: null },
      LONG: { paper: 'label', stock: short },
      SHORT: { paper: 'label', stock: { ...short, tracking: 'continuous' } },
    }
    expect(moveTargets(aJob(), from, printers, loaded).map(({ printerId }) => printerId)).toEqual(['SHORT'])
  })
})

describe('the queue', () => {
  const dock = aPrinter({ printerId: 'PRN-2', name: 'Dock', isDefault: false })
  const retried = aJob({ jobId: 'J-2', printerId: 'PRN-2', state: 'FAILED', nextTryAt: '2026-11-21T12:01:00Z' })
  const behind = aJob({ jobId: 'J-3', printerId: 'PRN-2', state: 'QUEUED' })
  const jobs = [behind, retried, aJob({ jobId: 'J-1' })]

  test('lists what is open in the order in which it prints, under its printer', () => {
    const queues = printerQueues([dock, aPrinter()], jobs, 'PRN-1')
    expect(queues.map(({ name }) => name)).toEqual(['Bench 4', 'Dock'])
    expect(queues[1]?.open.map(({ jobId }) => jobId)).toEqual(['J-2', 'J-3'])
    expect(queues[1]?.waiting).toHaveLength(2)
    expect(queues[0]?.done.map(({ jobId }) => jobId)).toEqual(['J-1'])
  })

  test('calls out a printer that is down while labels wait, and no other', () => {
    const queues = printerQueues([dock, aPrinter()], jobs, 'PRN-1')
    const down = (patch: Partial<PrinterStatus>) =>
      heldUp(
        queues,
        new Map([
          ['PRN-1', aPrinterStatus({ online: false })],
          ['PRN-2', aPrinterStatus({ printerId: 'PRN-2', ...patch })],
        ]),
      ).map(({ queue }) => queue.name)
    expect(down({ online: false })).toEqual(['Dock'])
    expect(down({ paperOut: true })).toEqual(['Dock'])
    expect(down({})).toEqual([])
  })

  test('asks its questions oldest first', () => {
    const unknown = aJob({ jobId: 'J-9', state: 'UNKNOWN' })
    const stale = aJob({ jobId: 'J-8', state: 'QUEUED', question: 'stale' })
    expect(questionsOf([unknown, ...jobs, stale]).map(({ jobId }) => jobId)).toEqual(['J-8', 'J-9'])
  })

  test('lets one question lead: that of the banner, or else the oldest', () => {
    const unknown = aJob({ jobId: 'J-9', state: 'UNKNOWN' })
    expect(askedFirst(true, [unknown])).toBe('banner')
    expect(askedFirst(false, [unknown])).toBe(unknown)
    expect(askedFirst(false, [])).toBeNull()
  })
})

describe('a printer whose label is tried again', () => {
  const waiting = [aJob({ state: 'FAILED', nextTryAt: '2026-11-21T12:01:00Z' })]
  test('is not called ready or being checked, and a trouble that it reports comes first', () => {
    expect(isRetrying({ waiting }, null)).toBe(true)
    expect(isRetrying({ waiting }, aPrinterStatus())).toBe(true)
    expect(isRetrying({ waiting }, aPrinterStatus({ paperOut: true }))).toBe(false)
    expect(isRetrying({ waiting: [] }, null)).toBe(false)
  })
})

describe('a print list', () => {
  test('takes codes as pasted, each once and in order', () => {
    expect(codesOf(' PO-1\r\nPO-2\tPO-3;\n\nPO-1, PO-4 ')).toEqual(['PO-1', 'PO-2', 'PO-3', 'PO-4'])
  })

  test('lists those that are not out and no longer on their way', () => {
    const problem = { code: 'NOT_FOUND', message: '', retryable: false, details: {} }
    const items = [
      { code: 'out', job: aJob({ state: 'SENT' }), problem: null },
      { code: 'unknown here', job: null, problem },
      { code: 'on its way', job: aJob({ state: 'QUEUED' }), problem: null },
      { code: 'tried again', job: aJob({ state: 'FAILED', nextTryAt: '2026-11-21T12:01:00Z' }), problem: null },
      { code: 'given up', job: aJob({ state: 'CANCELLED' }), problem: null },
    ]
    const list = { listId: 'B-1', createdAt: '2026-11-21T12:00:00Z', items, out: 1 }
    expect(failuresOf(list).map(({ code }) => code)).toEqual(['unknown here', 'given up'])
  })

  test('names what is not out as people know it, where it was asked for by ids', () => {
    const problem = { code: 'ALREADY_PRINTED', message: '', retryable: false, details: { reference: 'PO-2' } }
    const items = [
      { code: 'SHP-1', job: aJob({ state: 'FAILED', title: 'PO-1' }), problem: null },
      { code: 'SHP-2', job: null, problem },
      { code: 'PO-3', job: null, problem: { ...problem, details: {} } },
    ]
    expect(items.map(nameOf)).toEqual(['PO-1', 'PO-2', 'PO-3'])
  })

  test('calls a printer without labels the same as the banner does', () => {
    for (const language of ['en', 'es'] as const) {
      const [state] = printerStates(aPrinterStatus({ paperOut: true }))
      const banner = translate(language, 'banner.outOfLabels')
      expect(translate(language, state?.key ?? 'printerState.ready').toLocaleUpperCase()).toBe(banner)
    }
  })

  test('is found by its jobs, each list once', () => {
    expect(listIdsOf([aJob({ listId: 'B-2' }), aJob(), aJob({ listId: 'B-1' }), aJob({ listId: 'B-2' })])).toEqual([
      'B-2',
      'B-1',
    ])
  })
})

test('a label that no one proved is not under the done ones', () => {
  const [sent, printed, canceled] = (['SENT', 'PRINTED', 'CANCELLED'] as const).map((state) =>
    aJob({ jobId: `JOB-${state}`, state }),
  )
  const heads = (jobs: Parameters<typeof endedJobs>[0]) =>
    endedJobs(jobs).map(({ head, jobs: own }) => [head, ...own.map(({ state }) => state)])
  expect(heads([sent, printed, canceled].filter((job) => job !== undefined))).toEqual([
    ['job.SENT', 'SENT'],
    ['queue.done', 'PRINTED', 'CANCELLED'],
  ])
  expect(heads([])).toEqual([])
})

test('labels that a printer refuses are still asked about, for another one', async () => {
  const jobs = ['one', 'two', 'three'].map((jobId) => aJob({ jobId }))
  const { station } = recordedStation({
    'jobs.list': () => jobs,
    'jobs.move': ({ jobId, printerId }) => {
      if (jobId === 'two' && printerId === 'OTHER')
        throw new StationError({ code: 'PRINTER_DIFFERS', message: 'It prints 300 dpi.' })
      return aJob({ jobId, printerId })
    },
  })
  const toasts = new Toasts()
  const queue = new QueueController({ station, preferences: new Preferences(station), toasts }, () => undefined)
  queue.moving = jobs
  await queue.moveAll('OTHER')
  expect(queue.moving.map(({ jobId }) => jobId)).toEqual(['two', 'three'])
  expect(toasts.items).toMatchObject([{ kind: 'error' }])
  await queue.moveAll('THIRD')
  expect(queue.moving).toEqual([])
})
