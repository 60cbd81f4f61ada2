import { CORPUS, type Example } from './corpus.ts'
import { HARMFUL_EPL, HARMFUL_ZPL, hide, type Hidden } from './hide.ts'
import { readings, type Language, type PrinterReading } from './index.ts'
import { PLAIN_EPL, PLAIN_ZPL } from './plain-labels.ts'

/** What a judge of labels lets go to the printer. */
interface Judged {
  /** The bytes that are sent; null where the label is refused. */
  sent: Uint8Array | null
  /** Pieces of paper that the judge says will come out. */
  copies: number
}

export type Judge = (bytes: Uint8Array, language: Language) => Judged

/** A stream of which the judge thinks otherwise than printers do, or than a shop expects. */
export interface Disagreement {
  kind: 'hidden command let through' | 'let through' | 'refused' | 'copies counted wrongly' | 'settings left behind'
  language: Language
  /** The way in which the command was hidden, or the example. */
  name: string
  /** The commands that were hidden so, where some were. */
  commands: string[]
  /** Whether the guides by the letter say so, or only one of the ways in which printers read. */
  certain: boolean
  bytes: Uint8Array
}

/** Settings that a printer's profile sets back after each job; a label may hold them. */
const SET_BACK =
  /^(bar code defaults|default font|code page|field orientation|label home|label length|orientation|print width|reverse|print direction|top|shift|mirror|half density|units|bar code errors|font letter \w|object R:.*)$/

/** Every disagreement between a judge and the second reader: hidden commands by their way, then the odd labels of shops. */
export function disagreements(validator: Judge): Disagreement[] {
  const hidden = new Map<string, Disagreement>()
  for (const [label, commands] of [[PLAIN_ZPL, HARMFUL_ZPL] as const, [PLAIN_EPL, HARMFUL_EPL] as const]) {
    for (const command of commands) {
      for (const stream of hide(label, command).filter((each) => reachesPrinter(each, validator))) {
        const key = `${stream.language} ${stream.way}`
        const known = hidden.get(key)
        const { language, way: name, hides, bytes, certain } = stream
        if (known) known.commands = [...new Set([...known.commands, hides])]
        else {
          hidden.set(key, {
            kind: 'hidden command let through',
            language,
            name,
            commands: [hides],
            certain,
            bytes,
          })
        }
      }
    }
  }
  return [...hidden.values(), ...CORPUS.flatMap((example) => disagreementsOn(example, validator))]
}

/** Whether what is sent holds the command for any printer, or prints more than the judge says. */
function reachesPrinter(hidden: Hidden, validator: Judge): boolean {
  const { sent, copies } = validator(hidden.bytes, hidden.language)
  if (!sent) return false
  const taken = readings(sent, hidden.language).filter((reading) => hidden.shown(reading))
  // Copies that the judge counts are asked for in the open.
  return taken.some((reading) => !hidden.counts || reading.copies > copies)
}

function disagreementsOn({ name, language, bytes, expected, copies }: Example, validator: Judge): Disagreement[] {
  const validated = validator(bytes, language)
  const of = (kind: Disagreement['kind']): Disagreement => ({
    kind,
    language,
    name,
    commands: [],
    certain: true,
    bytes,
  })
  if (expected === 'refused') return validated.sent ? [of('let through')] : []
  if (!validated.sent) return [of('refused')]
  const printed = readings(validated.sent, language)
  return [
    ...(validated.copies === copies && printed.every((reading) => reading.copies === copies)
      ? []
      : [of('copies counted wrongly')]),
    ...(printed.some(leavesSettings) ? [of('settings left behind')] : []),
  ]
}

const leavesSettings = ({ settings }: PrinterReading) => [...settings.keys()].some((setting) => !SET_BACK.test(setting))
