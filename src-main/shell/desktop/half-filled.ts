import type { Agreed } from './closing.ts'
import type { ShellWords } from './words.ts'

interface LeavingWindow {
  on(event: 'close', listener: () => void): unknown
  isDestroyed(): boolean
  close(): void
  readonly webContents: {
    /** The page holds on to something; preventing it lets the page go. */
    on(event: 'will-prevent-unload', listener: (event: { preventDefault(): void }) => void): unknown
  }
}

interface Leaving {
  words(): ShellWords
  /** Asks a person, and resolves with the button's number. */
  ask(question: { message: string; detail: string; buttons: string[] }): Promise<number>
  /** Shared with the question about what is under way. */
  agreed?: Agreed
}

/**
 * A window whose page says that unsaved input would be lost is closed only when a person confirms it, whichever
 * key or menu closed it. The box does not block the station. A reload of the page was requested by its user.
 */
export function askBeforeLosing(window: LeavingWindow, { words, ask, agreed = new Set() }: Leaving): void {
  let isClosing = false
  let isAsking = false
  window.on('close', () => {
    isClosing = true
  })
  window.webContents.on('will-prevent-unload', (event) => {
    if (agreed.has('form') || !isClosing) return event.preventDefault()
    isClosing = false
    if (isAsking) return
    isAsking = true
    const said = words()
    void ask({ message: said.halfFilled, detail: said.halfFilledText, buttons: [said.keepOpen, said.leaveAnyway] })
      .catch((error: unknown) => {
        console.error(error)
        return 1
      })
      .then((button) => {
        isAsking = false
        if (button !== 1) return agreed.clear()
        agreed.add('form')
        if (!window.isDestroyed()) window.close()
      })
  })
}
