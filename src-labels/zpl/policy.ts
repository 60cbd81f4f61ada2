import { zplParameters, type ZplCommand } from './commands.ts'

/**
 * What a command of a label that came from elsewhere may do to the printer.
 * allow: it lays out the label. strip: it changes a setting that outlives the label; the label prints the same without.
 * block: it can lose other people's labels, stop the printer, change its network or make it answer; no label needs it.
 */
export type Treatment = 'allow' | 'strip' | 'block'

const list = (names: string) => names.split(' ')

/** Settings that genuine carrier labels carry, and others of their kind. Layout (^PO ^LH ^FW ^CI ^JM ...) is not among them. */
const STRIPPED = new Set(
  list(
    '^MM ^MN ^MT ^MD ^MF ^ML ^MC ^MW ^PR ^LT ^CV ^CO ^CP ^SZ ^SS ^JS ^JT ^JW ^JZ ^KD ^KL ^KN ^SL ^SO ^ST ^ZZ ^JH ' +
      '~SD ~TA ~JS ~EG ^EG ^EF ~JL ~JC ~JG',
  ),
)

const BLOCKED = new Map<string, string>([
  ...reasons('resets or stops the printer', '~JR ~JB ^JB ~JF ~KB ^JI ~JI ~JQ ~RO ^JJ ^SC ^CM ~PP ^PP ~JD ~JO ^PA'),
  ...reasons("cancels other people's labels", '~JA ~JP ~JX'),
  ...reasons('locks the front panel or changes its password', '^KP ^MP'),
  ...reasons(
    'changes the network',
    '^NB ^NC ~NC ^ND ^NI ^NN ^NP ^NR ~NR ^NS ^NT ~NT ^NW ^WA ^WE ^WI ^WL ~WL ^WP ^WR ~WR ^WS ^WX ^KC',
  ),
  ...reasons('sends alerts elsewhere', '^SX ^SQ'),
  ...reasons('makes the printer answer', '~HB ~HD ~HI ~HM ~HQ ~HS ~HU ^HF ^HG ^HH ^HL ^HR ^HT ^HV ^HW ^HY ^HZ'),
  ...reasons('prints pages of its own', '~WC ~WQ'),
])

function reasons(reason: string, names: string): [string, string][] {
  return list(names).map((name) => [name, reason])
}

/** Downloads whose first parameter names the device; outside of memory (R:) they wear out or fill the flash. */
const DOWNLOADS = new Set(list('~DY ~DB ~DS ~DT ~DU ~DE'))

const ALLOWED = { treatment: 'allow', reason: '' } as const

/** What to do with a command, and why. */
export function treatmentOf(command: ZplCommand): { treatment: Treatment; reason: string } {
  if (command.kind === 'text') return ALLOWED
  const name = (command.kind === 'control' ? '~' : '^') + command.name
  if (STRIPPED.has(name)) return { treatment: 'strip', reason: 'changes a setting of the printer' }
  const reason = BLOCKED.get(name)
  if (reason !== undefined) return { treatment: 'block', reason: `${name} ${reason}` }
  if (name !== '^JU' && name !== '^ID' && !DOWNLOADS.has(name)) return ALLOWED
  const [first = ''] = zplParameters(command, 2).map((parameter) => parameter.trim().toUpperCase())
  if (name === '^JU') {
    return first.startsWith('S') || first === ''
      ? { treatment: 'strip', reason: 'saves settings of the printer' }
      : { treatment: 'block', reason: `^JU${first} resets the printer's settings` }
  }
  if (name === '^ID' && /[*?]/.test(first)) return { treatment: 'block', reason: '^ID deletes by wildcard' }
  if (DOWNLOADS.has(name) && /^[^R]:/.test(first)) {
    return { treatment: 'block', reason: `${name} writes to device ${first.slice(0, 2)}` }
  }
  return ALLOWED
}

/** Set-get-do commands and CPCL, which printers obey between ZPL formats: `! U1 setvar ...`, `! 0 200 200 ...`, `{}{...`. */
const FOREIGN = /!\s*(U\d?|UTILITIES|DF|-?\d+\s+\d+\s+\d+)\s|\{\}\s*\{/i
const FOREIGN_AT_LINE_START = /[\r\n]\s*(!\s*U\d?\s+(setvar|getvar|do)\b)/i

const EXCLAMATION = 0x21
const BRACE = 0x7b

/**
 * Where what a command carries is in another printer language, counted from its first parameter byte; -1 when it is not.
 * Inside of a format only a line that starts with a set-get-do command counts, since `!` may well be printed.
 */
export function foreignCommandAt(command: ZplCommand, isInsideFormat: boolean): number {
  const { parameters } = command
  if (!parameters.includes(EXCLAMATION) && !parameters.includes(BRACE)) return -1
  return zplParameters(command, 1)
    .join('')
    .search(isInsideFormat ? FOREIGN_AT_LINE_START : FOREIGN)
}
