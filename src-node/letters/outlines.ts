import type { Corner } from '../../src-labels/bitmap/fill-path.ts'

/** Straight pieces that a curve becomes: enough for a letter of a hundred dots. */
const PIECES = 8

/** A letter's outline as its font draws it: moves, lines and curves in the font's units, y upwards. */
export interface PathStep {
  type: string
  values: number[]
}

/**
 * Closed outlines of straight lines.
 * @param place where a point of the font's units lies, in dots.
 */
export function outlinesOf(steps: readonly PathStep[], place: (x: number, y: number) => Corner): Corner[][] {
  const outlines: Corner[][] = []
  let at = place(0, 0)
  for (const { type, values } of steps) {
    const points = Array.from({ length: values.length / 2 }, (_, index) =>
      place(values[2 * index] ?? 0, values[2 * index + 1] ?? 0),
    )
    const end = points.at(-1)
    // What closes an outline has no points: its last line is implied.
    if (!end) continue
    if (type === 'M') outlines.push([end])
    else if (type === 'L') outlines.at(-1)?.push(end)
    else {
      const all = [at, ...points]
      for (let piece = 1; piece <= PIECES; piece += 1) outlines.at(-1)?.push(onCurve(all, piece / PIECES))
    }
    at = end
  }
  return outlines
}

/** A point of a Bézier curve of any degree (de Casteljau). */
function onCurve(points: readonly Corner[], share: number): Corner {
  const [first] = points
  if (points.length === 1 && first) return first
  const between = points.slice(1).map((to, index) => {
    const from = points[index] ?? to
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
  })
  return onCurve(between, share)
}
