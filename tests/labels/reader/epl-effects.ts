import type { Memory } from './memory.ts'
import { numberIn } from './numbers.ts'
import type { Habits } from './reading.ts'

const words = (text: string) => text.trim().split(/\s+/)

/** What no label should do, whatever its parameters. */
const DANGERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    reset: '^@ Y',
    'factory settings': '^default',
    'hex dump': 'dump',
    'stores in flash': 'AUTOFR ES FS GM eR oR oW TD TT',
    'wipes memory': 'M',
    deletes: 'EK FK GK',
    'recalls what nobody has seen': 'FR',
    'prints something else': 'EI FI GI U UP',
    'feeds labels': 'xa C',
    'host answer': 'UE UF UG UI UM UN UQ US UT U% U$ ^ee',
    'other language': 'OEPL1',
    'clears the buffer': 'UA',
    'sets the clock': 'TS',
  }).flatMap(([kind, commands]) => words(commands).map((command) => [command, kind] as const)),
)

/** Setting commands and what they set. */
const SETTINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    D: 'darkness',
    f: 'cut position',
    fB: 'backup distance',
    i: 'Asian spacing',
    I: 'code page',
    JB: 'backup',
    JC: 'backup',
    JF: 'backup',
    O: 'hardware options',
    o: 'options undone',
    oB: 'bar optimising',
    oE: 'line mode fonts',
    oM: 'escape feed',
    oR: 'Euro sign',
    oW: 'bar widths',
    OEPL1: 'language',
    Q: 'label length',
    q: 'print width',
    r: 'double buffer',
    R: 'reference point',
    S: 'speed',
    TD: 'date layout',
    TT: 'time layout',
    UA: 'buffer at media out',
    UB: 'buffer at media out',
    UN: 'error reports',
    US: 'error reports',
    UT: 'error reports',
    W: 'driver escapes',
    ZB: 'print direction',
    ZT: 'print direction',
  }),
)

/** Every name that an EPL2 printer knows; the longest that fits a line is its command. */
const NAMES =
  words(`AUTOFR OEPL1 ^default ^ee ^@ dump A B b C D EI EK eR ES f fB FE FI FK FR FS GG GI GK GM GW i I JB JC JF
  LE LO LS LW M N O o oB oE oH oM oR oW P PA Q q r R S TD TS TT U UA UB UE UF UG UI UM UN UP UQ US UT U% U$ V W xa X Y ZT
  ZB ? ;`).sort((one, other) => other.length - one.length)

/** The most that `P` prints of one label. */
const MOST_COPIES = 65_535

/** The command at the start of a line, or nothing where the printer would report an error. */
export const eplNameOf = (line: string): string | undefined => NAMES.find((name) => line.startsWith(name))

/** What the commands of a stream do to the printer's memory. */
export function eplEffects(memory: Memory, habits: Habits) {
  let form: string | undefined
  const variables = new Map<string, number>()
  let asked = 0

  function apply(name: string, parameters: string): void {
    const danger = DANGERS.get(name)
    // `C` followed by a digit defines a counter of a form; alone it cuts.
    const object = /"((?:\\.|[^"\\])*)"/.exec(parameters)?.[1] ?? ''
    if (danger && !(name === 'C' && parameters !== '')) memory.danger(danger, `${name}${object && ` "${object}"`}`)
    if (name === 'FS') open(object)
    if (name === 'FE') form = undefined
    if (form !== undefined) return define(name, parameters)
    if (name === 'C' || name === 'V') memory.danger('variable without a form', name)
    if (name === 'GM') memory.store(`graphic:${object}`)
    if (name === 'ES') memory.store(`font:${object}`)
    if (name === 'GK') memory.remove(`graphic:${object}`)
    if (name === 'FK') memory.remove(`form:${object}`)
    if (name === 'EK') memory.remove(`font:${object}`)
    if (name === 'FR') asked = variables.get(object) ?? 0
    if (name === 'P' || name === 'PA') print(parameters)
    const setting = SETTINGS.get(name)
    if (setting) memory.set(setting, /^[JZ]/.test(name) || parameters === '' ? name : parameters.trim())
  }

  function open(name: string): void {
    form = name
    variables.set(name, 0)
    memory.store(`form:${name}`)
  }

  function define(name: string, parameters: string): void {
    const isVariable = name === 'V' || (name === 'C' && /^\d/.test(parameters))
    if (form !== undefined && isVariable) variables.set(form, (variables.get(form) ?? 0) + 1)
    if (name === 'PA') memory.danger('prints by itself', 'PA')
  }

  function print(parameters: string): void {
    const [sets = '', each = ''] = parameters.split(',')
    const count = (text: string) => Math.min(MOST_COPIES, numberIn(text, habits) || 1)
    memory.labels++
    memory.copies += count(sets) * count(each)
  }

  /** How many lines after `?` are answers to the variables of the form that was recalled. */
  function answers(): number {
    const lines = asked
    asked = 0
    return lines
  }

  return { apply, answers }
}
