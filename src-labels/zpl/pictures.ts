import { bitmapFromPacked, blankBitmap, type Bitmap } from '../bitmap/bitmap.ts'
import { drawBitmap } from '../bitmap/transform.ts'
import type { LabelSize } from '../label-size.ts'
import { zplCommand } from './command-table.ts'
import { zplCommands, zplParameters, type ZplCommand } from './commands.ts'
import { decodeZplPicture, zplPicture } from './picture.ts'

/**
 * Draws labels that consist of pictures alone (`^FO`, `^GF`), dot for dot, one bitmap a label: what a converted
 * document looks like. Null as soon as there is anything else, which takes a full renderer.
 */
export function pictureLabels(bytes: Uint8Array, size: LabelSize): Bitmap[] | null {
  const labels: Bitmap[] = []
  let label: Bitmap | null = null
  let origin = { x: 0, y: 0 }
  let hasPicture = false
  for (const command of zplCommands(bytes)) {
    const row = zplCommand((command.kind === 'format' ? '^' : '~') + command.name)
    // What it stores may be drawn later, or not at all.
    const isNeutral = row?.paper === 'nothing' && row.class !== 'storage'
    if (command.kind === 'control' && !isNeutral) return null
    if (command.kind === 'text') {
      if (zplParameters(command, 1).join('').trim() !== '') return null
      continue
    }
    switch (command.name) {
      case 'XA':
        if (label) return null
        label = blankBitmap(size.widthDots, size.heightDots)
        origin = { x: 0, y: 0 }
        hasPicture = false
        break
      case 'XZ':
        if (label && hasPicture) labels.push(label)
        label = null
        break
      case 'LH':
        if (!zplParameters(command, 2).every((value) => Number(value) === 0)) return null
        break
      case 'FO': {
        const [x, y, justified] = zplParameters(command, 3).map(Number)
        if (!Number.isInteger(x) || !Number.isInteger(y) || (justified ?? 0) !== 0) return null
        origin = { x: x ?? 0, y: y ?? 0 }
        break
      }
      case 'GF': {
        const picture = drawn(command)
        if (!label || !picture) return null
        drawBitmap(label, picture, origin.x, origin.y)
        hasPicture = true
        break
      }
      default:
        if (!isNeutral) return null
    }
  }
  return labels.length > 0 ? labels : null
}

function drawn(command: ZplCommand): Bitmap | null {
  const picture = zplPicture(command)
  const rows = picture ? picture.total / picture.bytesPerRow : 0
  if (!picture || !Number.isInteger(rows)) return null
  try {
    return bitmapFromPacked(picture.bytesPerRow * 8, rows, decodeZplPicture(picture))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
