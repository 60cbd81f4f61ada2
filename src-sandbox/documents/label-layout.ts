import { code128Modules } from '../../src-labels/code128.ts'
import type { LabelContent } from './label-content.ts'

/** The drawing target of a label: the composers of src-labels and the PDF page alike. Units are dots of 1/203 in. */
export interface LabelCanvas {
  text(
    x: number,
    y: number,
    height: number,
    text: string,
    options?: { maxWidth?: number; lines?: number; align?: 'left' | 'center' | 'right'; inverse?: boolean },
  ): unknown
  code128(
    x: number,
    y: number,
    text: string,
    options?: { height?: number; moduleWidth?: number; showText?: boolean },
  ): unknown
  line(x: number, y: number, width: number, height: number): unknown
}

/** A 4x6 in label at 8 dots a millimetre. */
export const LABEL_DOTS = { widthDots: 812, heightDots: 1218 }

const MARGIN = 36
const INNER = LABEL_DOTS.widthDots - 2 * MARGIN
const RULE = 4
const QUIET_MODULES = 10

/** Draws one label. Every text has a box of its own that it cannot leave. */
export function drawLabel(canvas: LabelCanvas, content: LabelContent): void {
  const right = 520
  const rightWidth = MARGIN + INNER - right

  canvas.text(MARGIN, 34, 22, 'SHIP FROM', { maxWidth: 200 })
  content.shipFrom.forEach((line, index) => {
    canvas.text(MARGIN, 62 + index * 30, 28, line, { maxWidth: right - MARGIN - 20 })
  })
  const facts = [
    `DATE ${content.pickupDay}`,
    `WEIGHT ${content.weightLb} LB`,
    `PIECE ${content.piece} OF ${content.pieces}`,
    ...(content.isHazmat ? ['HAZMAT'] : []),
  ]
  facts.forEach((fact, index) => {
    canvas.text(right, 62 + index * 38, 30, fact, { maxWidth: rightWidth, align: 'right' })
  })
  canvas.line(MARGIN, 226, INNER, RULE)

  canvas.text(MARGIN, 242, 22, 'SHIP TO', { maxWidth: 200 })
  content.shipTo.forEach((line, index) => {
    canvas.text(MARGIN + 40, 270 + index * 48, 44, line, { maxWidth: INNER - 40 })
  })
  canvas.line(MARGIN, 526, INNER, RULE)

  canvas.text(MARGIN, 544, 50, content.carrier.toUpperCase(), { maxWidth: INNER })
  canvas.text(MARGIN, 600, 36, `${content.service}  ${content.scac}`, { maxWidth: 440 })
  canvas.text(480, 588, 60, content.routingCode, { maxWidth: MARGIN + INNER - 480, align: 'right' })
  canvas.line(MARGIN, 662, INNER, RULE)

  canvas.text(MARGIN, 678, 22, 'TRACKING', { maxWidth: 200 })
  if (content.isVoid) {
    canvas.text(MARGIN, 730, 160, 'VOID', { maxWidth: INNER, align: 'center' })
  } else {
    drawCentered(canvas, 708, content.trackingNumber, { height: content.pieceCode === null ? 210 : 130, mostModule: 4 })
    if (content.pieceCode !== null) {
      drawCentered(canvas, 866, content.pieceCode, { height: 60, mostModule: 3 })
    }
  }
  canvas.text(MARGIN, 932, 44, content.trackingNumber, { maxWidth: INNER, align: 'center' })
  canvas.line(MARGIN, 990, INNER, RULE)

  canvas.text(MARGIN, 1006, 36, `PRO ${content.proNumber}`, { maxWidth: INNER })
  canvas.text(MARGIN, 1050, 30, `BOL ${content.bolNumber}`, { maxWidth: INNER })
  if (content.reference) canvas.text(MARGIN, 1090, 30, `REF ${content.reference}`, { maxWidth: INNER })
  canvas.text(MARGIN, 1130, 28, content.contents, { maxWidth: INNER, lines: 2 })
}

/** A barcode in the middle of the label, its bars as wide as there is room for. */
function drawCentered(
  canvas: LabelCanvas,
  y: number,
  text: string,
  { height, mostModule }: { height: number; mostModule: number },
): void {
  const modules = code128Modules(text)
  const most = Math.floor(LABEL_DOTS.widthDots / (modules + 2 * QUIET_MODULES))
  const moduleWidth = Math.max(1, Math.min(mostModule, most))
  const x = Math.round((LABEL_DOTS.widthDots - modules * moduleWidth) / 2)
  canvas.code128(x, y, text, { height, moduleWidth, showText: false })
}

/** A canvas of finer dots that is drawn on in dots of 1/203 in; bars keep whole dots, and so may be a little narrower. */
export function scaled(canvas: LabelCanvas, scale: number): LabelCanvas {
  if (scale === 1) return canvas
  const to = (dots: number) => Math.round(dots * scale)
  return {
    text: (x, y, height, text, { maxWidth, ...options } = {}) =>
      canvas.text(to(x), to(y), to(height), text, {
        ...options,
        ...(maxWidth === undefined ? {} : { maxWidth: to(maxWidth) }),
      }),
    code128: (x, y, text, { height = 100, moduleWidth = 2, ...options } = {}) =>
      canvas.code128(to(x), to(y), text, {
        ...options,
        height: to(height),
        moduleWidth: Math.floor(moduleWidth * scale),
      }),
    line: (x, y, width, height) => canvas.line(to(x), to(y), to(width), to(height)),
  }
}
