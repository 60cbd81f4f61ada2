import type { StationEvent } from '../../../src-shared/station/app/events.ts'
import type { Station } from '../../app/station.ts'
import { EVENT_CHANNEL, INVOKE_CHANNEL } from './channels.ts'
import { isAppUrl } from './protocol.ts'

/** A page's frame, as far as its trustworthiness goes. */
interface Frame {
  readonly url: string
  readonly parent: unknown
}

interface Invocation {
  /** Null when the frame is gone already. */
  readonly senderFrame: Frame | null
}

interface InvokeChannel {
  handle(channel: string, listener: (event: Invocation, name: unknown, input: unknown) => Promise<unknown>): void
}

interface EventChannel {
  isDestroyed(): boolean
  send(channel: string, payload: unknown): void
}

/**
 * Opens the station's commands to our page, and to no other frame: a call from anywhere else is refused before the
 * station sees it.
 */
export function serveCommands(ipcMain: InvokeChannel, station: Pick<Station, 'invoke'>): void {
  ipcMain.handle(INVOKE_CHANNEL, async (event, name, input) => {
    refuseUnknown(event.senderFrame)
    return station.invoke(String(name), input)
  })
}

/** Sends a page the station's events, until it is asked to stop or the page is gone. */
export function forwardEvents(station: Pick<Station, 'subscribe'>, page: EventChannel): () => void {
  return station.subscribe((event) => notifyPage(page, event))
}

export function notifyPage(page: EventChannel, event: StationEvent): void {
  if (!page.isDestroyed()) page.send(EVENT_CHANNEL, event)
}

function refuseUnknown(frame: Frame | null): void {
  if (frame === null || frame.parent !== null || !isAppUrl(frame.url)) {
    throw new Error(`A call from ${frame?.url ?? 'a frame that is gone'} was refused.`)
  }
}
