import { zplRows, type RowDefaults } from '../../command-row.ts'
import { ELSEWHERE, ZPL } from './chapters.ts'

const REFUSED: RowDefaults = { class: 'storage', treatment: 'refuse', outlives: 'flash', paper: 'nothing', manual: ZPL }
const OWN_MEMORY = { treatment: 'pass', outlives: 'power-off', decides: 'stored-object' } as const

/**
 * Storing in memory (`R:`) passes and is deleted behind the job; flash and cards belong to the owner. Fonts and encodings are
 * never a label's, wherever they go: they may shadow what other labels use.
 */
export const STORAGE_ROWS = zplRows(REFUSED, [
  ['^DF', 'stores the format', OWN_MEMORY],
  ['~DG', 'stores a picture', OWN_MEMORY],
  ['~DY', 'stores an object', OWN_MEMORY],
  ['^IS', 'stores the label as picture', OWN_MEMORY],
  ['^ID', 'deletes an object', { treatment: 'pass', outlives: 'power-off', decides: 'deleted-object' }],
  ['~DB', 'stores a bitmap font'],
  ['~DE', 'stores an encoding table'],
  ['~DF', 'stores a format', { manual: ELSEWHERE }],
  ['~DL', 'stores a Unicode font', { manual: ELSEWHERE }],
  ['~DS', 'stores a scalable font'],
  ['~DT', 'stores a TrueType font'],
  ['~DU', 'stores a large font'],
  ['^TO', 'copies an object'],
  ['~EG', 'deletes all pictures', { outlives: 'power-off' }],
  ['^EG', 'deletes all pictures', { outlives: 'power-off' }],
  ['~EF', 'deletes all formats', { outlives: 'power-off', manual: ELSEWHERE }],
  ['^EF', 'deletes all formats', { outlives: 'power-off', manual: ELSEWHERE }],
  ['^JB', 'formats the flash'],
  ['~JB', 'clears the memory card'],
])
