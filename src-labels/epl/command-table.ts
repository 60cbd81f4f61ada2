import { plainRows, type CommandRow, type RowDefaults } from '../command-row.ts'

const PAGES = 'EPL2 Commands'
const EPL1 = 'EPL1 Emulation'

const DRAWS: RowDefaults = { class: 'layout', treatment: 'pass', outlives: 'no', paper: 'draws', manual: PAGES }
const NOTHING: RowDefaults = { ...DRAWS, paper: 'nothing' }
const PASSED: RowDefaults = { ...DRAWS, class: 'label-setting', outlives: 'saved', paper: 'shapes' }
const SETTING: RowDefaults = { ...NOTHING, class: 'printer-setting', treatment: 'strip', outlives: 'saved' }
const STORING: RowDefaults = { ...NOTHING, class: 'storage', treatment: 'refuse', outlives: 'flash' }
const JOB: RowDefaults = { ...NOTHING, class: 'job-control', treatment: 'strip' }
const ANSWER: RowDefaults = { ...NOTHING, class: 'host-answer', treatment: 'strip' }
const DANGER: RowDefaults = { ...NOTHING, class: 'dangerous', treatment: 'refuse', outlives: 'flash' }

/** Every command of EPL2 that is known here, longer names of a family beside the short ones. Case counts. */
export const EPL_COMMANDS: readonly CommandRow[] = [
  ...plainRows(DRAWS, [
    ['A', 'text'],
    ['B', 'linear bar code'],
    ['b', 'two-dimensional code'],
    ['GG', 'stored picture', { decides: 'recalled-object' }],
    ['GW', 'picture within the label', { decides: 'picture' }],
    ['FR', 'calls up a form', { treatment: 'refuse' }],
    ['LE', 'line that inverts'],
    ['LO', 'black line'],
    ['LS', 'diagonal line'],
    ['LW', 'white line'],
    ['X', 'box'],
  ]),
  ...plainRows(NOTHING, [
    ['N', 'clears the picture'],
    [';', 'comment'],
    ['?', 'values for a form', { treatment: 'refuse' }],
  ]),
  ...plainRows(PASSED, [
    ['I', 'character set', { setBack: 'I8,0,001' }],
    ['i', 'spacing of Asian characters', { treatment: 'strip' }],
    ['Q', 'length of the label', { treatment: 'strip', paper: 'nothing' }],
    ['q', 'width of the label', { setBack: 'q{width}', paper: 'nothing' }],
    ['R', 'origin of the label', { setBack: 'R0,0' }],
    ['TD', 'layout of the date', { treatment: 'strip', outlives: 'flash' }],
    ['TT', 'layout of the time', { treatment: 'strip', outlives: 'flash' }],
    ['ZT', 'prints top first', { setBack: 'ZT' }],
    ['ZB', 'prints bottom first', { setBack: 'ZT' }],
  ]),
  ...plainRows(SETTING, [
    ['D', 'darkness'],
    ['f', 'cut position'],
    ['fB', 'backfeed position', { outlives: 'flash' }],
    ['JB', 'no backfeed to the top'],
    ['JC', 'no backfeed at all'],
    ['JF', 'backfeed on'],
    ['O', 'options of the hardware'],
    ['o', 'options back to usual', { outlives: 'flash' }],
    ['oB', 'bars as they are'],
    ['oE', 'fonts of the line mode', { outlives: 'flash' }],
    ['oH', 'place of Macro PDF', { outlives: 'flash' }],
    ['oL', 'lines of the page mode', { manual: 'other guides' }],
    ['oM', 'no feed by escape'],
    ['oR', 'Euro or zero glyph', { outlives: 'flash' }],
    ['oW', 'bars beyond the standard', { outlives: 'flash', treatment: 'refuse' }],
    ['r', 'double buffer'],
    ['S', 'speed'],
    ['TS', 'sets the clock', { outlives: 'flash', treatment: 'refuse' }],
    ['UA', 'drops labels without media', { outlives: 'power-off', treatment: 'refuse' }],
    ['UB', 'keeps labels without media', { outlives: 'flash' }],
    ['W', 'escapes of the Windows driver'],
    ['C$', 'options of the cutter', { manual: 'other guides' }],
  ]),
  ...plainRows(STORING, [
    ['AUTOFR', 'form that runs automatically'],
    ['EK', 'deletes a font'],
    ['ES', 'stores a font'],
    ['FE', 'end of a form'],
    ['FK', 'deletes a form'],
    ['FS', 'stores a form'],
    ['GK', 'deletes a picture'],
    ['GM', 'stores a picture', { decides: 'stored-object' }],
    ['V00-V99', 'variable of a form', { outlives: 'no' }],
    ['C0-C9', 'counter of a form', { outlives: 'no' }],
    ['PA', 'form that prints itself', { outlives: 'no' }],
  ]),
  ...plainRows(JOB, [
    ['P', 'prints so many labels', { treatment: 'pass', decides: 'copies' }],
    ['C', 'cuts now'],
    ['EI', 'prints the fonts'],
    ['FI', 'prints the forms'],
    ['GI', 'prints the pictures'],
    ['U', 'prints the configuration'],
    ['xa', 'measures media, feeding', { treatment: 'refuse', outlives: 'flash' }],
  ]),
  ...plainRows(ANSWER, [
    ['UE', 'asks for fonts'],
    ['UF', 'asks for forms'],
    ['UG', 'asks for pictures'],
    ['UI', 'asks for the code page', { outlives: 'power-off' }],
    ['UM', 'asks for code page', { outlives: 'power-off' }],
    ['UN', 'error reports off', { outlives: 'saved' }],
    ['UP', 'asks for and prints memory', { outlives: 'power-off' }],
    ['UQ', 'asks for the configuration'],
    ['US', 'error reports on', { outlives: 'saved' }],
    ['UT', 'other error reports', { outlives: 'saved' }],
    ['U%', 'asks for the motor'],
    ['U$', 'asks for the battery'],
    ['^ee', 'asks for the status'],
    ['eR', 'own bytes for errors', { treatment: 'refuse', outlives: 'flash' }],
  ]),
  ...plainRows(DANGER, [
    ['dump', 'prints bytes instead of labels', { outlives: 'power-off' }],
    ['M', 'repartitions the memory'],
    ['OEPL1', 'leaves the page mode', { manual: EPL1 }],
    ['Y', 'serial port', { class: 'network' }],
    ['^@', 'restarts the printer', { outlives: 'no' }],
    ['^default', 'factory settings'],
    ['ESC', 'cash drawer, driver escapes', { outlives: 'unknown', manual: 'appendix' }],
  ]),
]

const BY_NAME = new Map(EPL_COMMANDS.map((row) => [row.name, row]))
/** Longest first, so that `OEPL1` is found before `O`. */
const NAMES = [...BY_NAME.keys()].sort((a, b) => b.length - a.length)

/** The command that a line starts with, by the longest name that fits; null when none does. Case counts. */
export function eplCommand(line: string): CommandRow | null {
  const name = /^C\d/.test(line)
    ? 'C0-C9'
    : /^V\d/.test(line)
      ? 'V00-V99'
      : line.startsWith('\u001b')
        ? 'ESC'
        : NAMES.find((known) => line.startsWith(known))
  return name === undefined ? null : (BY_NAME.get(name) ?? null)
}

/** Whether a name is that of a row. */
export function isEplCommandName(name: string): boolean {
  return BY_NAME.has(name)
}
