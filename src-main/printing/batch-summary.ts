import { EplLabel } from '../../src-labels/epl/label.ts'
import { labelSizeInDots } from '../../src-labels/label-size.ts'
import { ZplLabel } from '../../src-labels/zpl/label.ts'
import type { PrintBatch } from '../../src-shared/station/printer-care.ts'
import { DOTS_PER_MM, type Printer } from '../../src-shared/station/printing.ts'

/** One line for each item that is not out: its place in the pallet, its code, and why. */
export function failuresOf({ items }: PrintBatch): string[] {
  return items.flatMap(({ code, job, problem }, index) => {
    const place = `${index + 1}. ${code}`
    if (problem) return [`${place}: ${problem.message}`]
    if (!job) return [`${place}: not reached`]
    if (job.state === 'SENT' || job.state === 'PRINTED') return []
    return [`${place}: ${job.state}${job.error ? `, ${job.error.message}` : ''}`]
  })
}

/** Labels that list what of a batch did not come out; as many as the lines need, at least one. */
export function batchSummary(
  batch: PrintBatch,
  { language, dpi, media }: Pick<Printer, 'language' | 'dpi' | 'media'>,
): { documents: Uint8Array[] } {
  const size = labelSizeInDots(media, dpi)
  const mm = (millimetres: number) => Math.round(millimetres * DOTS_PER_MM[dpi])
  const [margin, line] = [mm(3), mm(3.5)]
  const linesEach = 2
  const perLabel = Math.max(1, Math.floor((size.heightDots - mm(16)) / (line * linesEach)))
  const lines = failuresOf(batch)
  const pages = Array.from({ length: Math.max(1, Math.ceil(lines.length / perLabel)) }, (_, page) =>
    lines.slice(page * perLabel, (page + 1) * perLabel),
  )
  const documents = pages.map((page, index) => {
    const label = language === 'ZPL' ? new ZplLabel(size) : new EplLabel(size, dpi)
    const maxWidth = size.widthDots - 2 * margin
    const heading = `${batch.out} of ${batch.items.length} printed, ${lines.length} not`
    label.text(margin, margin, mm(5), heading, { maxWidth })
    label.text(margin, margin + mm(6), mm(3), `Batch ${batch.batchId}  page ${index + 1} of ${pages.length}`, {
      maxWidth,
    })
    page.forEach((text, row) => {
      label.text(margin, mm(14) + row * line * linesEach, line, text, { maxWidth, lines: linesEach })
    })
    return label.toBytes()
  })
  return { documents }
}
