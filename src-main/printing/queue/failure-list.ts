import { EplLabel } from '../../../src-labels/epl/label.ts'
import { labelSizeInDots } from '../../../src-labels/label-size.ts'
import { ZplLabel } from '../../../src-labels/zpl/label.ts'
import { nameOf, notOutOf } from '../../../src-shared/station/printing/print-list.ts'
import type { PrintList } from '../../../src-shared/station/printing/printer-settings.ts'
import { DOTS_PER_MM, type Printer } from '../../../src-shared/station/printing/printing.ts'

/** One line for each item that is not out: its place in the pallet, its name, and why. */
export function linesOf(list: PrintList): string[] {
  return notOutOf(list).map((item) => {
    const { job, problem } = item
    const line = `${item.place}. ${nameOf(item)}:`
    if (problem) return `${line} ${problem.message}`
    if (!job) return `${line} not reached`
    return `${line} ${job.state}${job.error ? `, ${job.error.message}` : ''}`
  })
}

/** Labels that list what of a print list did not come out; as many as the lines need, at least one. */
export function failureList(
  list: PrintList,
  { language, dpi, media }: Pick<Printer, 'language' | 'dpi' | 'media'>,
): { documents: Uint8Array[] } {
  const size = labelSizeInDots(media, dpi)
  const mm = (millimetres: number) => Math.round(millimetres * DOTS_PER_MM[dpi])
  const [margin, line] = [mm(3), mm(3.5)]
  const linesEach = 2
  const perLabel = Math.max(1, Math.floor((size.heightDots - mm(16)) / (line * linesEach)))
  const lines = linesOf(list)
  const pages = Array.from({ length: Math.max(1, Math.ceil(lines.length / perLabel)) }, (_, page) =>
    lines.slice(page * perLabel, (page + 1) * perLabel),
  )
  const documents = pages.map((page, index) => {
    const label = language === 'ZPL' ? new ZplLabel(size) : new EplLabel(size, dpi)
    const maxWidth = size.widthDots - 2 * margin
    const heading = `${list.out} of ${list.items.length} printed, ${lines.length} not`
    label.text(margin, margin, mm(5), heading, { maxWidth })
    label.text(margin, margin + mm(6), mm(3), `List ${list.listId}  page ${index + 1} of ${pages.length}`, {
      maxWidth,
    })
    page.forEach((text, row) => {
      label.text(margin, mm(14) + row * line * linesEach, line, text, { maxWidth, lines: linesEach })
    })
    return label.toBytes()
  })
  return { documents }
}
