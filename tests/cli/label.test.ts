import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { inspectLabel } from '../../src-labels/inspect.ts'
import { testLabel, TEST_LABEL_CODE } from '../../src-labels/test-label.ts'
import { runCli } from '../../src-main/cli/cli.ts'
import { writeWhole } from '../../src-main/cli/files.ts'
import { readBarcodes } from '../../src-main/labels/conversion/barcodes.ts'
import { pdfPages } from '../../src-main/labels/conversion/pdf.ts'
import { decodePng } from '../../src-main/labels/conversion/png-decode.ts'
import { PDFDocument } from '@cantoo/pdf-lib'
import { blankBitmap } from '../../src-labels/bitmap/bitmap.ts'
import { encodePng } from '../../src-labels/bitmap/png.ts'
import { projectRoot } from '../../scripts/project.ts'
import { runningClock } from '../support/running-clock.ts'
import { labelPdf, MEDIA_4X6 } from '../conversion/documents.ts'

let folder = ''
let out = ''
let err = ''
beforeEach(() => {
  // Not the temporary folder, which may lie under /dev: nothing is written there.
  const cache = join(projectRoot, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'waybill-label-'))
  out = ''
  err = ''
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const label =
  (action: string) =>
  (...args: readonly string[]) =>
    runCli(['label', action, ...args], {
      out: (line) => (out += `${line}\n`),
      say: (line) => (err += `${line}\n`),
      readFile: async (path) => new Uint8Array(readFileSync(path)),
      writeFile: writeWhole,
      readInput: async () => new Uint8Array(),
      env: {},
      clock: runningClock(),
      signal: new AbortController().signal,
    })
const [inspect, convert, preview] = [label('inspect'), label('convert'), label('preview')]
const path = (name: string) => join(folder, name)
const put = (name: string, bytes: Uint8Array | string) => {
  writeFileSync(path(name), bytes)
  return path(name)
}
const dock = (language: 'ZPL' | 'EPL', dpi: 203 | 300 | 600 = 203) =>
  testLabel({ language, dpi, media: MEDIA_4X6, printerName: 'Dock 4' })

test('inspecting a whole label says so in one JSON line and ends with 0', async () => {
  for (const language of ['ZPL', 'EPL'] as const) {
    out = ''
    expect(await inspect(put('label', dock(language)), '--json')).toBe(0)
    expect(out).toBe(
      `{"result":"whole","format":"${language}","language":"${language}","labels":1,"copies":1,"at":null,"reason":null,"notes":[],"stripped":[]}\n`,
    )
  }
  expect(err).toBe('')
})

test('inspecting any other label ends with 1 and says where and why', async () => {
  const zpl = dock('ZPL')
  expect(await inspect(put('cut', zpl.subarray(0, zpl.length - 1)), '--json')).toBe(1)
  expect(JSON.parse(out)).toMatchObject({ result: 'truncated', language: 'ZPL', labels: 0, at: expect.any(Number) })
  out = ''
  expect(await inspect(put('bad', '^XA^FO1,1^FDx^FS^JUF^XZ'))).toBe(1)
  expect(out).toContain('must not be printed: ZPL, prints 0 labels.')
  expect(out).toContain('At byte 16: ^JUF resets printer settings.')
  expect(out).toContain('>5e 4a 55 46 5e 58 5a')
  out = ''
  expect(await inspect(put('text', 'hello\n'), '--json')).toBe(1)
  expect(JSON.parse(out)).toMatchObject({ result: 'refused', format: null, language: null })
})

test('a PDF or PNG gets the verdict that printing it would get', async () => {
  const pdf = await labelPdf(['WB123456789', 'WB987654321'])
  expect(await inspect(put('two.pdf', pdf), '--json')).toBe(0)
  expect(JSON.parse(out)).toEqual({
    result: 'whole',
    format: 'PDF',
    language: null,
    labels: 2,
    copies: 2,
    at: null,
    reason: null,
    notes: [],
    stripped: [],
  })
  out = ''
  expect(await inspect(path('two.pdf'), '--copies', '3')).toBe(1)
  expect(out).toContain('2 labels print, not 3.')
  out = ''
  const page = (await pdfPages(pdf, { width: 812, height: 1218 }, 203).next()).value
  if (!page) throw new Error('the PDF has no page')
  expect(await inspect(put('label.png', encodePng(page, 203)))).toBe(0)
  expect(out).toBe(`${path('label.png')} is whole: PNG, prints 1 label.\n`)
  expect(err).toBe('')
})

test('a PDF that printing would refuse or ask about is not fit, and the verdict says why', async () => {
  const pdf = await labelPdf(['WB123456789'])
  const refused = async (name: string, bytes: Uint8Array | string, ...options: string[]) => {
    out = ''
    expect(await inspect(put(name, bytes), '--json', ...options)).toBe(1)
    return z.object({ result: z.literal('refused'), labels: z.literal(0), reason: z.string() }).parse(JSON.parse(out))
      .reason
  }
  expect(await refused('cut.pdf', pdf.subarray(0, 300))).toContain('cut.pdf')
  expect(await refused('office.docx', 'PK\u0003\u0004 a letter with ^XA in it')).toBe(
    'office.docx is not a ZPL, EPL, PDF, or PNG file.',
  )
  expect(await refused('small.pdf', pdf, '--media', '1x1')).toMatch(/barcode/)
})

test('media, resolution, copies and language can be told', async () => {
  const label = put('label', '^XA^FO900,10^FDx^FS^PQ3^XZ')
  const result = async (...options: string[]) => {
    out = ''
    const exit = await inspect(label, '--json', ...options)
    const { result, notes } = z.object({ result: z.string(), notes: z.array(z.string()) }).parse(JSON.parse(out))
    return [exit, result, ...notes]
  }
  expect(await result()).toEqual([0, 'whole'])
  expect(await result('--copies', '2')).toEqual([1, 'refused'])
  expect(await result('--copies', '3')).toEqual([0, 'whole'])
  const note = 'field starts at 900, 10; the media is 812 × 1218 dots'
  expect(await result('--copies', '3', '--media', '4x6')).toEqual([0, 'whole', note])
  expect(await result('--copies', '3', '--media', '4x6', '--dpi', '300')).toEqual([0, 'whole'])
  expect(await result('--language', 'epl')).toEqual([1, 'truncated'])
})

test('inspecting says which labels or pages would come out blank', async () => {
  const blankPdf = await PDFDocument.create()
  blankPdf.addPage([288, 432])
  blankPdf.addPage([288, 432]).drawRectangle({ x: 10, y: 10, width: 50, height: 50 })
  blankPdf.addPage([288, 432])
  for (const [bytes, labels, pages] of [
    [await blankPdf.save(), 3, '1, 3'],
    [encodePng(blankBitmap(812, 1218)), 1, '1'],
    ['^XA^FO1,1^A0N,20^FDx^FS^XZ^XA^FO1,1^FD^FS^XZ', 2, '2'],
    ['\nN\nP1\n', 1, '1'],
  ] as const) {
    const file = put('blank', bytes)
    out = ''
    expect(await inspect(file, '--json')).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      result: 'whole',
      labels,
      notes: [`blank, nothing to print: page ${pages}`],
    })
    out = ''
    expect(await inspect(file)).toBe(0)
    expect(out).toContain(`Note: blank, nothing to print: page ${pages}.`)
  }
  out = ''
  expect(await inspect(put('label', await labelPdf(['PAGE-1'])))).toBe(0)
  expect(out).toBe(`${path('label')} is whole: PDF, prints 1 label.\n`)
})

test('inspecting says how many labels come out, what is left out, and what is odd', async () => {
  const file = put('three', '^XA^FO1,1^FDx^FS^PQ2^MMT^ZQ1^XZ'.repeat(3) + '^XA^FO1,1^GFA,1,1,1,FFFF^FS^PQ2^XZ')
  expect(await inspect(file, '--json')).toBe(0)
  const notes = [
    'a graphic has more than its 1 bytes; printers ignore the rest',
    'unknown commands left out: ^ZQ',
    '3 printer-setup commands left out: ^MM',
  ]
  expect(JSON.parse(out)).toEqual({
    result: 'whole',
    format: 'ZPL',
    language: 'ZPL',
    labels: 4,
    copies: 8,
    at: null,
    reason: null,
    notes,
    stripped: ['^MM', '^ZQ'],
  })
  out = ''
  await inspect(file)
  expect(out).toContain('is whole: ZPL, prints 4 labels x 2.\n')
  for (const note of notes) expect(out).toContain(`Note: ${note}.\n`)
})

test('a wrong command line or file ends with 2 and says what would be right', async () => {
  const label = put('label', dock('ZPL'))
  for (const [args, code, message] of [
    [[path('gone')], 'FILE_NOT_FOUND', 'gone does not exist'],
    [[folder], 'FILE_UNREADABLE', 'is a folder'],
    [[put('empty', '')], 'FILE_EMPTY', 'empty is empty'],
    [[], 'USAGE', 'FILE is missing'],
    [[label, label], 'USAGE', 'one argument too many'],
    [[label, '--language', 'pcl'], 'USAGE', '--language: must be one of ZPL, EPL'],
    [[label, '--dpi', '200'], 'USAGE', '--dpi: must be one of 203, 300, 600'],
    [[label, '--dpi', 'x'], 'USAGE', '--dpi'],
    [[label, '--media', 'A6'], 'USAGE', '--media: must be width x height in inches, such as 4x6'],
    [[label, '--media', '99x6'], 'USAGE', 'media width must be at most 8.5 in'],
    [[label, '--copies', '0'], 'USAGE', '--copies: must be at least 1'],
    [[label, '--colour'], 'USAGE', '--colour'],
  ] as const) {
    out = ''
    expect(await inspect(...args, '--json')).toBe(2)
    expect(out.endsWith('}\n') && !out.trim().includes('\n')).toBe(true)
    expect(JSON.parse(out)).toMatchObject({ error: { code, message: expect.stringContaining(message) } })
    expect(await inspect(...args)).toBe(2)
    expect(err).toContain(message)
  }
})

test.each(['zpl', 'epl', 'png', 'pdf'] as const)('a PDF becomes %s, and its barcode still reads', async (to) => {
  const from = put('label.bin', await labelPdf(['1Z999AA10123456784']))
  expect(await convert(from, path('out'), '--to', to)).toBe(0)
  const picture = put('seen.png', '')
  expect(await preview(path('out'), picture)).toBe(0)
  expect(await readBarcodes(readFileSync(picture))).toEqual(['1Z999AA10123456784'])
  if (to === 'zpl' || to === 'epl') {
    expect(inspectLabel(readFileSync(path('out')))).toMatchObject({ result: 'whole', labels: 1 })
  }
})

test('a printer label becomes a picture and a page for an office printer, dot for dot', async () => {
  for (const [language, dpi] of [
    ['EPL', 203],
    ['ZPL', 300],
  ] as const) {
    const label = put('label', dock(language, dpi))
    expect(await convert(label, path('a.png'), '--to', 'png', '--dpi', String(dpi))).toBe(0)
    expect(await convert(label, path('a.pdf'), '--to', 'pdf', '--dpi', String(dpi))).toBe(0)
    const picture = decodePng(readFileSync(path('a.png')))
    expect(await readBarcodes(readFileSync(path('a.png')))).toEqual([TEST_LABEL_CODE])
    const { value: page } = await pdfPages(readFileSync(path('a.pdf')), picture, picture.width / 4).next()
    if (!page) throw new Error('the PDF is empty')
    expect(await readBarcodes(encodePng(page))).toEqual([TEST_LABEL_CODE])
    const differing = page.data.filter((byte, at) => byte !== picture.data[at]).length
    expect(differing / page.data.length).toBeLessThan(0.01)
  }
})

test('several pages are several files as png, and one file otherwise', async () => {
  const from = put('pages.pdf', await labelPdf(['ONE', 'TWO', 'THREE']))
  expect(await convert(from, path('out.png'), '--to', 'png', '--json')).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ from: 'PDF', to: 'PNG', labels: 3 })
  expect(readdirSync(folder).sort()).toEqual(['out-1.png', 'out-2.png', 'out-3.png', 'pages.pdf'])
  expect(await readBarcodes(readFileSync(path('out-2.png')))).toEqual(['TWO'])
  expect(await convert(from, path('out.zpl'), '--to', 'zpl', '--encoding', 'acs')).toBe(0)
  expect(inspectLabel(readFileSync(path('out.zpl')))).toMatchObject({ result: 'whole', labels: 3 })
  expect(readFileSync(path('out.zpl'), 'latin1')).not.toContain(':Z64:')
  out = ''
  expect(await preview(path('out.zpl'), path('third.png'), '--label', '3')).toBe(0)
  expect(out).toContain('label 3 of 3, 812 x 1218 dots')
  expect(await readBarcodes(readFileSync(path('third.png')))).toEqual(['THREE'])
  expect(await preview(path('out.zpl'), path('fourth.png'), '--label', '4')).toBe(1)
  expect(err).toContain('has no label 4; it has 3')
})

test('a label that is not whole is never converted, and nothing is written', async () => {
  const zpl = dock('ZPL')
  const epl = dock('EPL')
  for (const bytes of [
    zpl.subarray(0, zpl.length - 1),
    epl.subarray(0, epl.length - 1),
    Buffer.concat([zpl, Buffer.from('~JR')]),
    Buffer.from('hello'),
    (await labelPdf(['ONE'])).subarray(0, 900),
  ]) {
    out = ''
    expect(await convert(put('label', bytes), path('out.pdf'), '--to', 'pdf', '--json')).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      error: {
        code: expect.stringMatching(/^(CONVERSION_FAILED|UNKNOWN_FORMAT)$/),
        message: expect.stringMatching(/./),
      },
    })
    expect(readdirSync(folder)).toEqual(['label'])
  }
  expect(await convert(path('label'), path('x'), '--to', 'gif')).toBe(2)
  expect(err).toContain('--to: must be one of')
})

test('a label that is not whole is shown as far as it goes, and said to be so', async () => {
  const label = put('label', '\nN\nLO1,1,50,50\nP1\nN\nLO1,1,5,5\n')
  expect(await preview(label, path('seen.png'))).toBe(1)
  expect(err).toContain("is not fit to print: a label starts but doesn't print")
  expect(decodePng(readFileSync(path('seen.png')))).toMatchObject({ width: 812, height: 1218 })
})

test('a label that is larger than the media is drawn to its end, with the edge of the media, and said to be so', async () => {
  for (const text of [
    '^XA^PW812^LL1624^FO20,20^GB700,1500,700^FS^XZ',
    '^XA^PW1218^LL1827^FO20,20^GB700,1500,700^FS^XZ',
    '\nN\nLO20,20,700,1500\nP1\n',
  ]) {
    err = ''
    expect(await preview(put('label', text), path('seen.png'))).toBe(0)
    expect(err).toMatch(/label needs [4-6](\.\d+)? x [78-9](\.\d+)? in: it is larger than the 4 x 6 in media/)
    const { height, width } = decodePng(readFileSync(path('seen.png')))
    expect([height >= 1520, width >= 812]).toEqual([true, true])
  }
  err = ''
  expect(await preview(path('label'), path('seen.png'), '--media', '4x8')).toBe(0)
  expect(err).toBe('')
})

test('a file that cannot be written leaves what was there and no half file', async () => {
  const label = put('label', dock('ZPL'))
  expect(await convert(label, join(folder, 'no', 'such', 'out.png'), '--to', 'png')).toBe(1)
  expect(err).toContain('was not written')
  expect(await convert(label, folder, '--to', 'png')).toBe(1)
  expect(readdirSync(folder)).toEqual(['label'])
})

test('a file is never written in the place of a link or a device, and not in a folder of the system', async () => {
  const theirs = put('theirs.txt', 'theirs')
  symlinkSync(theirs, path('link.zpl'))
  const writeFile = writeWhole
  const bytes = Buffer.from('^XA^XZ')
  await expect(writeFile(path('link.zpl'), bytes)).rejects.toThrow('is not a regular file')
  expect(lstatSync(path('link.zpl')).isSymbolicLink()).toBe(true)
  expect(readFileSync(theirs, 'utf8')).toBe('theirs')
  if (process.platform === 'win32') return
  await expect(writeFile('/dev/null', bytes)).rejects.toThrow('is not a regular file')
  expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true)
  for (const place of ['/dev/label.zpl', '/dev/shm/label.zpl', '/proc/self/label.zpl']) {
    await expect(writeFile(place, bytes), place).rejects.toThrow('is a system folder')
  }
})
