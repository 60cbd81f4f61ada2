import { setTimeout as sleep } from 'node:timers/promises'

/** Asks until the answer is not null. Gives up after some time, which is far longer than any machine needs. */
export async function until<T>(
  what: string,
  look: () => T | null | Promise<T | null>,
  { everyMs = 10, giveUpMs = 30_000 } = {},
): Promise<T> {
  const giveUpAt = performance.now() + giveUpMs
  for (;;) {
    const value = await look()
    if (value !== null) return value
    if (performance.now() > giveUpAt) throw new Error(`waited for ${what} in vain`)
    await sleep(everyMs)
  }
}
