import { SeededRandom } from '../random.ts'

/** The field a signature is drawn in, in units of its path. */
export const SIGNATURE_SIZE = { width: 320, height: 120 }

/** A handwritten-looking stroke as an SVG path, the same for the same shipment and recipient. */
export function signaturePath(shipmentId: string, recipient: string): string {
  const random = new SeededRandom(`signature ${shipmentId} ${recipient}`)
  const strokes = Math.min(14, Math.max(5, recipient.length))
  const step = (SIGNATURE_SIZE.width - 60) / strokes
  let path = `M 30 ${point(random.between(50, 80))}`
  for (let index = 1; index <= strokes; index++) {
    const x = 30 + index * step
    const bend = `${point(x - step * random.between(0.3, 1.4))} ${point(random.between(8, 112))}`
    path += ` S ${bend}, ${point(x)} ${point(random.between(45, 85))}`
  }
  return path
}

/** The signature as an SVG image. */
export function signatureSvg(shipmentId: string, recipient: string): string {
  const { width, height } = SIGNATURE_SIZE
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="100%" height="100%" fill="#fff"/>` +
    `<path d="${signaturePath(shipmentId, recipient)}" fill="none" stroke="#123" stroke-width="2.5" stroke-linecap="round"/></svg>\n`
  )
}

function point(value: number): string {
  return value.toFixed(1)
}
