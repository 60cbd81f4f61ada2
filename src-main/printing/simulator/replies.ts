import type { PrinterLanguage } from '../../../src-shared/station/printing/printing.ts'

/** How a virtual printer describes itself, in the words of the printers it simulates. */
export interface MachineState {
  language: PrinterLanguage
  paperOut: boolean
  headOpen: boolean
  ribbonOut: boolean
  paused: boolean
  /** Labels received and not printed. */
  waiting: number
  hasPart: boolean
  /** Labels printed in its life; null: it does not count. */
  odometer: number | null
  dotsPerMm: number
  /** What `~HI` says before its dots: model and firmware. */
  identity: string
  /** Null: it has none to tell. */
  serial: string | null
}

const flag = (on: boolean) => (on ? '1' : '0')
const frame = (text: string) => `\x02${text}\x03\r\n`

type Replies = readonly [question: RegExp, reply: (state: MachineState, match: RegExpMatchArray) => string][]

const ZPL: Replies = [
  [
    /~HS/,
    ({ paperOut, paused, waiting, hasPart, headOpen, ribbonOut }) =>
      frame(
        `030,${flag(paperOut)},${flag(paused)},1218,${String(waiting).padStart(3, '0')},0,0,${flag(hasPart)},000,0,0,0`,
      ) +
      frame(`000,0,${flag(headOpen)},${flag(ribbonOut)},0,2,4,0,00000000,1,000`) +
      frame('0000,0'),
  ],
  [/~HI/, ({ dotsPerMm, identity }) => frame(`${identity},${dotsPerMm},8192KB,X`)],
  [
    /~HQES/,
    (state) => {
      const bits =
        (state.paperOut ? 1 : 0) | (state.ribbonOut ? 2 : 0) | (state.headOpen ? 4 : 0) | (state.paused ? 0x10000 : 0)
      const low = bits.toString(16).toUpperCase().padStart(8, '0')
      return `\x02\r\n  PRINTER STATUS\r\n  ERRORS:         ${flag(bits !== 0)} 00000000 ${low}\r\n  WARNINGS:       0 00000000 00000000\r\n\x03`
    },
  ],
  [/! U1 getvar "odometer\.total_label_count"\r\n/, ({ odometer }) => `"${odometer ?? '?'}"`],
  [/! U1 getvar "device\.languages"\r\n/, () => '"zpl"'],
  [/! U1 getvar "ezpl\.print_width"\r\n/, ({ dotsPerMm }) => `"${Math.round(4.25 * 25.4 * dotsPerMm)}"`],
  [/! U1 getvar "device\.unique_id"\r\n/, ({ serial }) => `"${serial ?? '?'}"`],
  [/! U1 getvar "[^"]*"\r\n/, () => '"?"'],
]

const EPL: Replies = [
  [
    /^\s*UQ\r?\n/,
    ({ identity, serial }) => `${identity.replace(',', '  ')}\r\nS/N: ${serial ?? '41A012345678'}\r\nPage Mode\r\n`,
  ],
  [/\^ee\r?\n/, ({ paperOut, headOpen }) => (headOpen ? '11\r\n' : paperOut ? '07\r\n' : '00\r\n')],
]

const REPLIES: Record<PrinterLanguage, Replies> = { ZPL, EPL }

/**
 * The answers to all questions of this printer's language, in their order, and the text behind the last one, which may be
 * the beginning of another.
 */
export function repliesTo(text: string, state: MachineState): { reply: string; rest: string } {
  let [reply, rest] = ['', text]
  for (;;) {
    const asked = REPLIES[state.language].flatMap(([question, answer]) => {
      const match = question.exec(rest)
      return match ? [{ match, answer }] : []
    })
    const first = asked.sort((one, other) => one.match.index - other.match.index)[0]
    if (first === undefined) return { reply, rest }
    reply += first.answer(state, first.match)
    rest = rest.slice(first.match.index + first.match[0].length)
  }
}

/** Whether a connection that begins so may be asking. */
export function isQuestion(text: string): boolean {
  return /^\s*(~H|! U1 getvar|\^ee|UQ\r?\n)/.test(text)
}
