import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import { encodePng } from '../../src-labels/bitmap/png.ts'
import { createConversion } from '../../src-main/labels/conversion/conversion.ts'
import { createOfficePrint } from '../../src-main/documents/office-print.ts'
import { hasCups, startCups } from '../support/cups-server.ts'
import { openTemporaryPrinting } from '../support/temporary-printing.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'

describe.runIf(hasCups)('an office printer of the operating system', () => {
  it('gets a PDF as it is, and a picture as a PDF', async () => {
    const [cups, paper, conversion] = [await startCups(), await virtualZebra(), createConversion()]
    await cups.addQueue('office', `socket://127.0.0.1:${paper.port}`)
    const bench = await openTemporaryPrinting(async () => [], { spooler: () => cups.server })
    const { printerId } = await bench.printing.printers.save({
      name: 'Office',
      language: 'ZPL',
      dpi: 203,
      media: { widthIn: 8.5, heightIn: 11 },
      connection: { kind: 'queue', name: 'office' },
    })
    await bench.printing.rules.setRoute({ document: 'office', printerId, copies: 1, fallbackPrinterId: null })
    const print = createOfficePrint({ conversion, printing: bench.printing })
    const about = { document: 'office', shipmentId: null } as const

    const pdf = await PDFDocument.create()
    pdf.addPage([612, 792])
    pdf.addPage([612, 792])
    const bytes = await pdf.save()
    const { jobId } = await print({ ...about, bytes, title: 'Two pages' })
    await bench.until(jobId, 'SENT')
    await expect.poll(() => paper.received().equals(bytes), { timeout: 10_000 }).toBe(true)

    const png = encodePng({ width: 8, height: 8, bytesPerRow: 1, data: new Uint8Array(8) })
    const picture = await print({ ...about, bytes: png, title: 'A picture' })
    await bench.until(picture.jobId, 'SENT')
    await expect
      .poll(
        () =>
          paper
            .received()
            .subarray(bytes.length, bytes.length + 5)
            .toString(),
        { timeout: 10_000 },
      )
      .toBe('%PDF-')
    await expect(print({ ...about, bytes: Buffer.from('GIF89a'), title: 'A film' })).rejects.toMatchObject({
      code: 'DOCUMENT_UNKNOWN',
    })
    await bench.close()
    await conversion.close()
    await cups.close()
  })
})
