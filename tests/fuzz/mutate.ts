import { EPL_COMMANDS } from '../../src-labels/epl/command-table.ts'
import type { LabelLanguage } from '../../src-labels/language.ts'
import { ZPL_COMMANDS } from '../../src-labels/zpl/command-table.ts'
import type { Random } from './random.ts'

const zplNames = ZPL_COMMANDS.map(({ prefix, name }) => prefix + name)
const eplNames = EPL_COMMANDS.map(({ name }) => `\n${name}`)
const [firstZpl = '', ...otherZpl] = zplNames
const [firstEpl = '', ...otherEpl] = eplNames
const NAMES: Readonly<Record<LabelLanguage, readonly [string, ...string[]]>> = {
  ZPL: [firstZpl, ...otherZpl],
  EPL: [firstEpl, ...otherEpl],
}
const TOKENS = [
  '0',
  '9',
  '99999',
  '1e3',
  '0x10',
  ',',
  ':',
  '\r\n',
  '\n',
  ' ',
  '^',
  '~',
  '^XA',
  '^XZ',
  '^FS',
  '^FD',
  '^PQ',
  '^CC',
  '^CD',
  '~CT',
  '^CI',
  '^GFB,3,3,1,',
  '^GFA,2,2,1,',
  '~DGR:A.GRF,2,1,',
  'E:',
  'R:A.ZPL',
  '! U1 setvar "a" "b"',
  '{}{',
  '"',
  '\\',
  '\x00',
  '\x02',
  '\x03',
  '\x0f',
  '\x10',
  '\x1b',
  '\x1e',
  '\x1f',
  '\xff\xfe',
  '\x83',
  ':Z64:',
  '!',
  'P2\n',
  'GW1,1,1,2,',
  'z',
] as const satisfies readonly [string, ...string[]]
const MOST_MUTATIONS = 4

/** The same label with some bytes lost, doubled, changed, or put in between. */
export function mutated(bytes: Uint8Array, language: LabelLanguage, random: Random): Buffer {
  let result = Buffer.from(bytes)
  for (let left = 1 + random.below(MOST_MUTATIONS); left > 0; left -= 1) {
    const at = random.below(result.length + 1)
    const end = Math.min(result.length, at + random.below(40))
    const [before, piece, after] = [result.subarray(0, at), result.subarray(at, end), result.subarray(end)]
    const rest = result.subarray(at)
    switch (random.below(6)) {
      case 0:
        result = Buffer.concat([before, after])
        break
      case 1:
        result = Buffer.concat([before, piece, rest])
        break
      case 2:
        result = Buffer.concat([before, Buffer.from(random.of(TOKENS), 'latin1'), rest])
        break
      case 3:
        result = Buffer.concat([before, Buffer.from(random.of(NAMES[language]), 'latin1'), rest])
        break
      case 4:
        result = Buffer.concat([before, Uint8Array.of(random.below(256)), result.subarray(at + 1)])
        break
      default:
        result = random.below(4) === 0 ? Buffer.from(before) : Buffer.concat([rest, before])
    }
  }
  return result
}
