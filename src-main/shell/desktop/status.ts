import { after } from '../../../src-node/runtime/wait.ts'
import { isRunning } from '../../../src-shared/machine/batch.ts'
import type { Services } from '../../app/services.ts'
import type { Station } from '../../app/station.ts'

/** How the station is, in as much as a tray, a badge and a task bar show. */
export interface Status {
  isOffline: boolean
  /** A printer cannot print. */
  hasPrinterTrouble: boolean
  /** Bookings that wait for the service or for a person. */
  waiting: number
  /** What needs a person. */
  inbox: number
  /** How much of the running batches is done, 0 to 1; null: none runs. */
  progress: number | null
}

/** The newest; those before are over. */
const MOST_BATCHES = 10
/** Changes come in a bunch. */
const AGAIN_AFTER_MS = 500
const CHANGES: ReadonlySet<string> = new Set([
  'station.changed',
  'inbox.changed',
  'bookings.changed',
  'batches.changed',
  'jobs.changed',
])

type Asked = Pick<Services, 'connection' | 'bookings' | 'inbox' | 'batches'>

async function statusOf({ connection, bookings, inbox, batches }: Asked): Promise<Status> {
  const { kind } = connection.state()
  const [waiting, summary, newest] = await Promise.all([
    bookings.countNotSent(),
    inbox.summary(),
    batches.list(MOST_BATCHES),
  ])
  const running = newest.filter(isRunning).map(({ counts }) => counts)
  const sum = (of: (counts: (typeof running)[number]) => number) => running.reduce((all, one) => all + of(one), 0)
  const rows = sum((counts) => counts.rows)
  return {
    isOffline: kind === 'offline' || kind === 'refused',
    hasPrinterTrouble: inbox.hasPrinterTrouble(),
    waiting,
    inbox: summary?.open ?? 0,
    progress: running.length === 0 ? null : rows === 0 ? 0 : (rows - sum((counts) => counts.waiting)) / rows,
  }
}

/** Shows how the station is whenever that may have changed. @returns ends it */
export function followStatus(station: Pick<Station, 'services' | 'subscribe' | 'isOpen'>, show: (now: Status) => void) {
  let isDue = false
  let isOver = false
  const look = () => {
    // It reports when it is open again.
    if (!station.isOpen) return
    statusOf(station.services).then(
      (now) => isOver || show(now),
      (error: unknown) => station.isOpen && console.error(error),
    )
  }
  const onChange = () => {
    if (isDue || isOver) return
    isDue = true
    const again = () => {
      isDue = false
      if (!isOver) look()
    }
    after(AGAIN_AFTER_MS, again, { isBackground: true })
  }
  const stop = station.subscribe(({ name }) => CHANGES.has(name) && onChange())
  look()
  return (): void => {
    isOver = true
    stop()
  }
}
