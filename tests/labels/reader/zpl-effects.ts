import type { Memory } from './memory.ts'
import { numberIn, within } from './numbers.ts'
import type { Habits } from './reading.ts'

const words = (text: string) => text.trim().split(/\s+/)

/** What no label should do, whatever its parameters. `^` and `~` of one name are two commands. */
const DANGERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    reset: '~JR ^@',
    'factory settings': '^default',
    'hex dump': '~JD',
    'wipes memory': '^JB ~JB ~PM ~EG ^EG ~EF ^EF',
    'cancels jobs': '~JA ~JP ~JX',
    'stops the queue': '^PP ~PP ~PS',
    'prints again': '~PR',
    'prints something else': '~WC ^WD ~WL ~WQ ^LF ~JG',
    'feeds labels': '~JC ~JL ^HR ^PH ~PH ^CN ^CP ^PN ~JK ^XS',
    'host answer': '~HB ~HD ^HF ^HG ^HH ~HI ~HL ^HL ~HM ~HQ ~HS ^HT ~HU ^HV ^HW ^HY ^HZ ^RA ^RT ^RI ~RV ^ee',
    network: '^KC ^KN ^NB ^NC ~NC ^ND ^NI ^NN ^NP ~NR ^NS ^NT ~NT ^SC ^SX ^WA ^WI ^WR ~WR ^WS',
    security: '^KP ^MP ^NW ^WE ^WL ^WP ^WX',
    program: '^JI ~JI ~JQ',
    'RFID tag': '^RB ^RE ^RF ^RL ^RM ^RN ^RQ ^RR ^RS ^RU ^RW ^RZ ^WF ^WT ^WV',
    'clears counters': '~RO',
    'takes the battery': '~KB',
    'panel, sensors, head, clock': '^JJ ^SI ^SR ^SS ^ST ^ZZ ^MA ^MI ^SQ ^CM ^KL ^KD ^KV',
    'reads bytes otherwise': '^F8 ^F16',
  }).flatMap(([kind, commands]) => words(commands).map((command) => [command, kind] as const)),
)

/** What draws: a format without any of these feeds no label. */
const DRAWS = new Set(words('FD FV GB GC GD GE GF GS XG IM IL XF SN FN').map((name) => `^${name}`))

/** Each setting command: what it sets, the value before anyone set it, and the letters it knows where it knows few. */
const SETTINGS: ReadonlyMap<string, { setting: string; start?: string; letters?: string }> = new Map(
  Object.entries({
    '^BY': { setting: 'bar code defaults', start: '2,3,10' },
    '^CF': { setting: 'default font', start: 'A' },
    '^CI': { setting: 'code page', start: '0' },
    '^CO': { setting: 'font cache' },
    '^CV': { setting: 'bar code errors', start: 'N', letters: 'NY' },
    '^CW': { setting: 'font letter' },
    '^FL': { setting: 'font links' },
    '^FW': { setting: 'field orientation', start: 'N', letters: 'NRIB' },
    '~JF': { setting: 'low battery pause' },
    '^JH': { setting: 'early warnings' },
    '^JM': { setting: 'half density', start: 'A', letters: 'AB' },
    '~JN': { setting: 'head test' },
    '~JO': { setting: 'head test' },
    '^JS': { setting: 'sensor' },
    '~JS': { setting: 'backfeed' },
    '^JT': { setting: 'head test interval' },
    '^JW': { setting: 'ribbon tension' },
    '^JZ': { setting: 'reprint after error', start: 'Y', letters: 'NY' },
    '^LH': { setting: 'label home', start: '0,0' },
    '^LL': { setting: 'label length' },
    '^LR': { setting: 'reverse', start: 'N', letters: 'NY' },
    '^LS': { setting: 'shift', start: '0' },
    '^LT': { setting: 'top', start: '0' },
    '^MC': { setting: 'clear bitmap', start: 'Y', letters: 'NY' },
    '^MD': { setting: 'relative darkness' },
    '^MF': { setting: 'feed at power-up' },
    '^ML': { setting: 'longest label' },
    '^MM': { setting: 'print mode' },
    '^MN': { setting: 'media tracking' },
    '^MT': { setting: 'media type' },
    '^MU': { setting: 'units', start: 'D' },
    '^MW': { setting: 'cold warning' },
    '^PA': { setting: 'text properties' },
    '~PL': { setting: 'present length' },
    '^PM': { setting: 'mirror', start: 'N', letters: 'NY' },
    '^PO': { setting: 'orientation', start: 'N', letters: 'NI' },
    '^PR': { setting: 'speed' },
    '^PW': { setting: 'print width' },
    '~SD': { setting: 'darkness' },
    '^SE': { setting: 'encoding table' },
    '^SL': { setting: 'clock mode' },
    '^SO': { setting: 'clock offset' },
    '^SP': { setting: 'early start' },
    '^SZ': { setting: 'language level', start: '2' },
    '~TA': { setting: 'tear-off' },
    '^XS': { setting: 'calibration' },
  }),
)

/** The settings of a ZPL printer that a label finds. */
export const ZPL_START: ReadonlyMap<string, string> = new Map([
  ['caret', '^'],
  ['tilde', '~'],
  ['delimiter', ','],
  ...[...SETTINGS.values()].flatMap(({ setting, start }) => (start === undefined ? [] : [[setting, start] as const])),
])

/** The extension that a stored object gets from its command when its name has none. */
const STORES: ReadonlyMap<string, string> = new Map([
  ['~DB', 'FNT'],
  ['~DE', 'DAT'],
  ['^DF', 'ZPL'],
  ['~DF', 'ZPL'],
  ['~DG', 'GRF'],
  ['~DL', 'FNT'],
  ['~DS', 'FNT'],
  ['~DT', 'DAT'],
  ['~DU', 'FNT'],
  ['~DY', 'GRF'],
  ['^IS', 'GRF'],
])

/** No setting has more fields. */
const MOST_FIELDS = 12

/** What the commands of a stream do to the printer's memory and to the label in hand. */
export function zplEffects(memory: Memory, habits: Habits) {
  let draws = false
  let stored = false
  let quantity = 1

  /** An open format begins again: what was drawn is gone. */
  function start(again: boolean): void {
    if (again && habits.secondStart === 'goes on') return
    draws = false
    stored = false
  }

  function end(): void {
    if (draws && !stored) {
      memory.labels++
      memory.copies += quantity
    }
    draws = false
    stored = false
    quantity = 1
  }

  function apply(command: string, parameters: string): void {
    const fields = parameters.split(',')
    const danger = DANGERS.get(command)
    if (danger) memory.danger(danger, command)
    if (DRAWS.has(command)) draws = true
    if (SETTINGS.has(command)) setting(command, fields)
    const extension = STORES.get(command)
    if (extension) store(command, objectNamed(fields[0] ?? '', extension))
    if (command === '^PQ') copies(fields)
    if (command === '^DF') stored = true
    if (command === '^IS' && /^\s*n/i.test(fields[1] ?? '')) stored = true
    if (command === '^ID') remove(objectNamed(fields[0] ?? '', 'GRF'))
    if (command === '^TO') store(command, objectNamed(fields[1] ?? '', 'GRF'))
    if (command === '^XF') recall(objectNamed(fields[0] ?? '', 'ZPL'))
    if (command === '^JU') save(fields[0] ?? '')
  }

  function copies(fields: string[]): void {
    const asked = numberIn(fields[0] ?? '', habits)
    // Nothing and 0 are out of range: one label, as the default.
    quantity = asked === undefined || asked === 0 ? 1 : within(99_999_999, asked, habits)
    if ((numberIn(fields[1] ?? '', habits) ?? 0) > 0) memory.danger('stops the queue', '^PQ')
  }

  function setting(command: string, fields: string[]): void {
    const row = SETTINGS.get(command)
    if (!row) return
    if (row.letters) {
      const letter = (fields[0] ?? '').trim().charAt(0).toUpperCase()
      if (letter && row.letters.includes(letter)) memory.set(row.setting, letter)
      return
    }
    if (command === '~TA' && !/^\s*[+-]?\d{3}/.test(fields[0] ?? '')) return
    if (command === '^CI' && (numberIn(fields[0] ?? '', habits) ?? 99) > 36) return
    if (command === '^CW') {
      const letter = (fields[0] ?? '').trim().charAt(0).toUpperCase()
      memory.set(`${row.setting} ${letter}`, (fields[1] ?? '').trim().toUpperCase())
      return
    }
    const before = (memory.get(row.setting) ?? '').split(',')
    const values = fields.slice(0, MOST_FIELDS).map((field, index) => normal(field) || (before[index] ?? ''))
    memory.set(row.setting, [...values, ...before.slice(values.length)].join(',').replace(/,+$/, ''))
  }

  function store(command: string, object: string): void {
    if (!object.startsWith('R:')) memory.danger('stores in flash', `${command} ${object}`)
    if (object.includes('*')) memory.danger('stores many', `${command} ${object}`)
    memory.store(object)
  }

  function remove(object: string): void {
    const own = memory.remove(object)
    if (!own || !object.startsWith('R:')) memory.danger('deletes', object)
  }

  function recall(object: string): void {
    if (!memory.holds(object)) memory.danger('recalls what nobody has seen', object)
  }

  function save(how: string): void {
    const letter = how.trim().charAt(0).toUpperCase()
    if (letter === 'S') memory.danger('saves the settings in flash', '^JUS')
    else if (letter) memory.danger('overwrites the settings', `^JU${letter}`)
    if (letter) memory.set('configuration', letter)
  }

  return { start, end, apply }
}

/** A value as it is kept: numbers without leading zeros and tails, the rest in upper case. */
function normal(field: string): string {
  const number = /^\s*([+-]?)0*(\d+)/.exec(field.slice(0, 400))
  if (number) return (number[1] === '-' && number[2] !== '0' ? '-' : '') + (number[2] ?? '')
  return field.slice(0, 400).trim().toUpperCase()
}

/** `device:name.extension` in upper case; RAM and the command's own extension where the label is silent. */
function objectNamed(text: string, extension: string): string {
  const trimmed = text.trim().toUpperCase().slice(0, 80)
  const colon = trimmed.indexOf(':')
  const device = colon < 0 ? 'R' : trimmed.slice(0, colon).trim() || 'R'
  const name = trimmed.slice(colon + 1).trim() || 'UNKNOWN'
  return `${device}:${name}${name.includes('.') ? '' : `.${extension}`}`
}
