import type { Station } from '../station.ts'

/** At most this often the station is notified that a person is here. */
const REPORTED_EVERY_MS = 20_000

/** Notifies the station of keys, clicks and scans, so that it locks the screen when there are none. @returns the end of it */
export function notePresence(station: Station): () => void {
  let reported = -REPORTED_EVERY_MS
  const note = ({ timeStamp }: Event) => {
    if (timeStamp - reported < REPORTED_EVERY_MS) return
    reported = timeStamp
    // An offline station is shown elsewhere, and a locked one knows.
    station.invoke('people.touch', {}).catch(() => undefined)
  }
  const names = ['keydown', 'pointerdown', 'wheel'] as const
  for (const name of names) window.addEventListener(name, note, { capture: true, passive: true })
  return () => {
    for (const name of names) window.removeEventListener(name, note, { capture: true })
  }
}
