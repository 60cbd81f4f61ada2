import type { StationFacts } from '../../judge/facts.ts'
import type { Line, WorldReport } from '../world.ts'

const HOUR = 3_600_000
const ROW = 18
const LEFT = 190
const WIDTH = 1_600

/** A world as one page that needs nothing else: machines and weather, calls, bookings, print jobs and paper over one time. */
export function pageOf(report: WorldReport): string {
  const { seed, days, stations, hash, violations, lines, facts } = report
  const times = lines.map(({ at }) => at)
  const [from = 0, to = HOUR] = [times[0], times.at(-1)]
  const scale: Scale = (at) => LEFT + ((at - from) / Math.max(1, to - from)) * WIDTH
  const lanes = [
    laneOf('People and weather', marksOf(lines, /^(?:[\w-]+: )?act (.*)/, 'act'), scale),
    laneOf('Machines', marksOf(lines, /^(?:[\w-]+: )?((?:opened|closed|did not open|peace|the ).*)/, 'machine'), scale),
    ...callLanes(lines, scale),
    ...facts.flatMap((station) => [
      heading(facts.length === 1 ? 'Bookings' : `${station.name}: bookings`),
      ...rowsOf(station, 'booking', scale, to),
      heading(facts.length === 1 ? 'Printer' : `${station.name}: printer`),
      laneOf('Labels that came out', paperOf(station), scale),
      ...rowsOf(station, 'print_job', scale, to),
    ]),
    laneOf('Violations', marksOf(lines, /^(?:[\w-]+: )?violation (.*)/, 'violation'), scale),
  ]
  const height = ROW * (lanes.length + 2)
  const drawn = lanes.map((lane, nth) => `<g transform="translate(0 ${ROW * (nth + 1)})">${lane}</g>`).join('\n')
  const told = violations.map(({ rule, what }) => `<li><b>${escape(rule)}</b> ${escape(what)}</li>`).join('')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escape(seed)}</title><style>${STYLE}</style></head><body>
<h1>${escape(seed)}</h1>
<p>${days} days, ${stations} stations, trace ${hash}; ${violations.length} violations. Times are UTC. Point at anything to read it.
<label>Width <input type="range" min="1" max="20" value="1" id="wide"></label></p>
<ul>${told}</ul>
<p class="key">${KEY}</p>
<div class="scroll"><svg id="time" viewBox="0 0 ${LEFT + WIDTH + 20} ${height}" preserveAspectRatio="none" width="${LEFT + WIDTH + 20}" height="${height}">
${hoursOf(from, to, scale, height)}
${drawn}
</svg></div>
<script>
const svg = document.getElementById('time'), width = ${LEFT + WIDTH + 20}
document.getElementById('wide').oninput = (event) => svg.setAttribute('width', width * event.target.value)
</script></body></html>
`
}

/** Where a moment stands, in units of the drawing. */
type Scale = (at: number) => number

interface Mark {
  at: number
  kind: string
  text: string
}

const marksOf = (lines: readonly Line[], pattern: RegExp, kind: string): Mark[] =>
  lines.flatMap(({ at, text }) => {
    const found = pattern.exec(text)?.[1]
    return found === undefined ? [] : [{ at, kind, text: found }]
  })

/** Calls by what they are for, each with its answer. */
function callLanes(lines: readonly Line[], scale: Scale): string[] {
  const families = new Map<string, Mark[]>()
  for (const { at, text } of lines) {
    const [, method = '', path = '', outcome = ''] = /call (\S+) (\S+) -> (.*)/.exec(text) ?? []
    if (path === '') continue
    const family = `${method} ${path
      .replace(/\?.*/, '')
      .replace(/\/[^/]*\d[^/]*/g, '/*')
      .replace('/*/', '/')}`
    const kind = /^2/.test(outcome) && !outcome.includes('(') ? 'good' : /^[45]/.test(outcome) ? 'refused' : 'lost'
    families.set(family, [...(families.get(family) ?? []), { at, kind, text: `${method} ${path} -> ${outcome}` }])
  }
  return [heading('Calls'), ...[...families].sort().map(([family, marks]) => laneOf(family, marks, scale))]
}

const paperOf = ({ printer }: StationFacts): Mark[] =>
  printer.paper.map(({ at, text }) => ({ at, kind: 'paper', text: text.slice(0, 160) }))

/** One row a thing, coloured by the state that it is in. */
function rowsOf({ story, ledger, jobs, name }: StationFacts, kind: string, scale: Scale, end: number): string[] {
  const things = new Map<string, { at: number; to: string }[]>()
  for (const step of story) {
    if (step.kind !== kind) continue
    things.set(step.id, [...(things.get(step.id) ?? []), { at: Date.parse(step.at), to: step.to }])
  }
  return [...things].map(([id, steps]) => {
    const title =
      kind === 'booking'
        ? ledger.bookings.find(({ bookingId }) => bookingId === id)?.reference
        : jobs.find(({ job_id }) => job_id === id)?.title
    const bars = steps.map(({ at, to }, nth) => {
      const x = scale(at)
      // A clock that was set back writes steps out of order.
      const width = Math.max(1.5, scale(steps[nth + 1]?.at ?? end) - x)
      const told = `${title ?? id}: ${to} from ${clock(at)}`
      return `<rect class="${to}" x="${x.toFixed(1)}" y="3" width="${width.toFixed(1)}" height="12"><title>${escape(told)}</title></rect>`
    })
    return labelOf(title ?? id, `${name} ${id}`) + bars.join('')
  })
}

function laneOf(name: string, marks: readonly Mark[], scale: Scale): string {
  const drawn = marks.map(({ at, kind, text }) => {
    const told = escape(`${clock(at)} ${text}`)
    return `<rect class="${kind}" x="${scale(at).toFixed(1)}" y="3" width="1.6" height="12"><title>${told}</title></rect>`
  })
  return labelOf(name, name) + drawn.join('')
}

const labelOf = (text: string, told: string): string =>
  `<text x="4" y="13">${escape(text.length > 30 ? `${text.slice(0, 29)}…` : text)}<title>${escape(told)}</title></text>`
const heading = (text: string): string => `<text class="heading" x="4" y="13">${escape(text)}</text>`

function hoursOf(from: number, to: number, scale: Scale, height: number): string {
  const every = HOUR * Math.max(1, Math.ceil((to - from) / HOUR / 30))
  const hours: string[] = []
  for (let at = Math.ceil(from / every) * every; at <= to; at += every) {
    const x = scale(at).toFixed(1)
    hours.push(
      `<line x1="${x}" x2="${x}" y1="${ROW}" y2="${height}"/><text x="${x}" y="12">${clock(at).slice(6, 11)}</text>`,
    )
  }
  return `<g class="hours">${hours.join('')}</g>`
}

/** 10-19 14:05:03 */
const clock = (at: number): string => new Date(at).toISOString().slice(5, 19).replace('T', ' ')

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// What a label or a name holds beside text is not for XML.
const escape = (text: string): string =>
  text.replace(/[^\t\n\x20-\uFFFD]/g, ' ').replace(/[&<>"]/g, (letter) => ESCAPES[letter] ?? letter)

/** The states of bookings and print jobs, and what marks stand for. */
const COLOURS = {
  QUEUED: '#b9c3d3',
  SENDING: '#4c8bf5',
  UNKNOWN: '#f0a020',
  NEEDS_DECISION: '#b455d6',
  BOOKED: '#2f9e62',
  SENT: '#7cc6d6',
  PRINTED: '#2f9e62',
  FAILED: '#d9534f',
  REJECTED: '#d9534f',
  CANCELLED: '#7d8694',
  act: '#5b6b80',
  machine: '#111827',
  good: '#2f9e62',
  refused: '#f0a020',
  lost: '#d9534f',
  paper: '#111827',
  violation: '#d00000',
} as const
const STATES = Object.entries(COLOURS).filter(([name]) => name === name.toUpperCase())
const KEY = STATES.map(([name, colour]) => `<span><i style="background:${colour}"></i>${name}</span>`).join(' ')
const STYLE = `body{font:13px system-ui,sans-serif;margin:16px;color:#111827;background:#fff}h1{font-size:18px;margin:0}
ul{margin:4px 0}.key span{margin-right:10px}.key i{display:inline-block;width:10px;height:10px;margin-right:3px}
.scroll{overflow:auto;border:1px solid #d5dbe5}svg text{font-size:11px;fill:#111827}.heading{font-weight:700}
.hours line{stroke:#e3e8ef}.hours text{fill:#5b6b80;text-anchor:middle}
${Object.entries(COLOURS)
  .map(([name, colour]) => `rect.${name}{fill:${colour}}`)
  .join('')}`
