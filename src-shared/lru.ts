/** Values under keys up to a total weight; the least recently used leave first. */
export class Lru<K, V> {
  readonly #entries = new Map<K, { value: V; weight: number }>()
  readonly #most: number
  #weight = 0

  /** @param most values, unless they are given other weights. */
  constructor(most: number) {
    this.#most = most
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    // A Map gives its keys in the order in which they were put in.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: K, value: V, weight = 1): void {
    this.delete(key)
    this.#entries.set(key, { value, weight })
    this.#weight += weight
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#most) return
      this.delete(oldest)
    }
  }

  /** The value of a key; made and stored when it is not there. */
  remember(key: K, make: () => V): V {
    const known = this.get(key)
    if (known !== undefined) return known
    const made = make()
    this.set(key, made)
    return made
  }

  delete(key: K): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#weight = 0
  }
}

/** Answers that were asked for last. Who asks while one is on its way gets the same; a failure is asked for again. */
export class RecentAnswers<T> {
  readonly #entries: Lru<string, Promise<T>>
  readonly #weightOf: (answer: T) => number

  /** @param weightOf of one answer, of `most` in all; 1 by default. */
  constructor(most: number, weightOf: (answer: T) => number = () => 1) {
    this.#entries = new Lru(most)
    this.#weightOf = weightOf
  }

  get(key: string, ask: () => Promise<T>): Promise<T> {
    return this.#entries.remember(key, () => {
      const asked = ask()
      const ifCached = (then: () => void) => {
        if (this.#entries.get(key) === asked) then()
      }
      asked.then(
        (answer) => ifCached(() => this.#entries.set(key, asked, this.#weightOf(answer))),
        () => ifCached(() => this.#entries.delete(key)),
      )
      return asked
    })
  }

  forget(key: string): void {
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }
}
