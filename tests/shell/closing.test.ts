import { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { askBeforeClosing, type Agreed } from '../../src-main/shell/desktop/closing.ts'
import { askBeforeLosing } from '../../src-main/shell/desktop/half-filled.ts'
import { shellWords } from '../../src-main/shell/desktop/words.ts'

const words = () => shellWords('en')

/** A window as Electron closes one: `close` first, then the page is asked whether it holds on to something. */
class Window extends EventEmitter {
  isClosed = false
  /** The page holds a form that is kept nowhere. */
  isHalfFilled = false
  readonly webContents = new EventEmitter()
  isDestroyed = () => this.isClosed
  close = () => {
    let isHeld = false
    this.emit('close', { preventDefault: () => (isHeld = true) })
    if (isHeld) return
    let mayUnload = !this.isHalfFilled
    if (!mayUnload) this.webContents.emit('will-prevent-unload', { preventDefault: () => (mayUnload = true) })
    if (mayUnload) this.isClosed = true
  }
}

/** The first window, with both of its questions; each answer is the number of a button. */
function firstWindow() {
  const window = new Window()
  const asked: string[] = []
  const answers: number[] = []
  const station = { isAtWork: true }
  const agreed: Agreed = new Set()
  const ask = async ({ message }: { message: string }) => {
    asked.push(message)
    return answers.shift() ?? 0
  }
  askBeforeLosing(window, { words, ask, agreed })
  askBeforeClosing(window, {
    isAtWork: () => station.isAtWork,
    work: async () => ({ bookings: 1, printJobs: 0, batches: 0 }),
    words,
    ask,
    agreed,
  })
  /** Closes it and answers; the kinds of the questions in their order. */
  const close = async (...given: number[]) => {
    asked.length = 0
    answers.push(...given)
    window.close()
    await setImmediate()
    expect(answers).toEqual([])
    return asked.map((message) => (message === words().halfFilled ? 'form' : 'work'))
  }
  return { window, station, close }
}

test('a window that its form kept open asks again about what is under way', async () => {
  const { window, close } = firstWindow()
  window.isHalfFilled = true
  expect(await close(1, 0)).toEqual(['work', 'form'])
  expect(window.isClosed).toBe(false)
  window.isHalfFilled = false
  expect(await close(0)).toEqual(['work'])
  expect(window.isClosed).toBe(false)
  expect(await close(1)).toEqual(['work'])
  expect(window.isClosed).toBe(true)
})

test('one close asks each question once', async () => {
  const { window, close } = firstWindow()
  window.isHalfFilled = true
  expect(await close(1, 1)).toEqual(['work', 'form'])
  expect(window.isClosed).toBe(true)
})

test('a form that may be lost at one close is asked about at the next, where work kept the window open', async () => {
  const { window, station, close } = firstWindow()
  window.isHalfFilled = true
  station.isAtWork = false
  const closing = close(1, 0)
  station.isAtWork = true
  expect(await closing).toEqual(['form', 'work'])
  station.isAtWork = false
  expect(await close(0)).toEqual(['form'])
  expect(window.isClosed).toBe(false)
})
