import fc from '../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cleanText } from '../../src-shared/clean-text.ts'
import { booked } from './quoting.ts'
import { API_KEY, dataOf, palletRequest, useService } from './service.ts'

const service = useService()

/** Beginnings of other languages: SQL, paths, header lines, ZPL, EPL, HTML, and what ends a text early. */
const HOSTILE = [
  `'; DROP TABLE shipment; --`,
  `" OR ""="`,
  '../../../../etc/passwd',
  '..%2f..%2f',
  'a\r\nSet-Cookie: a=b',
  '^XZ^XA^FO0,0^FDx^FS',
  '~JR',
  '\\1B@',
  '^FS^DFR:A.ZPL',
  '"\nN\nP9\n',
  'A0,0,0,1,1,1,N,"x"',
  '<script>alert(1)</script>',
  '%s%n{{7*7}}${7*7}',
  '\u0000\u001b[2J',
  '\u202eabc',
  '__proto__',
]
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 8 })), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => `x${parts.join('').toWellFormed().slice(0, 58)}x`)

/** A booking in which every text that reaches a paper or a list is that one. */
async function bookedWith(text: string) {
  const { originAddress, destinationAddress, cargo } = palletRequest()
  const party = { companyName: text, contactName: text, phone: text, email: text }
  return booked(
    service,
    {
      originAddress: { ...originAddress, ...party, address1: text, address2: text },
      destinationAddress: { ...destinationAddress, ...party, address1: text, address2: text },
      cargo: cargo.map((line) => ({ ...line, description: text, nmfcCode: text.slice(0, 20), satDescription: text })),
    },
    { reference: text.slice(0, 40), instructions: text, shipperInfo: party, consigneeInfo: party },
  )
}
const download = async (path: string) =>
  fetch(`${service.baseUrl}${path}`, { headers: { authorization: `Bearer ${API_KEY}` } })
const labelSchema = z.object({ labels: z.tuple([z.object({ documentId: z.string() })], z.unknown()) })
async function labelIn(shipmentId: string, format: string) {
  const { labels } = dataOf(await service.get(`/shipments/${shipmentId}/labels?format=${format}`), labelSchema)
  return download(`/documents/${labels[0].documentId}?download=true`)
}
const commandsOf = {
  ZPL: (text: string) => text.match(/[\^~][A-Z][A-Z0-9@]/g) ?? [],
  EPL: (text: string) => text.split('\n').map((line) => line.charAt(0)),
}

describe.each(['ZPL', 'EPL'] as const)('a text that speaks a printer’s language', (language) => {
  test(`gives the printer no command of its own in ${language}, whichever field it stands in`, async () => {
    const commands = async (shipmentId: string) =>
      commandsOf[language](Buffer.from(await (await labelIn(shipmentId, language)).arrayBuffer()).toString('latin1'))
    const usual = new Set(await commands((await bookedWith('plain text')).shipmentId))
    const [begin, end] = language === 'ZPL' ? ['^XA', '^XZ'] : ['N', 'P']
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const found = await commands((await bookedWith(text)).shipmentId)
        expect(found.filter((command) => !usual.has(command))).toEqual([])
        expect([begin, end].map((command) => found.filter((one) => one === command).length)).toEqual([1, 1])
      }),
      { numRuns: 40, examples: HOSTILE.map((text): [string] => [`x${text}x`]) },
    )
  })
})

test('a text is kept as it was written, changes no other shipment and no header of an answer', async () => {
  const { shipmentId: other } = await bookedWith('plain text')
  const untouched = (await service.get(`/tracking/lookup/${other}`)).body
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const { shipmentId } = await bookedWith(text)
      const detail = dataOf(
        await service.get(`/tracking/lookup/${shipmentId}`),
        z.object({
          reference: z.string(),
          instructions: z.string(),
          consigneeInfo: z.object({ companyName: z.string() }),
        }),
      )
      // A name is one line; instructions keep theirs.
      expect(detail).toMatchObject({ instructions: text.trim(), consigneeInfo: { companyName: cleanText(text) } })
      const search = new URLSearchParams({ reference: detail.reference }).toString()
      expect((await service.get(`/shipments?${search}`)).status).toBe(200)
      const paper = await labelIn(shipmentId, 'PDF')
      expect(paper.headers.get('set-cookie')).toBeNull()
      expect(paper.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"$/)
      await paper.arrayBuffer()
    }),
    { numRuns: 25, examples: HOSTILE.map((text): [string] => [`x${text}x`]) },
  )
  expect({ ...Object(untouched), meta: null }).toEqual({
    ...Object((await service.get(`/tracking/lookup/${other}`)).body),
    meta: null,
  })
})

test('a path that leads elsewhere finds nothing, whatever stands in it', async () => {
  const paths = [
    '/tracking/lookup/*',
    '/shipments/*/track',
    '/shipments/*/labels',
    '/documents/*',
    '/location/search/US/*',
  ]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), hostile, async (path, text) => {
      const answer = await download(path.replace('*', () => encodeURIComponent(text)))
      expect([200, 400, 404]).toContain(answer.status)
      const body = await answer.text()
      expect(() => z.object({ success: z.boolean() }).parse(JSON.parse(body))).not.toThrow()
      expect(body).not.toMatch(/sqlite|node_modules|src-sandbox/i)
    }),
    { numRuns: 150, examples: HOSTILE.map((text): [string, string] => ['/documents/*', text]) },
  )
})
