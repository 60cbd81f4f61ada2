import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { isAnything, underWay } from '../../src-main/app/under-way.ts'
import { askBeforeClosing } from '../../src-main/shell/desktop/closing.ts'
import { contextTemplate } from '../../src-main/shell/desktop/menu.ts'
import { stayAwakeAtWork } from '../../src-main/shell/desktop/wakefulness.ts'
import { shellWords, workInWords } from '../../src-main/shell/desktop/words.ts'

const NOTHING = { bookings: 0, printJobs: 0, batches: 0 }
const BUSY = { bookings: 1, printJobs: 2, batches: 0 }

test('what is being sent, printed or handed in counts; what waits for an answer or is at its end does not', async () => {
  const jobs = [
    { state: 'SENDING', question: null },
    { state: 'QUEUED', question: null },
    { state: 'QUEUED', question: 'stale' },
    { state: 'UNKNOWN', question: null },
    { state: 'PRINTED', question: null },
  ] as const
  const found = await underWay({
    bookings: { counts: async () => ({ SENDING: 3 }) },
    printing: { queue: { list: async () => [...jobs] } },
    batches: { list: async () => [{ state: 'PAUSED' }, { state: 'RUNNING' }] },
  })
  expect(found).toEqual({ bookings: 3, printJobs: 2, batches: 1 })
  expect([isAnything(NOTHING), isAnything(found)]).toEqual([false, true])
})

test('the machine stays awake while the station is at work, and sleeps again after it', async () => {
  const reported: string[] = []
  const changes = new EventEmitter()
  let isBusy = true
  const watch = stayAwakeAtWork(
    { start: (type) => reported.push(type), stop: (id) => reported.push(`stop ${id}`) },
    {
      isAtWork: async () => isBusy,
      subscribe: (listener) => {
        changes.on('change', listener)
        return () => changes.off('change', listener)
      },
    },
  )
  await expect.poll(() => watch.isAtWork(), { timeout: 20_000 }).toBe(true)
  isBusy = false
  changes.emit('change')
  changes.emit('change')
  await expect.poll(() => reported, { timeout: 20_000 }).toEqual(['prevent-app-suspension', 'stop 1'])
  watch.stop()
  expect(changes.listenerCount('change')).toBe(0)
})

test('a window is closed at once, but for one whose station is at work: that asks once', async () => {
  const asked: string[] = []
  let isAtWork = true
  let work = BUSY
  let button = 0
  class Window extends EventEmitter {
    isClosed = false
    isDestroyed = () => this.isClosed
    close = () => {
      let isHeld = false
      this.emit('close', { preventDefault: () => (isHeld = true) })
      this.isClosed = !isHeld
    }
  }
  const opened = () => {
    const window = new Window()
    askBeforeClosing(window, {
      isAtWork: () => isAtWork,
      work: async () => work,
      words: () => shellWords('es'),
      ask: async ({ detail }) => {
        asked.push(detail)
        return button
      },
    })
    return window
  }
  const window = opened()
  window.close()
  window.close()
  await expect.poll(() => asked).toEqual([workInWords(BUSY, shellWords('es'))])
  expect(asked[0]).toContain('Se están imprimiendo 2 etiquetas.')
  expect(window.isClosed).toBe(false)
  button = 1
  await expect.poll(() => (window.close(), window.isClosed)).toBe(true)

  work = NOTHING
  const done = opened()
  done.close()
  await expect.poll(() => done.isClosed).toBe(true)
  isAtWork = false
  const idle = opened()
  idle.close()
  expect(idle.isClosed).toBe(true)
  expect(asked).toHaveLength(2)
})

test('the other button of the mouse offers what can be done there', () => {
  const editFlags = { canCut: true, canCopy: true, canPaste: false, canSelectAll: true }
  const labels = (isEditable: boolean, selectionText: string, tracking: string | null = null) => {
    const clicked = { tracking, copy: () => undefined }
    const items = contextTemplate({ isEditable, selectionText, editFlags }, shellWords('en'), clicked)
    return items.map(({ label }) => label ?? '-')
  }
  expect(labels(true, '')).toEqual(['Cut', 'Copy', 'Paste', '-', 'Select all'])
  expect(labels(false, '1Z 999')).toEqual(['Copy'])
  expect(labels(false, ' ')).toEqual([])
  expect(labels(false, '', '1Z 999')).toEqual(['Copy tracking number'])
})
