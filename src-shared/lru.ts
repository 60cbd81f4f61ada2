/** Values under keys up to a total weight; the least recently used leave first. */
export class Lru<K, V> {
  readonly #kept = new Map<K, { value: V; weight: number }>()
  readonly #most: number
  #weight = 0

  /** @param most values, unless they are given other weights. */
  constructor(most: number) {
    this.#most = most
  }

  get(key: K): V | undefined {
    const entry = this.#kept.get(key)
    if (entry === undefined) return undefined
    // A Map gives its keys in the order in which they were put in.
    this.#kept.delete(key)
    this.#kept.set(key, entry)
    return entry.value
  }

  set(key: K, value: V, weight = 1): void {
    this.delete(key)
    this.#kept.set(key, { value, weight })
    this.#weight += weight
    for (const oldest of this.#kept.keys()) {
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
    this.#weight -= this.#kept.get(key)?.weight ?? 0
    this.#kept.delete(key)
  }

  clear(): void {
    this.#kept.clear()
    this.#weight = 0
  }
}

/** Answers that were asked for last. Who asks while one is on its way gets the same; a failure is asked for again. */
export class RecentAnswers<T> {
  readonly #kept: Lru<string, Promise<T>>
  readonly #weightOf: (answer: T) => number

  /** @param weightOf of one answer, of `most` in all; 1 by default. */
  constructor(most: number, weightOf: (answer: T) => number = () => 1) {
    this.#kept = new Lru(most)
    this.#weightOf = weightOf
  }

  get(key: string, ask: () => Promise<T>): Promise<T> {
    return this.#kept.remember(key, () => {
      const asked = ask()
      const ifKept = (then: () => void) => {
        if (this.#kept.get(key) === asked) then()
      }
      asked.then(
        (answer) => ifKept(() => this.#kept.set(key, asked, this.#weightOf(answer))),
        () => ifKept(() => this.#kept.delete(key)),
      )
      return asked
    })
  }

  forget(key: string): void {
    this.#kept.delete(key)
  }

  clear(): void {
    this.#kept.clear()
  }
}
