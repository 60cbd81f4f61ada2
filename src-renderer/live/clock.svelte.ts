import { createSubscriber } from 'svelte/reactivity'

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 1_000)
  return () => clearInterval(timer)
})

/** The time now, in epoch milliseconds; what reads it in a template or an effect is renewed each second. */
export function secondsClock(): number {
  subscribe()
  return Date.now()
}
