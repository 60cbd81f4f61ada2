interface PowerEvents {
  on(event: 'resume', listener: () => void): unknown
}

interface SessionWindow {
  on(event: 'session-end', listener: () => void): unknown
}

/** A station, which may have opened its stores again since. */
interface Sleeper {
  readonly services: { hasten: () => Promise<void> }
}

/** After sleep nothing due waits for the next turn: the station's timers slept as well. */
export function goOnAfterSleep(power: PowerEvents, station: Sleeper): void {
  power.on('resume', () => {
    station.services.hasten().catch((error: unknown) => console.error(error))
  })
}

/** Windows ends the session: there are seconds left, and closing begins with the first. It is not held up. */
export function endWithSession(window: SessionWindow, end: (code: number) => void): void {
  window.on('session-end', () => end(0))
}
