/**
 * What a command of a label that came from elsewhere may do to the printer.
 * allow: it lays out the label. strip: it changes a setting that outlives the label; the label prints the same without.
 * block: it can lose other people's labels, stop the printer, change its network or make it answer; no label needs it.
 */
export type Treatment = 'allow' | 'strip' | 'block'

/** Treatments that differ from the usual, by command (`^MM`, `~SD`; EPL: `S`, `OD`). */
export type Policy = Readonly<Record<string, Treatment>>

const list = (names: string) => names.split(' ')

/** Settings that genuine carrier labels carry, and others of their kind. Layout (^PO ^LH ^FW ^CI ^JM ...) is not among them. */
const STRIPPED = new Set(
  list(
    '^MM ^MN ^MT ^MD ^MF ^ML ^MC ^MW ^PR ^LT ^CV ^CO ^CP ^SZ ^SS ^JS ^JT ^JW ^JZ ^KD ^KL ^KN ^SL ^SO ^ST ^ZZ ^JH ' +
      '~SD ~TA ~JS ~EG ^EG ^EF ~JL ~JC ~JG',
  ),
)

const BLOCKED = new Map<string, string>([
  ...reasons('resets or stops the printer', '~JR ~JB ^JB ~JF ~KB ^JI ~JI ~JQ ~RO ^JJ ^SC ^CM ~PP ^PP ~JD ~JO ^PA ~PM'),
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
/** Commands whose treatment depends on their first parameter. */
const BY_PARAMETER = new Set(['^JU', '^ID', ...DOWNLOADS])

const ALLOWED = { treatment: 'allow', reason: '' } as const
const CHANGES_SETTING = 'changes a setting of the printer'

/** Whether a command's name says all about its treatment. */
export function isDecidedByName(name: string, policy: Policy = {}): boolean {
  return name in policy || !BY_PARAMETER.has(name)
}

/**
 * What to do with a command, and why.
 * @param name with its prefix: `^MM`.
 * @param first its first parameter; only the commands that `isDecidedByName` denies look at it.
 */
export function treatmentOf(name: string, first = '', policy: Policy = {}): { treatment: Treatment; reason: string } {
  const own = Object.hasOwn(policy, name) ? policy[name] : undefined
  if (own !== undefined) {
    const reason = own === 'allow' ? '' : own === 'strip' ? CHANGES_SETTING : `${name} is not allowed on this printer`
    return { treatment: own, reason }
  }
  if (STRIPPED.has(name)) return { treatment: 'strip', reason: CHANGES_SETTING }
  const reason = BLOCKED.get(name)
  if (reason !== undefined) return { treatment: 'block', reason: `${name} ${reason}` }
  if (!BY_PARAMETER.has(name)) return ALLOWED
  const parameter = first.trim().toUpperCase()
  if (name === '^JU') {
    return parameter.startsWith('S') || parameter === ''
      ? { treatment: 'strip', reason: 'saves settings of the printer' }
      : { treatment: 'block', reason: `^JU${parameter} resets the printer's settings` }
  }
  if (name === '^ID' && /[*?]/.test(parameter)) return { treatment: 'block', reason: '^ID deletes by wildcard' }
  if (DOWNLOADS.has(name) && /^[^R]:/.test(parameter)) {
    return { treatment: 'block', reason: `${name} writes to device ${parameter.slice(0, 2)}` }
  }
  return ALLOWED
}
