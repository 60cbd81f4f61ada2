import { SeededRandom } from '../random.ts'

const WIDTH = 320
const HEIGHT = 120

/** A handwritten-looking signature as an SVG image: a stroke that is the same for the same shipment and recipient. */
export function signatureSvg(shipmentId: string, recipient: string): string {
  const random = new SeededRandom(`signature ${shipmentId} ${recipient}`)
  const strokes = Math.min(14, Math.max(5, recipient.length))
  const step = (WIDTH - 60) / strokes
  let path = `M 30 ${point(random.between(50, 80))}`
  for (let index = 1; index <= strokes; index++) {
    const x = 30 + index * step
    const bend = `${point(x - step * random.between(0.3, 1.4))} ${point(random.between(8, 112))}`
    path += ` S ${bend}, ${point(x)} ${point(random.between(45, 85))}`
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<rect width="100%" height="100%" fill="#fff"/>` +
    `<path d="${path}" fill="none" stroke="#123" stroke-width="2.5" stroke-linecap="round"/></svg>\n`
  )
}

function point(value: number): string {
  return value.toFixed(1)
}
