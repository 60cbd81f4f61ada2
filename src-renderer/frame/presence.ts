import type { Station } from '../station.ts'

/** So often at most the station is told that somebody is here. */
const REPORTED_EVERY_MS = 20_000

/** Notifies the station of keys, clicks and scans, so that it locks the screen when there are none. @returns the end of it */
export function notePresence(station: Station): () => void {
  let reported = -REPORTED_EVERY_MS
  const note = ({ timeStamp }: Event) => {
    if (timeStamp - reported < REPORTED_EVERY_MS) return
    reported = timeStamp
    // A station that is away is told of elsewhere, and a locked one knows.
    station.invoke('people.touch', {}).catch(() => undefined)
  }
  const names = ['keydown', 'pointerdown', 'wheel'] as const
  for (const name of names) window.addEventListener(name, note, { capture: true, passive: true })
  return () => {
    for (const name of names) window.removeEventListener(name, note, { capture: true })
  }
}
