import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { booked } from './quoting.ts'
import { pdfText } from './papers.ts'
import { dataOf, palletRequest, useService, download } from './service.ts'

const service = useService()
const pdfium = PDFiumLibrary.init({
  wasmBinary: new Uint8Array(readFileSync(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'))).buffer,
})
const NAMES = ['Łódź Žižkov Őrség', 'Čeština ğüneş ľúbosť', 'Ελληνικά Πλοία', 'Москва Україна ЇЖАК']
const file = async (path: string) => (await download(`${service.baseUrl}${path}`)).bytes
const documentId = z.object({ documentId: z.string() })
const listed = z.array(documentId.extend({ type: z.string() }))

async function bookedFor(companyName: string, description = 'Pumps') {
  const { destinationAddress, cargo } = palletRequest()
  return booked(service, {
    destinationAddress: { ...destinationAddress, companyName },
    cargo: cargo.map((line) => ({ ...line, description })),
  })
}
async function paperOf(shipmentId: string, type: string, query = 'format=pdf') {
  const list = dataOf(await service.get(`/shipments/${shipmentId}/documents`), listed)
  const found = list.find((one) => one.type === type)
  return file(`/documents/${found?.documentId ?? ''}?${query}&download=true`)
}

describe('the letters of Latin, Greek and Cyrillic', () => {
  test.each(NAMES)('of %s are on label and bill of lading as they were written', async (name) => {
    const { shipmentId } = await bookedFor(name)
    for (const type of ['SHIPPING_LABEL', 'BOL']) expect(await pdfText(await paperOf(shipmentId, type))).toContain(name)
  })
})

test('a letter that no font has is seen to be missing, and the rest of the paper stands', async () => {
  const { shipmentId } = await bookedFor('𒀀𒀁 \u202e 🚚 Łódź', 'Pumps \u0000 ﬁne')
  const text = await pdfText(await paperOf(shipmentId, 'SHIPPING_LABEL'))
  expect(text).toContain('Łódź')
  expect(text).toContain('??')
})

/** Dark dots of a form of this shipment that says so. */
async function inkOf(shipmentId: string, value: string): Promise<number> {
  const templateData = { title: 'Form', fields: [{ name: 'n', label: 'Name', value }] }
  const body = { template: 'CUSTOM_FORM', shipmentId, templateData }
  const made = dataOf(await service.post('/documents/generate', body), documentId)
  const document = await (await pdfium).loadDocument(await file(`/documents/${made.documentId}?download=true`))
  try {
    const { data } = await document.getPage(0).render({ scale: 2, render: 'bitmap' })
    return data.filter((level, index) => index % 4 === 0 && level < 128).length
  } finally {
    document.destroy()
  }
}

test('the letters are to be seen on paper, not only to be copied out of it', async () => {
  const { shipmentId } = await booked(service)
  const without = await inkOf(shipmentId, '')
  const latin = (await inkOf(shipmentId, 'HHHHHHHHHHHHHHHHHHHH')) - without
  for (const others of [
    '東東東東東東東東東東',
    '서울서울서울서울서울',
    'ひらがなカタカナです',
    'שלום עולם שלום עולם',
    'مرحبا بالعالم مرحبا',
    'สวัสดีชาวโลกสวัสดี',
    'नमस्ते दुनिया नमस्ते',
  ]) {
    expect(((await inkOf(shipmentId, others)) - without) / latin).toBeGreaterThan(0.25)
  }
  for (const others of ['ĦĦĦĦĦĦĦĦĦĦĦĦĦĦĦĦĦĦĦĦ', 'НННННННННННННННННННН', 'ΗΗΗΗΗΗΗΗΗΗΗΗΗΗΗΗΗΗΗΗ']) {
    expect(((await inkOf(shipmentId, others)) - without) / latin).toBeGreaterThan(0.6)
  }
})
