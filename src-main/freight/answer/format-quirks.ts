/** How a service writes, as one answer shows it. What it does not show is left out. */
export interface FormatQuirks {
  envelope?: 'full' | 'without-meta' | 'bare'
  dates?: 'iso' | 'blank' | 'day' | 'number' | 'other'
  numbers?: 'number' | 'text'
  paging?: 'told' | 'untold'
}

const MOST_LOOKED_AT = 200
const DATE_FIELDS = new Set(['createdAt', 'timestamp', 'estimatedDelivery', 'actualDelivery', 'updatedAt'])
const NUMBER_FIELDS = new Set(['totalCost', 'total', 'weight', 'transitDays'])

/** Reads the format of an answer of any shape. Its meaning is not read. */
export function formatQuirksOf(answer: unknown): FormatQuirks {
  if (typeof answer !== 'object' || answer === null) return {}
  const quirks: FormatQuirks = { envelope: envelopeOf(answer) }
  if ('data' in answer && Array.isArray(answer.data)) quirks.paging = hasPages(answer) ? 'told' : 'untold'
  const body: unknown = 'data' in answer ? answer.data : answer
  walk(body, { left: MOST_LOOKED_AT }, (name, value) => {
    if (DATE_FIELDS.has(name)) quirks.dates ??= dateFormOf(value)
    if (NUMBER_FIELDS.has(name)) quirks.numbers ??= typeof value === 'string' ? 'text' : 'number'
  })
  return quirks
}

function envelopeOf(answer: object): NonNullable<FormatQuirks['envelope']> {
  if (!('success' in answer)) return 'bare'
  return 'meta' in answer ? 'full' : 'without-meta'
}

function hasPages(answer: object): boolean {
  return 'meta' in answer && typeof answer.meta === 'object' && answer.meta !== null && 'pagination' in answer.meta
}

function dateFormOf(value: string | number): NonNullable<FormatQuirks['dates']> {
  if (typeof value === 'number') return 'number'
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return 'iso'
  if (/^\d{4}-\d{2}-\d{2} \d/.test(value)) return 'blank'
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? 'day' : 'other'
}

/** Every text and number with its name, at most this many. */
function walk(value: unknown, budget: { left: number }, see: (name: string, value: string | number) => void): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    budget.left -= 1
    if (budget.left < 0) return
    if ((typeof inner === 'string' && inner !== '') || typeof inner === 'number') see(name, inner)
    else walk(inner, budget, see)
  }
}
