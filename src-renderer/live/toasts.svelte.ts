import type { StationErrorData } from '../../src-shared/station/error.ts'
import { errorData } from '../error-data.ts'

/** Messages beside the current work: errors stay until dismissed, good news disappears automatically. */
export type Toast = { id: number } & (
  | { kind: 'error'; error: StationErrorData; times: number }
  | { kind: 'done' | 'warning'; text: string; undo?: () => boolean }
)

const DONE_SHOWN_MS = 5_000
/** What can be taken back is offered as long as it takes to notice. */
const UNDO_SHOWN_MS = 10_000

export class Toasts {
  items = $state.raw<readonly Toast[]>([])
  #nextId = 1

  readonly error = (thrown: unknown): void => {
    const error = errorData(thrown)
    const shown = this.items.find(
      (toast) => toast.kind === 'error' && toast.error.code === error.code && toast.error.message === error.message,
    )
    this.items = shown
      ? this.items.map((toast) =>
          toast === shown && toast.kind === 'error' ? { ...toast, error, times: toast.times + 1 } : toast,
        )
      : [...this.items, { id: this.#nextId++, kind: 'error', error, times: 1 }]
  }

  readonly done = (text: string): void => this.#passing({ text }, DONE_SHOWN_MS)

  /** Something did not count, and is to be repeated. */
  readonly warn = (text: string): void => this.#passing({ text }, UNDO_SHOWN_MS, 'warning')

  /** The action can be undone, once; `undo` is false where something newer is in its way. */
  readonly undoable = (text: string, undo: () => boolean): void => this.#passing({ text, undo }, UNDO_SHOWN_MS)

  #passing(news: { text: string; undo?: () => boolean }, shownMs: number, kind: 'done' | 'warning' = 'done'): void {
    const id = this.#nextId++
    this.items = [...this.items, { id, kind, ...news }]
    setTimeout(() => this.dismiss(id), shownMs)
  }

  readonly dismiss = (id: number): void => {
    this.items = this.items.filter((toast) => toast.id !== id)
  }

  readonly clear = (): void => {
    this.items = []
  }

  /** Runs an action of a button; an error becomes a toast and the answer undefined. */
  readonly attempt = async <T>(action: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await action()
    } catch (error) {
      this.error(error)
      return undefined
    }
  }
}
