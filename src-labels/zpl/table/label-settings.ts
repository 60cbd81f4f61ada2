import { zplRows, type RowDefaults } from '../../command-row.ts'
import { ZPL } from './chapters.ts'

const PASSED: RowDefaults = {
  class: 'label-setting',
  treatment: 'pass',
  outlives: 'power-off',
  paper: 'shapes',
  manual: ZPL,
}

/**
 * Settings that lay out a label and stay for the next one. They pass, and are set back behind the job to what a printer
 * starts with; stripped are those whose start value only the printer's owner knows, refused those that change how bytes are
 * read in ways that cannot be followed.
 */
export const LABEL_SETTING_ROWS = zplRows(PASSED, [
  ['^BY', 'bar code defaults', { setBack: '^BY2,3,10' }],
  ['^CF', 'default font', { outlives: 'saved', setBack: '^CFA,9,5' }],
  ['^CI', 'character set', { setBack: '^CI0', decides: 'encoding', paper: 'nothing' }],
  ['^CV', 'checks bar code data', { setBack: '^CVN' }],
  ['^FW', 'default field rotation', { setBack: '^FWN,0' }],
  ['^JM', 'dots at half density', { setBack: '^JMA' }],
  ['^LH', 'origin of the label', { outlives: 'saved', setBack: '^LH0,0' }],
  ['^LL', 'length of the label', { outlives: 'saved', setBack: '^LL{height}', paper: 'nothing' }],
  ['^LR', 'whole label in reverse', { outlives: 'saved', setBack: '^LRN' }],
  ['^LS', 'shifts the label left', { setBack: '^LS0' }],
  ['^MC', 'keeps the last picture', { setBack: '^MCY' }],
  ['^MU', 'unit of measure', { setBack: '^MUD', decides: 'units' }],
  ['^PA', 'advanced text layout', { outlives: 'saved', setBack: '^PA0,0,0,0' }],
  ['^PM', 'mirrors the label', { setBack: '^PMN' }],
  ['^PO', 'turns the label over', { setBack: '^PON' }],
  ['^PW', 'width of the label', { outlives: 'saved', setBack: '^PW{width}', paper: 'nothing' }],
  ['^SE', 'chooses an encoding table', { setBack: '^CI0', outlives: 'unknown' }],
  ['^SL', 'clock mode and language', { setBack: '^SLS,1', outlives: 'unknown' }],
  ['^SO', 'offsets of second clocks', { setBack: '^SO2,0,0,0,0,0,0^SO3,0,0,0,0,0,0' }],
  ['^CC', 'new format prefix', { outlives: 'saved', setBack: '^CC^', decides: 'prefix', paper: 'nothing' }],
  ['~CC', 'new format prefix', { outlives: 'saved', setBack: '^CC^', decides: 'prefix', paper: 'nothing' }],
  ['^CD', 'new delimiter', { outlives: 'saved', setBack: '^CD,', decides: 'prefix', paper: 'nothing' }],
  ['~CD', 'new delimiter', { outlives: 'saved', setBack: '^CD,', decides: 'prefix', paper: 'nothing' }],
  ['^CT', 'new control prefix', { outlives: 'saved', setBack: '^CT~', decides: 'prefix', paper: 'nothing' }],
  ['~CT', 'new control prefix', { outlives: 'saved', setBack: '^CT~', decides: 'prefix', paper: 'nothing' }],
  ['^CW', 'letter for a font file', { treatment: 'strip' }],
  ['^LT', 'moves the label down', { treatment: 'strip', outlives: 'saved' }],
  ['^MD', 'darker or lighter', { treatment: 'strip', paper: 'nothing' }],
  ['^PR', 'print speed', { treatment: 'strip', paper: 'nothing' }],
  ['^F8', 'characters of 8 bits', { treatment: 'refuse' }],
  ['^F16', 'characters of 16 bits', { treatment: 'refuse' }],
])
