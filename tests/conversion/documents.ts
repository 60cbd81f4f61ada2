import bwipjs from 'bwip-js/node'
import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib'

export const MEDIA_4X6 = { widthIn: 4, heightIn: 6 }
export const ascii = (text: string) => new TextEncoder().encode(text)

/** A PDF with one page a code: a frame, some text and the code as a Code 128. Sizes are inches. */
export async function labelPdf(codes: string[], widthIn = 4, heightIn = 6): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.HelveticaBold)
  const [width, height] = [widthIn * 72, heightIn * 72]
  for (const code of codes) {
    const page = document.addPage([width, height])
    page.drawRectangle({
      x: 5,
      y: 5,
      width: width - 10,
      height: height - 10,
      borderWidth: 2,
      borderColor: rgb(0, 0, 0),
    })
    page.drawText(`SHIP TO ${code}`, { x: 20, y: height - 40, size: 14, font })
    const barcode = await bwipjs.toBuffer({ bcid: 'code128', text: code, scale: 6, height: 15 })
    page.drawImage(await document.embedPng(barcode), { x: 30, y: 30, width: width - 60, height: 60 })
  }
  return document.save()
}
