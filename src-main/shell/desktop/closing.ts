import { isAnything, type UnderWay } from '../../app/under-way.ts'
import { workInWords, type ShellWords } from './words.ts'

interface ClosingWindow {
  on(event: 'close', listener: (event: { preventDefault(): void }) => void): unknown
  isDestroyed(): boolean
  close(): void
}

/** What a person agreed to at the questions of a window that is being closed; empty again once one of them kept it open. */
export type Agreed = Set<'work' | 'form'>

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
  /** Shared with the question about a half-filled form. */
  agreed?: Agreed
}

/** Closing the window asks while the station is at work. It is never kept open by a failure to look. */
export function askBeforeClosing(
  window: ClosingWindow,
  { isAtWork, work, words, ask, agreed = new Set() }: Closing,
): void {
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
    if (agreed.has('work') || !(isAtWork() || isAsking)) return
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
        if (!answer) return agreed.clear()
        agreed.add('work')
        if (!window.isDestroyed()) window.close()
      })
  })
}
