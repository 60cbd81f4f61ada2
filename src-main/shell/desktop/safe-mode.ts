import { StationError } from '../../../src-shared/station/error.ts'
import { MOST_CRASHES } from './crash-count.ts'

const SAFE_SWITCH = '--safe-mode'

interface SafeApp {
  disableHardwareAcceleration(): void
  readonly commandLine: { appendSwitch(name: string, value?: string): void }
}

/** A person asked for it, or it crashed twice in a row. */
export const isSafeStart = (args: readonly string[], crashes: number): boolean =>
  args.includes(SAFE_SWITCH) || crashes >= MOST_CRASHES

/** Without the graphics processor, and with nothing that was fetched before. Must run before the app is ready. */
export function startSafely(app: SafeApp): void {
  app.disableHardwareAcceleration()
  app.commandLine.appendSwitch('disable-gpu')
  app.commandLine.appendSwitch('disable-gpu-shader-disk-cache')
  app.commandLine.appendSwitch('disk-cache-size', '1')
}

/** Shown on the window. */
export const safeModeNotice = (): StationError =>
  new StationError({
    code: 'SAFE_MODE',
    message:
      'Waybill crashed twice and started in safe mode: without graphics acceleration and with an empty cache. The next start is a normal one.',
  })
