import { isAnything, type UnderWay } from '../../app/under-way.ts'
import { workInWords, type ShellWords } from './words.ts'

interface ClosingWindow {
  on(event: 'close', listener: (event: { preventDefault(): void }) => void): unknown
  isDestroyed(): boolean
  close(): void
}

interface Closing {
  /** Known at once: a window that is held back without need stops a system that shuts down. */
  isAtWork(): boolean
  work(): Promise<UnderWay>
  words(): ShellWords
  /** Asks a person, and resolves with the button's number. */
  ask(question: {
    message: string
    detail: string
    buttons: string[]
    defaultId: number
    cancelId: number
  }): Promise<number>
}

/** Closing the window asks while the station is at work. It is never kept open by a failure to look. */
export function askBeforeClosing(window: ClosingWindow, { isAtWork, work, words, ask }: Closing): void {
  let mayClose = false
  let isAsking = false

  async function mayItClose(): Promise<boolean> {
    const at = await work()
    if (!isAnything(at)) return true
    const said = words()
    const button = await ask({
      message: said.stillAtWork,
      detail: workInWords(at, said),
      buttons: [said.keepOpen, said.closeAnyway],
      defaultId: 0,
      cancelId: 0,
    })
    return button === 1
  }

  window.on('close', (event) => {
    if (mayClose || !(isAtWork() || isAsking)) return
    event.preventDefault()
    if (isAsking) return
    isAsking = true
    void mayItClose()
      .catch((error: unknown) => {
        console.error(error)
        return true
      })
      .then((answer) => {
        isAsking = false
        mayClose = answer
        if (mayClose && !window.isDestroyed()) window.close()
      })
  })
}
