import { zplRows } from '../../command-row.ts'
import { ZPL } from './chapters.ts'

/** Questions: the answer would go out on a channel that is not read, or into one that is read for another question. */
export const HOST_ROWS = zplRows(
  { class: 'host-answer', treatment: 'strip', outlives: 'no', paper: 'nothing', manual: ZPL },
  [
    ['~HB', 'asks for the battery'],
    ['~HD', 'asks for the head'],
    ['^HF', 'asks for a stored format'],
    ['^HG', 'asks for a stored picture'],
    ['^HH', 'asks for the configuration'],
    ['~HI', 'asks who it is'],
    ['~HL', 'asks for the RFID log'],
    ['^HL', 'asks for the RFID log'],
    ['~HM', 'asks for the memory'],
    ['~HQ', 'asks for a group'],
    ['~HS', 'asks for the status'],
    ['^HT', 'asks for font links'],
    ['~HU', 'asks for alert addresses'],
    ['^HV', 'asks for field data'],
    ['^HW', 'asks for the directory'],
    ['^HY', 'asks for an object'],
    ['^HZ', 'asks for descriptions'],
  ],
)
