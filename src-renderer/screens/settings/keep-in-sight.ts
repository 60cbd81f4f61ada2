/** How long content loaded above may still push it away. */
const SETTLE_MS = 2_000
const OWN_WILL = ['wheel', 'pointerdown', 'keydown'] as const

/**
 * Brings an element to the top, and again while the page around it grows, until it has settled or a person takes over.
 * Returns the end of it.
 */
export function keepInSight(element: HTMLElement, page: HTMLElement): () => void {
  const show = () => element.scrollIntoView({ block: 'start' })
  const observer = new ResizeObserver(show)
  const end = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const name of OWN_WILL) window.removeEventListener(name, end, true)
  }
  const timer = setTimeout(end, SETTLE_MS)
  for (const name of OWN_WILL) window.addEventListener(name, end, true)
  show()
  observer.observe(page)
  return end
}
