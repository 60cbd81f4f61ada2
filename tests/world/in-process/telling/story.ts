import type { Line } from '../world.ts'

const MOST_LINES = 40
/** What a reader skips: the page asks again and again, and nothing comes of it. */
const NOISE =
  /^(event (station|tracking)\.changed|call GET \S+\/tracking\/events|command (bookings\.list|jobs\.list|station\.))/

/**
 * What happened, in plain lines: those about the references in question, what befell machines and network, and the
 * violations; the last ones when there are too many.
 */
export function storyOf(lines: readonly Line[], references: readonly string[]): string[] {
  const isAbout = ({ text }: Line) =>
    /^(act|opened|closed|peace|violation|the )/.test(text) ||
    references.some((reference) => text.includes(reference)) ||
    /^(call POST|command (bookings|pack|batches|jobs)\.)/.test(text)
  const reported = lines.filter((line) => !NOISE.test(line.text) && isAbout(line))
  const kept =
    reported.length > MOST_LINES ? [...reported.slice(0, 5), null, ...reported.slice(5 - MOST_LINES)] : reported
  return kept.map((line) =>
    line === null ? '...' : `${new Date(line.at).toISOString().slice(5, 19).replace('T', ' ')} ${line.text}`,
  )
}
