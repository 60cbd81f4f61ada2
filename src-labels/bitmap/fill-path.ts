import { setBlack, type Bitmap } from './bitmap.ts'

/** A corner of an outline, in dots from the top left; may lie between two dots. */
export interface Corner {
  x: number
  y: number
}

/** Makes black what closed outlines go around in sum (the non-zero rule of fonts): a dot belongs to it by its center. */
export function fillOutlines(bitmap: Bitmap, outlines: readonly (readonly Corner[])[]): void {
  const rows = new Map<number, { x: number; turn: number }[]>()
  for (const outline of outlines) {
    for (const [index, from] of outline.entries()) {
      const to = outline[(index + 1) % outline.length]
      if (to) addEdge(rows, from, to, bitmap.height)
    }
  }
  for (const [y, crossings] of rows) {
    crossings.sort((a, b) => a.x - b.x)
    let turns = 0
    for (const [index, { x, turn }] of crossings.entries()) {
      turns += turn
      const end = crossings[index + 1]?.x
      if (turns === 0 || end === undefined) continue
      for (let dot = Math.max(0, Math.ceil(x - 0.5)); dot + 0.5 < end && dot < bitmap.width; dot += 1) {
        setBlack(bitmap, dot, y)
      }
    }
  }
}

/** Where an edge crosses the middle of each row of dots. */
function addEdge(rows: Map<number, { x: number; turn: number }[]>, from: Corner, to: Corner, height: number): void {
  const [top, bottom] = from.y < to.y ? [from, to] : [to, from]
  const last = Math.min(height - 1, Math.ceil(bottom.y - 0.5) - 1)
  for (let y = Math.max(0, Math.ceil(top.y - 0.5)); y <= last; y += 1) {
    const x = top.x + ((y + 0.5 - top.y) / (bottom.y - top.y)) * (bottom.x - top.x)
    const crossings = rows.get(y) ?? []
    crossings.push({ x, turn: from.y < to.y ? 1 : -1 })
    rows.set(y, crossings)
  }
}
