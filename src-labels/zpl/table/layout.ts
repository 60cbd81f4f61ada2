import { zplRows, type RowDefaults } from '../../command-row.ts'
import { ELSEWHERE, RFID, ZPL } from './chapters.ts'

const DRAWS: RowDefaults = { class: 'layout', treatment: 'pass', outlives: 'no', paper: 'draws', manual: ZPL }
const SHAPES: RowDefaults = { ...DRAWS, paper: 'shapes' }
const NOTHING: RowDefaults = { ...DRAWS, paper: 'nothing' }

/** Puts dots on paper. */
const drawing = zplRows(DRAWS, [
  ['^FD', 'data of a field'],
  ['^FV', 'field data, cleared after printing'],
  ['^SN', 'field that counts up'],
  ['^GB', 'box or line'],
  ['^GC', 'circle'],
  ['^GD', 'diagonal line'],
  ['^GE', 'ellipse'],
  ['^GF', 'picture within the label', { decides: 'picture' }],
  ['^GS', 'trademark and similar signs'],
  ['^IL', 'stored picture as background'],
  ['^IM', 'stored picture, unscaled'],
  ['^XG', 'stored picture, scaled'],
  ['^XF', 'calls up a stored format', { decides: 'recalled-object' }],
])

/** Says where and how the dots come out. */
const shaping = zplRows(SHAPES, [
  ['^A', 'font, rotation and size'],
  ['^A@', 'font by its file'],
  ['^B0', 'Aztec code'],
  ['^B1', 'Code 11'],
  ['^B2', 'Interleaved 2 of 5'],
  ['^B3', 'Code 39'],
  ['^B4', 'Code 49'],
  ['^B5', 'Planet code'],
  ['^B7', 'PDF417'],
  ['^B8', 'EAN-8'],
  ['^B9', 'UPC-E'],
  ['^BA', 'Code 93'],
  ['^BB', 'Codablock'],
  ['^BC', 'Code 128, GS1-128'],
  ['^BD', 'MaxiCode'],
  ['^BE', 'EAN-13'],
  ['^BF', 'MicroPDF417'],
  ['^BI', 'Industrial 2 of 5'],
  ['^BJ', 'Standard 2 of 5'],
  ['^BK', 'Codabar'],
  ['^BL', 'LOGMARS'],
  ['^BM', 'MSI'],
  ['^BO', 'Aztec code, older name'],
  ['^BP', 'Plessey'],
  ['^BQ', 'QR code'],
  ['^BR', 'GS1 DataBar'],
  ['^BS', 'UPC and EAN supplement'],
  ['^BT', 'TLC39'],
  ['^BU', 'UPC-A'],
  ['^BX', 'Data Matrix'],
  ['^BZ', 'postal bar codes'],
  ['^FB', 'text in a block'],
  ['^FC', 'clock marks in the field'],
  ['^FE', 'puts numbered fields together'],
  ['^FH', 'hex escapes in the field'],
  ['^FM', 'several origins for 2-D codes'],
  // Whether a numbered field without data feeds a label is not documented.
  ['^FN', 'number of a field', { paper: 'draws' }],
  ['^FO', 'place of a field'],
  ['^FP', 'direction of a field'],
  ['^FR', 'field in reverse'],
  ['^FT', 'place by the base line'],
  ['^SF', 'counting by a mask'],
  ['^TB', 'text block without hyphens'],
])

const framing = zplRows(NOTHING, [
  ['^FS', 'end of a field'],
  ['^FX', 'comment'],
  ['^XA', 'start of a label'],
  ['^XZ', 'end, prints the label'],
])

/** RFID that reads a tag into the label; a printer without it would reject or void the label. */
const reading = zplRows({ ...SHAPES, treatment: 'refuse', manual: RFID }, [
  ['^RA', 'reads a tag field', { manual: ELSEWHERE }],
  ['^RI', 'reads a tag id'],
  ['^RT', 'reads a tag'],
  ['^RB', 'splits the bits of codes', { treatment: 'pass', paper: 'nothing' }],
])

export const LAYOUT_ROWS = [...drawing, ...shaping, ...framing, ...reading]
