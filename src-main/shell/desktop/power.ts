interface PowerEvents {
  on(event: 'resume', listener: () => void): unknown
}

interface SessionWindow {
  on(event: 'session-end', listener: () => void): unknown
}

/** What the station does by the clock, and does at once after the machine slept: its timers slept as well. */
interface Sleeper {
  sync: { hasten(): void }
  outbox: { hasten(): Promise<void> }
  printing: { queue: { wakeAll(): Promise<void> } }
}

/** After sleep nothing that is due stands still until the next turn. */
export function goOnAfterSleep(power: PowerEvents, { sync, outbox, printing }: Sleeper): void {
  const goOn = () => {
    sync.hasten()
    Promise.all([outbox.hasten(), printing.queue.wakeAll()]).catch((error: unknown) => console.error(error))
  }
  power.on('resume', goOn)
}

/** Windows ends the session: there are seconds left, and closing begins with the first. It is not held up. */
export function endWithSession(window: SessionWindow, end: (code: number) => void): void {
  window.on('session-end', () => end(0))
}
