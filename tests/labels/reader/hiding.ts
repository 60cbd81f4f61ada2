import type { Language, PrinterCommand, PrinterReading } from './index.ts'

/** A command that somebody wants to reach the printer unseen. EPL has no prefix. */
export interface HiddenCommand {
  prefix: '^' | '~' | ''
  name: string
  parameters: string
}

/** A stream with a command in it that a printer takes, and a careless judge might not see. */
export interface Hidden {
  way: string
  /** The command as it would be written in the open. */
  hides: string
  language: Language
  bytes: Uint8Array
  /** Whether a printer that follows the guides by the letter takes it; otherwise only one of the other printers. */
  certain: boolean
  /** Whether what is hidden is a number of copies, which is no harm where somebody counts them. */
  counts: boolean
  /** Whether this reading of the stream took the command. */
  shown(reading: PrinterReading): boolean
}

/** One way to hide a command: what is written into a label, or the whole stream. */
export interface Way {
  way: string
  /** Which commands can be hidden so; every one where it is left out. */
  suits?(command: HiddenCommand): boolean
  /** What stands inside the label, before its end. */
  inside?(command: HiddenCommand): string
  /** The whole stream, made of the label's text. */
  whole?(label: string, command: HiddenCommand): string
  certain?: boolean
  /** What is hidden where the way has a command of its own. */
  hides?: string
  /** What to look for where it is not the command itself. */
  shown?(reading: PrinterReading, command: HiddenCommand): boolean
}

export const spelled = ({ prefix, name, parameters }: HiddenCommand) => prefix + name + parameters

/** Whether a reading holds the command, whatever the case and the zeros of its parameters, and what stands behind. */
export function holds(reading: PrinterReading, wanted: HiddenCommand): boolean {
  return reading.commands.some((command) => isSame(command, wanted))
}

function isSame(command: PrinterCommand, wanted: HiddenCommand): boolean {
  return (
    command.prefix === wanted.prefix &&
    command.name === wanted.name &&
    bare(command.parameters).startsWith(bare(wanted.parameters))
  )
}

const bare = (parameters: string) =>
  parameters
    .trim()
    .toUpperCase()
    .replace(/(?<!\d)0+(?=\d)/g, '')

/** Whether a reading writes this variable by SGD or JSON. */
export const writes = (variable: string) => (reading: PrinterReading) =>
  reading.commands.some(({ prefix, name }) => (prefix === '!' || prefix === '{}') && name === variable)

/** As many bytes as a judge that is taken in will skip. */
export const padding = '0'.repeat(1200)
