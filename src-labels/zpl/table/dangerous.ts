import { zplRows } from '../../command-row.ts'
import { ELSEWHERE, RFID, ZPL } from './chapters.ts'

/** Ends or hurts the printer, runs programs in it, or writes RFID tags for good. */
export const DANGEROUS_ROWS = zplRows(
  { class: 'dangerous', treatment: 'refuse', outlives: 'power-off', paper: 'nothing', manual: ZPL },
  [
    ['~JD', 'prints bytes instead of labels'],
    ['^JI', 'starts a program'],
    ['~JI', 'starts the program interpreter'],
    ['~JR', 'restarts the printer'],
    ['~KB', 'empties the battery'],
    ['~PM', 'wipes the printer', { outlives: 'flash' }],
    ['^RE', 'theft alarm of a tag', { outlives: 'tag', manual: ELSEWHERE }],
    ['^RF', 'reads or writes a tag', { outlives: 'tag', manual: RFID }],
    ['^RL', 'locks a tag', { outlives: 'tag', manual: RFID }],
    ['^RQ', 'writes code and passwords', { outlives: 'tag', manual: ELSEWHERE }],
    ['^RU', 'numbers a tag', { outlives: 'tag', manual: RFID }],
    ['^RZ', 'password of a tag', { outlives: 'tag', manual: RFID }],
    ['^WF', 'writes a tag family', { outlives: 'tag', manual: ELSEWHERE }],
    ['^WT', 'writes a tag', { outlives: 'tag', manual: RFID }],
  ],
)
