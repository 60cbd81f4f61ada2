import { describe, expect, it } from 'vitest'
import { encodePng } from '../../src-labels/bitmap/png.ts'
import { blankBitmap } from '../../src-labels/bitmap/bitmap.ts'
import { fillRectangle } from '../../src-labels/bitmap/transform.ts'
import { fillTemplate, mailLink, papersSchema, PAPER_WORDS } from '../../src-shared/station/documents/papers.ts'
import fc from '../support/fast-check.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'
import { bookedAt, jobEnded, printerAt } from './desk.ts'

const WORDS = {
  company: 'Acme',
  consignee: 'Globex',
  reference: 'PO-1',
  carrier: 'Northline',
  pro: null,
  tracking: 'TRK1',
  pieces: '2',
  weight: '10 lb',
  expected: null,
}

/** A black square as a PNG file. */
function logo(): string {
  const square = blankBitmap(40, 40)
  fillRectangle(square, 0, 0, 40, 40, 'black')
  return Buffer.from(encodePng(square)).toString('base64')
}

describe('a template', () => {
  it('leaves a line out of which a word is not known, and fills no word twice', () => {
    expect(fillTemplate('Order {reference}\nPRO: {pro}\nWith {carrier}', WORDS)).toBe('Order PO-1\nWith Northline')
    expect(fillTemplate('{company}', { ...WORDS, company: '{reference}' })).toBe('{reference}')
  })

  it('with a word that nobody knows is refused by its field', () => {
    const parsed = papersSchema.safeParse({
      texts: { en: { mailSubject: 'x {refernce}', mailBody: 'y' }, es: { mailSubject: 'x', mailBody: 'y' } },
    })
    expect(parsed.error?.issues[0]).toMatchObject({ path: ['texts', 'en', 'mailSubject'] })
    expect(parsed.error?.issues[0]?.message).toContain('{refernce}')
    expect(papersSchema.parse({}).texts.en.mailBody).toContain(`{${PAPER_WORDS[0]}}`)
  })

  it('becomes a mail link that says the same again, and is never too long for a mail program', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 150, unit: 'grapheme' }), fc.string({ maxLength: 300 }), (subject, body) => {
        const link = mailLink({ to: 'dock@globex.example', subject, body })
        expect(link.length).toBeLessThanOrEqual(Math.max(2_000, mailLink({ to: null, subject, body: '' }).length + 30))
        const url = new URL(link)
        expect(url.pathname).toBe('dock@globex.example')
        expect(decodeURIComponent(/subject=([^&]*)/.exec(link)?.[1] ?? '')).toBe(subject)
      }),
    )
  })
})

describe('the papers of a station', () => {
  async function open() {
    const station = await testStation(await testSandbox())
    const { run } = station
    const details = { consigneeInfo: { companyName: 'Globex Corporation', email: 'dock@globex.example' } }
    const { shipmentId } = await bookedAt(station, { reference: 'PO-7', ...details })
    return { station, run, shipmentId, ...(await printerAt(station)) }
  }

  it('print the company, its logo, the goods and a note, in the language that was chosen', async () => {
    const { station, run, hardware, printerId, shipmentId } = await open()
    const papers = papersSchema.parse({
      companyName: 'Acme Maquinaria',
      sender: 'Calle 5 No. 12\nLaredo, TX 78040',
      language: 'es',
    })
    papers.texts.es.note = 'Gracias, {consignee}'
    await run('settings.update', { papers })
    const print = async () => {
      const before = hardware.received().length
      const { jobId } = await run('jobs.printPackingSlip', { shipmentId, printerId })
      expect(['SENT', 'PRINTED']).toContain((await jobEnded(station, jobId)).state)
      return hardware.received().subarray(before).toString('latin1')
    }
    const plain = await print()
    for (const text of ['LISTA DE EMPAQUE', 'Acme Maquinaria', 'Calle 5 No. 12', 'Machine parts', 'Gracias, Globex']) {
      expect(plain).toContain(text)
    }
    expect(plain).not.toContain('^GF')
    await run('papers.setLogo', { logo: logo() })
    expect(await print()).toContain('^GF')
    await run('papers.setLogo', { logo: null })
    expect(await run('papers.logo', {})).toEqual({ logo: null })
  })

  it('refuse a logo that is no picture, and go with the settings file', async () => {
    const { run } = await testStation(await testSandbox())
    const notPng = Buffer.from('no picture').toString('base64')
    await expect(run('papers.setLogo', { logo: notPng })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { issues: [{ path: 'logo' }] },
    })
    await run('papers.setLogo', { logo: logo() })
    await run('settings.update', { scale: { connection: 'serial', serial: { port: 'COM3' }, tareGrams: 500 } })
    const file = await run('settings.export', {})
    expect(file).toMatchObject({ logo: logo(), station: { scale: { tareGrams: 500, serial: { port: 'COM3' } } } })
    const other = await testStation(await testSandbox(), { background: false })
    await other.run('settings.import', { file })
    expect(await other.run('papers.logo', {})).toEqual({ logo: logo() })
    expect(await other.run('settings.diff', { file })).toEqual(expect.objectContaining({}))
    expect((await other.run('settings.export', {})).station?.scale).toEqual(file.station?.scale)
  })

  it('show a slip as it would come out, and nothing is saved by it', async () => {
    const { run } = await testStation(await testSandbox())
    const one = await run('papers.preview', { papers: papersSchema.parse({ companyName: 'One' }), language: 'en' })
    const other = await run('papers.preview', { papers: papersSchema.parse({ companyName: 'Other' }), language: 'es' })
    expect(one.pages).toHaveLength(1)
    expect(one.pages[0]).not.toBe(other.pages[0])
    expect((await run('station.state', {})).settings.papers).toBeUndefined()
  })

  it('write to the consignee without sending anything, where a correction says', async () => {
    const { run, station, shipmentId } = await open()
    const mail = await run('papers.mail', { shipmentId })
    expect(mail).toMatchObject({ to: 'dock@globex.example', subject: 'Your order PO-7 is on its way' })
    expect(mail.body).not.toContain('{')
    expect(mail.link).toContain('mailto:dock@globex.example?subject=Your%20order%20PO-7')
    const change = { kind: 'update', consigneeInfo: { email: 'door3@globex.example' } } as const
    await run('bookings.requestChange', { submissionId: 'change-form-1', shipmentId, change })
    await station.until('the change', async () => {
      const [found] = await run('bookings.changes', { shipmentId })
      return found?.state === 'DONE' ? found : null
    })
    expect((await run('papers.mail', { shipmentId })).to).toBe('door3@globex.example')
  })
})
