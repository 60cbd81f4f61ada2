import type { Timer } from '../../../src-node/runtime/timers.ts'
import { every } from '../../../src-node/runtime/wait.ts'
import type { ScaleReading } from '../../../src-shared/station/scale/reading.ts'
import { ASK_WEIGHT, readAnswers } from '../../../src-shared/station/scale/serial-answer.ts'
import { NO_SCALE, type ScaleSettings } from '../../../src-shared/station/scale/settings.ts'
import type { LineState } from '../../../src-shared/station/scale/status.ts'
import { createSerialLine } from './serial-line.ts'
import type { SerialPorts } from './serial-port.ts'

/** How often the scale is asked; it answers within some 100 ms. */
const ASK_MS = 400
/** After this many questions without an answer it is silent, and its last weight is old. */
const MOST_UNANSWERED = 5

const NO_BYTES = new Uint8Array()

/** The scale on a serial line: asked repeatedly, its newest reading kept. */
export function createSerialScale(ports: Pick<SerialPorts, 'open'>, onChange: () => void) {
  let settings: ScaleSettings = NO_SCALE
  let held: Uint8Array = NO_BYTES
  let reading: ScaleReading | null = null
  let unanswered = 0
  let asking: Timer | null = null

  const line = createSerialLine({
    ports,
    onBytes: (bytes) => {
      const { serial } = settings
      if (!serial) return
      const understood = readAnswers(serial.protocol, Buffer.concat([held, bytes]), serial.unit)
      held = understood.rest
      if (understood.reading === null) return
      const wasSilent = isSilent()
      unanswered = 0
      if (!wasSilent && JSON.stringify(understood.reading) === JSON.stringify(reading)) return
      reading = understood.reading
      onChange()
    },
    onState: () => {
      forget()
      keepAsking()
      onChange()
    },
  })
  const isSilent = (): boolean => line.state().kind === 'open' && unanswered >= MOST_UNANSWERED

  function forget(): void {
    held = NO_BYTES
    reading = null
    unanswered = 0
  }

  /** While its port is open: nothing wakes a machine whose scale is not plugged in. */
  function keepAsking(): void {
    const isOpen = line.state().kind === 'open'
    if (isOpen) asking ??= every(ASK_MS, ask, { isBackground: true })
    else stopAsking()
  }

  function stopAsking(): void {
    asking?.cancel()
    asking = null
  }

  function ask(): void {
    line.write(ASK_WEIGHT)
    unanswered += 1
    if (unanswered !== MOST_UNANSWERED) return
    reading = null
    onChange()
  }

  return {
    state: (): { line: LineState; isSilent: boolean; reading: ScaleReading | null } => ({
      line: line.state(),
      isSilent: isSilent(),
      reading,
    }),

    use: async (next: ScaleSettings): Promise<void> => {
      settings = next
      const { connection, serial } = next
      const isSerial = connection === 'serial' && serial !== undefined
      forget()
      await line.use(isSerial ? { ...serial } : null)
    },

    close: async (): Promise<void> => {
      stopAsking()
      await line.close()
    },
  }
}
