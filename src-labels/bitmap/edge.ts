import { isBlack, type Bitmap } from './bitmap.ts'
import type { Size } from './fit.ts'
import type { GrayPicture } from './png.ts'

/** Of what lies outside of the media: paper, and what would have been printed. */
const OUTSIDE = { white: 0xc8, black: 0x70 }
/** The edge: its width, and the length of its dashes. Dots. */
const [LINE, DASH] = [2, 8]

/** A drawing that is larger than its media, with the media's edge as a dashed line; what is outside is on gray. */
export function pictureWithEdge(drawing: Bitmap, media: Size): GrayPicture {
  const { width, height } = drawing
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [right, below] = [x - media.width, y - media.height]
      const isInside = right < 0 && below < 0
      const isEdge = !isInside && right < LINE && below < LINE
      const along = right < 0 ? x : y
      const tone = isInside ? { white: 0xff, black: 0 } : OUTSIDE
      const gray = isBlack(drawing, x, y) ? tone.black : tone.white
      data[y * width + x] = isEdge ? (along % (2 * DASH) < DASH ? 0 : 0xff) : gray
    }
  }
  return { width, height, bitDepth: 8, data }
}
