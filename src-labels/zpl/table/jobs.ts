import { zplRows, type RowDefaults } from '../../command-row.ts'
import { ELSEWHERE, RFID, ZPL } from './chapters.ts'

const STRIPPED: RowDefaults = {
  class: 'job-control',
  treatment: 'strip',
  outlives: 'no',
  paper: 'nothing',
  manual: ZPL,
}

const harmless = zplRows(STRIPPED, [
  ['^PQ', 'how many labels', { treatment: 'pass', decides: 'copies' }],
  ['^XB', 'no feed behind the label', { treatment: 'pass' }],
  ['^CN', 'cuts now'],
  ['^CP', 'ejects or takes back'],
  ['~DN', 'ends a download'],
  ['~JE', 'hex dump off'],
  ['~JK', 'delayed cut', { manual: ELSEWHERE }],
  ['~JX', 'drops an unfinished format'],
  ['^LF', 'prints the font links'],
  ['^PF', 'feeds some rows'],
  ['^PH', 'feeds to the next label'],
  ['~PH', 'feeds to the next label'],
  ['^PN', 'presents now'],
  ['^PP', 'pauses the printer'],
  ['~PP', 'pauses the printer'],
  ['~PS', 'ends a pause'],
  ['^SP', 'starts printing early'],
  ['~WC', 'prints the configuration'],
  ['^WD', 'prints the directory'],
  ['~WL', 'prints the network configuration'],
  ['~WQ', 'prints an answer'],
])

const harmful = zplRows({ ...STRIPPED, treatment: 'refuse' }, [
  ['^HR', 'calibrates RFID, feeding', { outlives: 'flash', manual: RFID }],
  ['~JA', 'cancels every job'],
  ['~JC', 'calibrates, feeding labels', { outlives: 'flash' }],
  ['~JG', 'prints sensor profiles', { outlives: 'flash' }],
  ['~JL', 'measures the label length', { outlives: 'flash' }],
  ['~JP', 'cancels and pauses'],
  ['~JQ', 'stops a program'],
  ['~PR', 'prints the last label again'],
])

export const JOB_ROWS = [...harmless, ...harmful]
