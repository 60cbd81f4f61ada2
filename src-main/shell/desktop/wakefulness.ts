import { after } from '../../../src-node/runtime/wait.ts'

interface Blocker {
  start(type: 'prevent-app-suspension'): number
  stop(id: number): unknown
}

interface Work {
  /** Is the station at something? */
  isAtWork(): Promise<boolean>
  /** Notifies whenever that may have changed. */
  subscribe(listener: () => void): () => void
}

/** Changes of one print job come in a bunch. */
const LOOK_AGAIN_AFTER_MS = 500

export interface Watch {
  /** As it was when it was last looked, half a second ago at most. */
  isAtWork(): boolean
  /** Lets the machine sleep again. */
  stop(): void
}

/** The machine does not fall asleep over a batch, a booking or a print; its display may. */
export function stayAwakeAtWork(blocker: Blocker, { isAtWork, subscribe }: Work): Watch {
  let blocking: number | null = null
  let isDue = false
  let isOver = false

  const release = () => {
    if (blocking !== null) blocker.stop(blocking)
    blocking = null
  }
  const look = async (): Promise<void> => {
    const isBusy = await isAtWork()
    if (isOver) return
    if (!isBusy) release()
    else blocking ??= blocker.start('prevent-app-suspension')
  }
  const lookOrSay = () => void look().catch((error: unknown) => console.error(error))
  // At once, and of what follows in a bunch again at its end.
  const onChange = () => {
    if (isDue || isOver) return
    isDue = true
    lookOrSay()
    const again = () => {
      isDue = false
      lookOrSay()
    }
    after(LOOK_AGAIN_AFTER_MS, again, { isBackground: true })
  }
  const stop = subscribe(onChange)
  // Leftover work is resumed at the start.
  onChange()
  return {
    isAtWork: () => blocking !== null,
    stop: () => {
      isOver = true
      stop()
      release()
    },
  }
}
