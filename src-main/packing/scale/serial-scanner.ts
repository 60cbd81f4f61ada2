import type { SerialLine } from '../../../src-shared/station/scale/settings.ts'
import type { LineState } from '../../../src-shared/station/scale/status.ts'
import { createSerialLine } from './serial-line.ts'
import type { SerialPorts } from './serial-port.ts'

/** What `pack.scan` takes at most. */
const MOST_CODE = 200
/** A scanner ends a code with CR, LF, both, or a tab. */
const END = /[\r\n\t]+/

/** The scanner on a serial line: each complete code is reported once. */
export function createSerialScanner(
  ports: Pick<SerialPorts, 'open'>,
  { onChange, onCode }: { onChange: () => void; onCode: (code: string) => void },
) {
  let held = ''
  const line = createSerialLine({
    ports,
    onBytes: (bytes) => {
      const parts = (held + Buffer.from(bytes).toString('latin1')).split(END)
      // An incomplete code; noise without any end is dropped.
      held = (parts.pop() ?? '').slice(-2 * MOST_CODE)
      for (const code of parts) {
        if (code.trim() !== '' && code.length <= MOST_CODE) onCode(code)
      }
    },
    onState: () => {
      held = ''
      onChange()
    },
  })
  return {
    state: (): LineState => line.state(),
    use: (settings: SerialLine | null): Promise<void> => line.use(settings),
    close: (): Promise<void> => line.close(),
  }
}
