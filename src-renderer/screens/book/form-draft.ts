import { z } from 'zod'
import type { Station } from '../../station.ts'

const PAUSE_MS = 400

/** Keeps a form at the station while it is filled in, so that a reload or a restart loses nothing that was typed. */
export class FormDraft<T> {
  readonly #station: Station
  readonly #name: { form: string; key: string }
  readonly #schema: z.ZodType<T>
  readonly #onerror: (error: unknown) => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #waiting: T | null = null
  #kept: string | null = null
  #isOver = false

  constructor(
    station: Station,
    {
      form,
      key,
      schema,
      onerror,
    }: { form: string; key: string; schema: z.ZodType<T>; onerror: (error: unknown) => void },
  ) {
    this.#station = station
    this.#name = { form, key }
    this.#schema = schema
    this.#onerror = onerror
  }

  /** What was typed before; null: nothing, or a form of another version. */
  readonly load = async (): Promise<T | null> => {
    const { draft } = await this.#station.invoke('drafts.get', this.#name)
    const parsed = this.#schema.safeParse(draft?.body)
    return parsed.success ? parsed.data : null
  }

  /** Takes the form as it is now; the first one is where it began and is not worth keeping. */
  readonly keep = (body: T): void => {
    const text = JSON.stringify(body)
    if (this.#isOver || text === this.#kept) return
    const isFirst = this.#kept === null
    this.#kept = text
    if (isFirst) return
    this.#waiting = body
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.flush, PAUSE_MS)
  }

  /** Writes down what waits. */
  readonly flush = (): void => {
    clearTimeout(this.#timer)
    const body = this.#waiting
    if (body === null || this.#isOver) return
    this.#waiting = null
    this.#station
      .invoke('drafts.save', { ...this.#name, body: z.json().parse(JSON.parse(JSON.stringify(body))) })
      .catch(this.#onerror)
  }

  /** The form was handed in, or is not wanted any more. */
  readonly discard = (): void => {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#station.invoke('drafts.remove', this.#name).catch(this.#onerror)
  }
}
