/** An action at most once per interval in milliseconds: at once, and again after calls made meanwhile. */
export function atMostEvery(ms: number, action: () => void): { ask: () => void; end: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWaiting = false
  let isAsked = false
  let isEnded = false
  const run = () => {
    isAsked = false
    isWaiting = true
    timer = setTimeout(() => {
      isWaiting = false
      if (isAsked) run()
    }, ms)
    action()
  }
  return {
    ask: () => {
      isAsked = true
      if (!isWaiting && !isEnded) run()
    },
    end: () => {
      isEnded = true
      clearTimeout(timer)
    },
  }
}
