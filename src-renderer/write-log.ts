import { StationError } from '../src-shared/station/error.ts'
import type { Station } from './station.ts'

/** Writes an error of a screen into the station's log. An error that the station answered is in it already. */
export function writeLog(station: Station, error: unknown, screen: string): void {
  if (error instanceof StationError) return
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const reported = { name: name.slice(0, 80), message: message.slice(0, 2000), stack: stack.slice(0, 8000), screen }
  // Where even this fails there is nowhere left to report it; the person sees the error on screen.
  station.invoke('support.screenError', reported).catch(() => undefined)
}
