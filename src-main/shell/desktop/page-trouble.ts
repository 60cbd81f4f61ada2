import type { ShellWords } from './words.ts'

interface Page {
  on(event: 'render-process-gone', listener: (event: unknown, details: { reason: string }) => void): unknown
  on(event: 'unresponsive', listener: () => void): unknown
  reload(): void
  forcefullyCrashRenderer(): void
  isDestroyed(): boolean
}

interface Trouble {
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** Asks a person, and resolves with the button's number. */
  ask(question: { message: string; detail: string; buttons: string[] }): Promise<number>
  quit(): void
  words(): ShellWords
}

const MOST_RELOADS = 3
const WITHIN_MS = 5 * 60_000

/**
 * A page whose process died is loaded again, at most three times in five minutes; then a person is asked. One that
 * hangs is waited for or loaded again, as a person decides. The station continues meanwhile: submitted work is not lost
 * with a page.
 */
export function mendPage(page: Page, { now, ask, quit, words }: Trouble): void {
  let reloads: number[] = []
  let isAsking = false

  async function askOnce(question: Parameters<Trouble['ask']>[0], onAnswer: (button: number) => void): Promise<void> {
    if (isAsking) return
    isAsking = true
    const button = await ask(question)
    isAsking = false
    if (!page.isDestroyed()) onAnswer(button)
  }

  page.on('render-process-gone', (_event, { reason }) => {
    if (page.isDestroyed() || reason === 'clean-exit') return
    console.error(`The page's process is gone: ${reason}`)
    reloads = [...reloads.filter((at) => now() - at < WITHIN_MS), now()]
    if (reloads.length <= MOST_RELOADS) return page.reload()
    void askOnce(
      {
        message: words().pageEnded,
        detail: words().pageEndedText(reason),
        buttons: [words().loadAgain, words().quit],
      },
      (button) => {
        reloads = []
        if (button === 0) page.reload()
        else quit()
      },
    )
  })
  page.on('unresponsive', () => {
    void askOnce(
      {
        message: words().pageHangs,
        detail: words().pageHangsText,
        buttons: [words().wait, words().loadAgain],
      },
      (button) => {
        // Its process is ended, and then loaded again as any that is gone.
        if (button === 1) page.forcefullyCrashRenderer()
      },
    )
  })
}
