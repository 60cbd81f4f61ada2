import type { StationEvent, StationEventName, StationEvents } from '../../../src-shared/station/app/events.ts'
import type { Settings } from '../../../src-shared/station/app/state.ts'
import { NO_SCALE } from '../../../src-shared/station/scale/settings.ts'
import type { StationScale } from '../../../src-shared/station/scale/status.ts'
import { createSerialScale } from './scale.ts'
import { systemSerialPorts, type SerialPorts } from './serial-port.ts'
import { createSerialScanner } from './serial-scanner.ts'
import { requoteByWeight, type WeightRequotePorts } from './weight-requote.ts'

interface ScaleParts extends WeightRequotePorts {
  settings: () => Promise<Settings>
  emit: <N extends StationEventName>(name: N, payload: StationEvents[N]) => void
  onFault: (error: unknown) => void
  ports?: SerialPorts | undefined
}

export type Scale = ReturnType<typeof wireScale>

/** The scale and the scanner on serial lines, from Settings; nothing is opened before `start`. */
export function wireScale({ settings, emit, onFault, ports = systemSerialPorts, ...requoting }: ScaleParts) {
  const report = () => emit('scale.changed', state())
  const scale = createSerialScale(ports, report)
  const scanner = createSerialScanner(ports, {
    onChange: report,
    onCode: (code) => emit('scanner.scanned', { code }),
  })
  const state = (): StationScale => ({ ...scale.state(), scanner: scanner.state() })
  let isRunning = false
  let turn: Promise<void> = Promise.resolve()

  async function follow(): Promise<void> {
    if (!isRunning) return
    const { scale: wanted = NO_SCALE, scanner: line = null } = await settings()
    await scale.use(wanted)
    await scanner.use(line)
  }
  const followSoon = () => {
    turn = turn.then(follow).catch(onFault)
  }

  return {
    state,
    ports: ports.list,
    requote: (input: Parameters<typeof requoteByWeight>[1]) => requoteByWeight(requoting, input),
    /** Settings may have changed. */
    heard: ({ name }: StationEvent): void => {
      if (name === 'station.changed') followSoon()
    },
    start: (): void => {
      isRunning = true
      followSoon()
    },
    close: async (): Promise<void> => {
      isRunning = false
      await turn
      await scale.close()
      await scanner.close()
    },
  }
}
