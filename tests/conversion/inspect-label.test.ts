import { afterAll, expect, test } from 'vitest'
import { createConversion } from '../../src-main/labels/conversion/conversion.ts'
import { createLabelInspecting } from '../../src-main/labels/inspect-label.ts'
import { decodePng } from '../../src-main/labels/conversion/png-decode.ts'
import { inspectSchema, placeSchema } from '../../src-shared/station/printing/inspect.ts'

const conversion = createConversion()
afterAll(() => conversion.close())
const inspecting = createLabelInspecting({ conversion, labelsOf: async () => [] })

const inspect = (text: string, name = 'carrier.zpl') =>
  inspecting.inspect(inspectSchema.parse({ of: { name, base64: Buffer.from(text, 'latin1').toString('base64') } }))

async function placesOf(text: string) {
  const { inspectionId, source } = await inspect(text)
  const places: Record<string, number[] | null> = {}
  for (const { name, at } of source?.commands ?? []) {
    const { place } = await inspecting.place(placeSchema.parse({ inspectionId, at }))
    const box = place && [place.left * 812, place.top * 1218, place.width * 812, place.height * 1218]
    places[`${name} ${at}`] = box && [place.page, ...box.map(Math.round)]
  }
  return places
}

test('each command of a label is told with its row of the table and what becomes of it', async () => {
  const { source, pages, problem } = await inspect('^XA^MMT^FO10,20^GB30,40,4^FS^QQ1^FO50,60^A0N,30,30^FDPO 1^FS^XZ')
  expect(problem).toBeNull()
  expect(pages).toHaveLength(1)
  expect(source).toMatchObject({ result: { result: 'whole', stripped: ['^MM', '^QQ'] }, moreCommands: 0, labels: 1 })
  const reported = source?.commands.map(({ name, outcome, isDrawn, row }) => [
    name,
    outcome,
    isDrawn,
    row?.class ?? null,
  ])
  expect(reported).toEqual([
    ['^XA', 'pass', false, 'layout'],
    ['^MM', 'strip', true, 'printer-setting'],
    ['^FO', 'pass', true, 'layout'],
    ['^GB', 'pass', true, 'layout'],
    ['^FS', 'pass', false, 'layout'],
    ['^QQ', 'strip', true, null],
    ['^FO', 'pass', true, 'layout'],
    ['^A0', 'pass', true, 'layout'],
    ['^FD', 'pass', true, 'layout'],
    ['^FS', 'pass', false, 'layout'],
    ['^XZ', 'pass', false, 'layout'],
  ])
})

test('what stops a label is marked in its source, and what comes behind it is not read', async () => {
  const { source } = await inspect('^XA^FO10,20^GB30,40,4^FS^JUF^FO1,1^GB9,9,9^FS^XZ')
  expect(source?.result).toMatchObject({ result: 'refused', at: 24 })
  expect(source?.commands.map(({ outcome }) => outcome).join(' ')).toBe(
    'pass pass pass pass stop unread unread unread unread',
  )
})

test('a command is found on paper to the dot, in both languages and on the right label', async () => {
  const zpl = await placesOf('^XA^FO10,20^GB30,40,4^FS^XZ^XA^FO100,200^GB50,60,4^FS^XZ')
  expect(zpl).toEqual({
    '^XA 0': null,
    '^FO 3': [0, 10, 20, 30, 40],
    '^GB 11': [0, 10, 20, 30, 40],
    '^FS 21': null,
    '^XZ 24': null,
    '^XA 27': null,
    '^FO 30': [1, 100, 200, 50, 60],
    '^GB 40': [1, 100, 200, 50, 60],
    '^FS 50': null,
    '^XZ 53': null,
  })
  const epl = await placesOf('N\nq812\nLO20,30,40,50\nA100,200,0,3,1,1,N,"PO"\nP1\n')
  expect(epl['LO 7']).toEqual([0, 20, 30, 40, 50])
  expect(epl['N 0']).toBeNull()
  const [page, x, y] = epl['A 21'] ?? []
  expect(page).toBe(0)
  expect([x, y].every((at, index) => at !== undefined && Math.abs(at - (index + 1) * 100) < 12)).toBe(true)
})

test('a label beyond its media is shown whole, with the size it is drawn on; a place on it is found on that', async () => {
  const label = '^XA^FO10,20^GB30,40,4^FS^FO10,1300^GB100,100,4^FS^XZ'
  const { drawnOn, pages, inspectionId } = await inspect(label)
  expect(drawnOn).toEqual({ widthIn: 4, heightIn: 1400 / 203 })
  expect(decodePng(Buffer.from(pages[0]?.split(',')[1] ?? '', 'base64'))).toMatchObject({ width: 812, height: 1400 })
  const media = drawnOn ?? undefined
  const { place } = await inspecting.place(placeSchema.parse({ inspectionId, at: label.indexOf('^GB100'), media }))
  expect(place && [place.top * 1400, place.height * 1400].map(Math.round)).toEqual([1300, 100])
  expect((await inspect('^XA^FO10,20^GB30,40,4^FS^XZ')).drawnOn).toBeNull()
})

test('a file that is no label, or of no commands, is told as that, and an old one has to be opened again', async () => {
  await expect(inspect('hello', 'note.txt')).rejects.toMatchObject({ code: 'DOCUMENT_UNKNOWN' })
  await expect(inspect('', 'empty.zpl')).rejects.toMatchObject({ code: 'DOCUMENT_EMPTY' })
  const place = inspecting.place(placeSchema.parse({ inspectionId: 'x'.repeat(43), at: 0 }))
  await expect(place).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
