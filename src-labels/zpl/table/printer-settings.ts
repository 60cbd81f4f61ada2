import { zplRows, type RowDefaults } from '../../command-row.ts'
import { RFID, ZPL } from './chapters.ts'

const STRIPPED: RowDefaults = {
  class: 'printer-setting',
  treatment: 'strip',
  outlives: 'saved',
  paper: 'nothing',
  manual: ZPL,
}

/** Media, heat, speed, sensors, panel: the printer's owner decides on them. Genuine labels carry many. */
const ofTheOwner = zplRows(STRIPPED, [
  ['^CO', 'memory for fonts', { outlives: 'unknown' }],
  ['^FL', 'links font files'],
  ['~JF', 'pause at low battery', { outlives: 'unknown' }],
  ['^JH', 'early warnings'],
  ['~JN', 'head test stops printing', { outlives: 'power-off' }],
  ['~JO', 'head test only warns', { outlives: 'power-off' }],
  ['^JS', 'chooses the media sensor', { outlives: 'unknown' }],
  ['~JS', 'order of the backfeed'],
  ['^JT', 'how often heads are tested', { outlives: 'power-off' }],
  ['^JU', 'saves or resets settings', { outlives: 'flash', decides: 'save-mode' }],
  ['^JW', 'tension of the ribbon', { outlives: 'unknown' }],
  ['^JZ', 'prints again after errors', { outlives: 'power-off' }],
  ['^KD', 'format of the clock', { outlives: 'unknown' }],
  ['^KL', 'language of the panel', { outlives: 'unknown' }],
  ['^KV', 'kiosk presenter', { outlives: 'unknown' }],
  ['^MF', 'feed at power-up'],
  ['^ML', 'longest label'],
  ['^MM', 'tear, peel or cut'],
  ['^MN', 'gap, mark or continuous'],
  ['^MT', 'direct or transfer'],
  ['^MW', 'cold head warning', { outlives: 'unknown' }],
  ['~PL', 'presented length', { outlives: 'unknown' }],
  ['~SD', 'darkness'],
  ['^SZ', 'version of the language', { outlives: 'power-off', decides: 'level' }],
  ['~TA', 'tear-off position'],
  ['^XS', 'calibrates while printing'],
  ['^ZZ', 'sleep when idle'],
  ['^RS', 'RFID set-up', { manual: RFID }],
  ['~RV', 'reports RFID results', { manual: RFID, outlives: 'unknown' }],
  ['^RW', 'RFID power', { manual: RFID, outlives: 'unknown' }],
])

/** Never of a label: damage, or counters and texts that cannot be brought back. */
const ofNobody = zplRows({ ...STRIPPED, treatment: 'refuse' }, [
  ['^CM', 'swaps drive letters'],
  ['^JJ', 'applicator port'],
  ['^KN', 'name of the printer'],
  ['^MA', 'maintenance alerts', { outlives: 'flash' }],
  ['^MI', 'maintenance texts', { outlives: 'flash' }],
  ['~RO', 'resets the counters', { outlives: 'flash' }],
  ['^SI', 'strength of the sensors', { outlives: 'unknown' }],
  ['^SR', 'resistance of the head'],
  ['^SS', 'values of the sensors', { outlives: 'unknown' }],
  ['^ST', 'sets the clock', { outlives: 'flash' }],
  ['^RM', 'RFID tag movement', { manual: RFID, outlives: 'unknown' }],
  ['^RN', 'finds several tags', { manual: RFID, outlives: 'unknown' }],
  ['^RR', 'RFID tries', { manual: RFID, outlives: 'unknown' }],
  ['^WV', 'checks a written tag', { manual: RFID, outlives: 'unknown' }],
])

export const PRINTER_SETTING_ROWS = [...ofTheOwner, ...ofNobody]
