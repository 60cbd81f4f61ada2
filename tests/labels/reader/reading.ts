/** A command as the printer took it: where its first byte stood, and its parameters parted by commas. */
export interface PrinterCommand {
  /** `^` or `~` for ZPL whatever byte meant it, empty for EPL, `!` for SGD and files, `{}` for JSON. */
  prefix: string
  /** Upper case in ZPL, as written in EPL, the variable's name in SGD and JSON. */
  name: string
  at: number
  parameters: string
}

/** What a printer has done, and how it is left, when the last byte of a stream is read. */
export interface PrinterReading {
  commands: PrinterCommand[]
  /** Pieces of paper that come out. */
  copies: number
  /** Different labels that come out. */
  labels: number
  /** Every setting that differs from what it was before the stream. */
  settings: ReadonlyMap<string, string>
  /** What no label should do to a printer: each a word for the kind, a colon, and the command. */
  dangers: string[]
}

/**
 * Where the manuals are silent or at odds, and programs and printers were seen to differ, each habit is one way to read.
 * A set of habits is one printer that may stand on the dock.
 */
export interface Habits {
  /** STX, ETX, SI, RS, DLE and US act as commands and prefixes: always, or only until a prefix is moved. */
  controlBytes: 'always' | 'until a prefix moves'
  /** What is no part of anything, wherever it stands. */
  dropped: 'line ends' | 'every other control byte'
  /** `x99`: the first digits count, or the number is none. */
  junkBeforeDigits: 'skipped' | 'spoils the number'
  /** What `^CC` takes as the new prefix. */
  newPrefix: 'the next byte' | 'the next byte that is no line end'
  /** A character for two of prefix, tilde and delimiter. */
  samePrefixTwice: 'left out' | 'taken'
  /** In Asian code pages a second byte that looks like a prefix. */
  secondByte: 'data' | 'prefix'
  /** After `^CI29` and `^CI30`. */
  afterWideCodePage: 'two bytes a character' | 'bytes until a byte order mark'
  /** A count or quantity over its range. */
  tooMuch: 'pulled to the limit' | 'as it stands'
  /** Where SGD, JSON, files and byte order marks are looked for. */
  neighbours: 'between labels' | 'anywhere'
  /** A block `ESC # #` of the Windows driver. */
  driverBlock: 'skipped' | 'read on'
  /** `^XA` in an open format. */
  secondStart: 'starts over' | 'goes on'
  /** EPL lines between ZPL labels and the other way round. */
  languages: 'one' | 'both'
  /** What belongs to the header of an EPL graphic, after its last digit. */
  graphicHeaderEnd: 'comma or line end' | 'nothing' | 'line end' | 'up to comma, then line end'
  /** What ends the header of an EPL object. */
  objectHeaderEnd: 'line feed' | 'carriage return'
}

const GUIDE: Habits = {
  controlBytes: 'always',
  dropped: 'line ends',
  junkBeforeDigits: 'skipped',
  newPrefix: 'the next byte',
  samePrefixTwice: 'left out',
  secondByte: 'data',
  afterWideCodePage: 'two bytes a character',
  tooMuch: 'pulled to the limit',
  neighbours: 'between labels',
  driverBlock: 'skipped',
  secondStart: 'starts over',
  languages: 'one',
  graphicHeaderEnd: 'comma or line end',
  objectHeaderEnd: 'line feed',
}

/** Four printers, the one that follows the guides by the letter first. */
export const PRINTERS: readonly [Habits, ...Habits[]] = [
  GUIDE,
  {
    ...GUIDE,
    dropped: 'every other control byte',
    junkBeforeDigits: 'spoils the number',
    newPrefix: 'the next byte that is no line end',
    samePrefixTwice: 'taken',
    secondByte: 'prefix',
    afterWideCodePage: 'bytes until a byte order mark',
    tooMuch: 'as it stands',
    driverBlock: 'read on',
    secondStart: 'goes on',
    graphicHeaderEnd: 'up to comma, then line end',
    objectHeaderEnd: 'carriage return',
  },
  {
    ...GUIDE,
    controlBytes: 'until a prefix moves',
    secondByte: 'prefix',
    neighbours: 'anywhere',
    graphicHeaderEnd: 'nothing',
  },
  {
    ...GUIDE,
    newPrefix: 'the next byte that is no line end',
    languages: 'both',
    graphicHeaderEnd: 'line end',
  },
]
