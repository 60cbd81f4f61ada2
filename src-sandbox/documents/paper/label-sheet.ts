import type { LabelContent } from '../label-content.ts'
import { panel, type Fact } from '../../../src-node/paper/blocks.ts'
import { EDGE, INNER_WIDTH, type Paper } from '../../../src-node/paper/paper.ts'

/** The place of the label on a letter page, at its own size, clear of an office printer's unprintable margin. */
export const LABEL_ON_SHEET = { x: 36, y: 36 }
const LABEL = { width: 288, height: 432 }

const STEPS = [
  '1.  Print this page at 100 % (actual size). Do not fit it to the page: the barcode must keep its width.',
  '2.  Cut along the dashed line.',
  '3.  Put the label flat on the largest side of the piece, not over an edge or a seam, in a pouch or under clear tape. ' +
    'Keep tape from wrinkling over the barcode.',
  '4.  Cover or remove every older label and barcode.',
  '5.  Every piece carries its own label; check the piece number against the piece.',
  '6.  Hand the bill of lading to the driver.',
]

/** The text around the label on a letter page: a line to cut along, how to use it, and the shipment. */
export function drawLabelSheet(paper: Paper, content: LabelContent, instructions: string): void {
  const { x, y } = LABEL_ON_SHEET
  const right = x + LABEL.width
  const bottom = y + LABEL.height
  paper.line(x, y, right, y, { isDashed: true })
  paper.line(x, bottom, right, bottom, { isDashed: true })
  paper.line(x, y, x, bottom, { isDashed: true })
  paper.line(right, y, right, bottom, { isDashed: true })

  const side = { x: right + 18, width: EDGE.right - right - 18 }
  panel(paper, { ...side, y, height: 236 }, 'HOW TO USE THIS LABEL', STEPS, { size: 10.5, lines: 6 })
  const facts: Fact[] = [
    ['Carrier', `${content.carrier} (${content.scac})`],
    ['Service', content.service],
    ['Pickup', content.pickupDay],
    ['Piece', `${content.piece} of ${content.pieces}`],
    ['Weight of this piece', `${content.weightLb} lb`],
    ['Tracking', content.trackingNumber],
    ['PRO number', content.proNumber],
    ['BOL number', content.bolNumber],
    ['Reference', content.reference || '-'],
  ]
  const top = y + 244
  paper.box(side.x, top, side.width, bottom - top)
  facts.forEach(([label, value], index) => {
    const at = top + 6 + index * 20
    paper.text(side.x + 5, at + 1, label.toUpperCase(), { size: 6.5, width: 78, ink: 'gray' })
    paper.text(side.x + 84, at, value, { size: 9, isBold: true, width: side.width - 89 })
  })
  const half = INNER_WIDTH / 2
  panel(paper, { x: EDGE.left, y: bottom + 16, width: half, height: 92 }, 'SHIP FROM', content.shipFrom)
  panel(paper, { x: EDGE.left + half, y: bottom + 16, width: half, height: 92 }, 'SHIP TO', content.shipTo)
  panel(paper, { x: EDGE.left, y: bottom + 116, width: INNER_WIDTH, height: 52 }, 'CONTENTS', [content.contents])
  panel(
    paper,
    { x: EDGE.left, y: bottom + 176, width: INNER_WIDTH, height: 76 },
    'INSTRUCTIONS FOR THE CARRIER',
    [instructions],
    { lines: 5 },
  )
}
