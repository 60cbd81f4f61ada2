import type { Policy, Treatment } from '../zpl/policy.ts'

/** Settings that outlive a label: speed, darkness, options, tear-off and peel-off. */
const STRIPPED = new Set('S D O f JF JB JC C$ oB oE oH oL oM oR oW OEPL1'.split(' '))

const BLOCKED: Readonly<Record<string, string>> = {
  '^': 'is for the printer itself: it resets it, or makes it answer',
  M: 'lays out the memory anew and loses what is stored',
  Y: 'changes the serial port',
  U: 'prints or sends what the printer knows',
  eR: 'changes an option of the printer',
  dump: 'puts the printer into its diagnostic mode',
  xa: 'makes the printer feed until it is switched off',
}

/** Commands that delete what is stored, by name or by wildcard. */
const DELETING = new Set(['GK', 'FK', 'EK'])

/** What to do with an EPL command, and why; the same three treatments as in ZPL. */
export function eplTreatmentOf(
  name: string,
  first = '',
  policy: Policy = {},
): { treatment: Treatment; reason: string } {
  const own = Object.hasOwn(policy, name) ? policy[name] : undefined
  if (own !== undefined) {
    const reason = own === 'allow' ? '' : own === 'strip' ? 'changes a setting of the printer' : 'is not allowed'
    return { treatment: own, reason: own === 'block' ? `${name} ${reason}` : reason }
  }
  // Error reporting switched off and on, as drivers do.
  const isReporting = name === 'U' && /^[NS]?$/.test(first) && first !== ''
  if (STRIPPED.has(name) || isReporting) return { treatment: 'strip', reason: 'changes a setting of the printer' }
  const reason = Object.hasOwn(BLOCKED, name) ? BLOCKED[name] : undefined
  if (reason !== undefined) return { treatment: 'block', reason: `${name} ${reason}` }
  if (DELETING.has(name) && first.includes('*')) return { treatment: 'block', reason: `${name} deletes by wildcard` }
  return { treatment: 'allow', reason: '' }
}

/** Commands of other languages that printers obey between EPL commands. */
export function isForeignLine(line: string): boolean {
  return /^\s*!\s*(U\d?|UTILITIES|DF|-?\d+\s+\d+\s+\d+)(\s|$)/i.test(line) || /^\s*\{\}\s*\{/.test(line)
}
