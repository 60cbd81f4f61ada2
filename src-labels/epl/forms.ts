import { countOf } from '../digits.ts'
import { eplCommands, parameterNumber, type EplCommand } from './commands.ts'
import { parseEplLine } from './line.ts'

/** Sets of a form with counters that are drawn one by one; what is more looks alike. */
const MOST_SETS = 100
/** Most commands that a stream may reach by calling up forms repeatedly. */
const MOST_COMMANDS = 200_000

/** A variable or counter as the form defines it. */
interface FormField {
  name: string
  most: number
  justified: string
  /** Of a counter: what is added after each set; null for a variable. */
  step: number | null
}

interface Form {
  commands: readonly EplCommand[]
  fields: readonly FormField[]
}

/** Names one code of a stream: its place, and what it says, which differs where a form is called up again. */
export function symbolKey({ at, quoted }: Pick<EplCommand, 'at' | 'quoted'>): string {
  return `${at} ${quoted ?? ''}`
}

/**
 * The commands of a stream as a printer comes to them: `FS` to `FE` is kept, `FR` brings it, the lines behind `?` are what
 * its variables and counters begin with, and a counter counts on with each set of `P`. What was stored before the stream is
 * not known, and its `FR` comes as it is.
 */
export function* printedCommands(bytes: Uint8Array): Generator<EplCommand, void> {
  const forms = new Map<string, Form>()
  let storing: { name: string; commands: EplCommand[] } | null = null
  let called: Form | null = null
  let values: string[] = []
  let isReading = false
  let given = 0
  for (const command of eplCommands(bytes, { withBlanks: true })) {
    if ((given += 1) > MOST_COMMANDS) return
    if (isReading && called) {
      values.push(command.line)
      isReading = values.length < called.fields.length
      if (isReading) continue
      const filled = filledCommands(called, values, 0)
      given += filled.length
      yield* filled
    } else if (command.name === '') continue
    else if (storing && command.name !== 'FE') storing.commands.push(command)
    else if (command.name === 'FS') storing = { name: command.quoted ?? '', commands: [] }
    else if (command.name === 'FE') {
      if (storing) forms.set(storing.name, formOf(storing.commands))
      storing = null
    } else if (command.name === 'FK') {
      if (command.quoted === '*') forms.clear()
      else forms.delete(command.quoted ?? '')
    } else if (command.name === 'FR' && forms.has(command.quoted ?? '')) {
      called = forms.get(command.quoted ?? '') ?? null
      values = []
      if (called?.fields.length === 0) {
        given += called.commands.length
        yield* called.commands
      }
    } else if (command.name === '?' && called) isReading = called.fields.length > 0
    else if (command.name === 'P' && called?.fields.some(({ step }) => step !== null) && values.length > 0) {
      const sets = Math.min(MOST_SETS, Math.max(1, parameterNumber(command, 0)))
      for (let set = 0; set < sets; set += 1) {
        if (set > 0) yield* [lineCommand('N', command), ...filledCommands(called, values, set)]
        yield lineCommand(`P${Math.max(1, parameterNumber({ parameters: command.parameters.slice(1) }, 0))}`, command)
      }
      given += sets * called.commands.length
    } else yield command
  }
}

function lineCommand(line: string, like: EplCommand): EplCommand {
  return { ...like, ...parseEplLine(line), line }
}

function formOf(commands: readonly EplCommand[]): Form {
  const fields = commands.flatMap(({ line }) => {
    const [, name, rest = ''] = /^([VC]\d{1,2}),(.*)$/.exec(line) ?? []
    if (name === undefined) return []
    const [most = '', justified = '', step = ''] = rest.split(',')
    return [
      {
        name,
        most: countOf(most) ?? 99,
        justified,
        step: name.startsWith('C') ? Number.parseInt(step, 10) || 1 : null,
      },
    ]
  })
  return { commands: commands.filter(({ line }) => !/^[VC]\d{1,2},/.test(line)), fields }
}

/** The form's commands with what its fields hold in the how-manieth set. */
function filledCommands({ commands, fields }: Form, values: readonly string[], set: number): EplCommand[] {
  const texts = new Map(fields.map((field, at) => [field.name, heldText(field, values[at] ?? '', set)]))
  return commands.map((command) => {
    const line = filledLine(command.line, texts)
    return line === command.line ? command : lineCommand(line, command)
  })
}

function heldText({ most, justified, step }: FormField, value: string, set: number): string {
  const typed = value.slice(0, most)
  const start = step === null ? null : countOf(typed)
  const text =
    start === null || step === null ? typed : String(Math.max(0, start + step * set)).padStart(typed.length, '0')
  switch (justified) {
    case 'R':
      return text.padStart(most, ' ')
    case 'C':
      return text.padStart(Math.floor((most + text.length) / 2), ' ').padEnd(most, ' ')
    default:
      return text
  }
}

/** Pieces of data: a text in quotes, or the name of a field. */
const PIECE = /"((?:[^"\\]|\\.)*)"|([VC]\d{1,2})/g

/** A line whose data is put together of texts and fields, with the fields' texts; others as they are. */
function filledLine(line: string, texts: ReadonlyMap<string, string>): string {
  const data = /((?:"(?:[^"\\]|\\.)*"|[VC]\d{1,2})+)$/.exec(line)
  if (!data) return line
  const pieces = [...data[0].matchAll(PIECE)]
  if (!pieces.some(([, , name]) => name !== undefined && texts.has(name))) return line
  const text = pieces.map(([, quoted, name]) =>
    name === undefined ? (quoted ?? '').replace(/\\(["\\])/g, '$1') : (texts.get(name) ?? ''),
  )
  return `${line.slice(0, data.index)}"${text.join('').replace(/["\\]/g, '\\$&')}"`
}
