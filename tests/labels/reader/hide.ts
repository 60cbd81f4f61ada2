import { EPL_WAYS } from './hide-epl.ts'
import { GRAPHICS } from './hide-zpl-graphics.ts'
import { insideOf, PLACES } from './hide-zpl-places.ts'
import { PREFIXES } from './hide-zpl-prefixes.ts'
import { SPELLINGS } from './hide-zpl-spelling.ts'
import { holds, spelled, type Hidden, type HiddenCommand, type Way } from './hiding.ts'
import { stream } from './streams.ts'

export type { Hidden, HiddenCommand } from './hiding.ts'

export const ZPL_WAYS: readonly Way[] = [...SPELLINGS, ...PREFIXES, ...GRAPHICS, ...PLACES]
export { EPL_WAYS }

/** Commands that a sender might want to hide: one of each kind of harm. */
export const HARMFUL_ZPL: readonly HiddenCommand[] = [
  { prefix: '~', name: 'JR', parameters: '' },
  { prefix: '^', name: 'JU', parameters: 'F' },
  { prefix: '^', name: 'ID', parameters: 'E:*.*' },
  { prefix: '^', name: 'PQ', parameters: '99' },
  { prefix: '~', name: 'PR', parameters: '' },
  { prefix: '^', name: 'KP', parameters: '1234' },
  { prefix: '^', name: 'NS', parameters: 'a,10.0.0.9,255.0.0.0' },
  { prefix: '~', name: 'JA', parameters: '' },
  { prefix: '^', name: 'TO', parameters: 'R:A.GRF,E:A.GRF' },
  { prefix: '~', name: 'HI', parameters: '' },
]

export const HARMFUL_EPL: readonly HiddenCommand[] = [
  { prefix: '', name: '^@', parameters: '' },
  { prefix: '', name: '^default', parameters: '' },
  { prefix: '', name: 'FK', parameters: '"*"' },
  { prefix: '', name: 'P', parameters: '99' },
  { prefix: '', name: 'UQ', parameters: '' },
  { prefix: '', name: 'OEPL1', parameters: '' },
]

/**
 * The label with the command hidden in it, once for each way that suits the command. The label must be whole, with the
 * standard prefixes, one byte a character, and end in `^XZ` (ZPL) or in a line that begins with `P` (EPL).
 */
export function hide(label: Uint8Array, command: HiddenCommand): Hidden[] {
  const language = command.prefix === '' ? 'epl' : 'zpl'
  const text = Buffer.from(label).toString('latin1')
  return (language === 'epl' ? EPL_WAYS : ZPL_WAYS)
    .filter(({ suits }) => suits?.(command) ?? true)
    .map(({ way, inside, whole, certain = true, hides = spelled(command), shown }) => ({
      way,
      language,
      certain,
      hides,
      counts: /^PQ?$/.test(command.name) && command.prefix !== '~',
      bytes: stream(
        whole ? whole(text, command) : (language === 'epl' ? beforePrint : insideOf)(text, inside?.(command) ?? ''),
      ),
      shown: (reading) => (shown ? shown(reading, command) : holds(reading, command)),
    }))
}

/** Inside an EPL label, before the line that prints it. */
function beforePrint(label: string, text: string): string {
  const end = label.lastIndexOf('\nP') + 1
  return label.slice(0, end) + text + label.slice(end)
}
