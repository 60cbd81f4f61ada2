import { describe, expect, it } from 'vitest'
import fc from '../support/fast-check.ts'
import type { CommandInput } from '../../src-shared/station/commands.ts'
import { createTemplateTexts } from '../../src-main/documents/template-texts.ts'
import { readCsvText } from '../../src-main/imports/csv/csv-read.ts'
import { palletsToChicago, bookingOf } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'

async function open(dataDir?: string) {
  const service = await testSandbox()
  const station = await testStation(service, { background: false, ...(dataDir ? { dataDir } : {}) })
  return { service, ...station }
}

const place = (change: Partial<CommandInput<'addressBook.save'>['address']> = {}) => ({
  address1: 'Av. Juárez 100',
  city: 'Querétaro',
  state: 'QRO',
  postalCode: '76000',
  country: 'MX' as const,
  ...change,
})

describe('the address book', () => {
  it('finds as a person types: beginnings of words, without accents, what is used most first', async () => {
    const { run } = await open()
    for (const name of ['Refacciones Peña', 'Peñasco Fletes', 'Globex']) {
      await run('addressBook.save', { name, address: place({ address1: `${name} 1` }) })
    }
    const names = async (text: string) => (await run('addressBook.search', { text })).map(({ name }) => name)
    expect(await names('pena')).toEqual(['Peñasco Fletes', 'Refacciones Peña'])
    expect(await names('quere glo')).toEqual(['Globex'])
    expect(await names('lobex')).toEqual([])
    expect(await names('"* OR (')).toEqual(await names('or'))
    const [, second] = await run('addressBook.search', { text: 'pena' })
    await run('addressBook.noteUse', { addressId: second?.addressId ?? '' })
    expect(await names('PEÑA')).toEqual(['Refacciones Peña', 'Peñasco Fletes'])
  })

  it('asks before a place is saved twice, whatever the letter case and the way the street is written', async () => {
    const { run } = await open()
    await run('addressBook.save', {
      name: 'Plant',
      address: place({ address1: '12 Main Street', postalCode: '78040-1234', country: 'US' }),
    })
    const again = { name: 'Plant 2', address: place({ address1: '12 MAIN ST.', postalCode: '78040', country: 'US' }) }
    const asked = await run('addressBook.save', again)
    expect(asked).toMatchObject({ kind: 'similar', addresses: [{ name: 'Plant' }] })
    expect(await run('addressBook.save', { ...again, evenIfSimilar: true })).toMatchObject({ kind: 'saved' })
  })

  it('lets a removed address be restored, and gives it up as the default', async () => {
    const { run } = await open()
    const saved = await run('addressBook.save', { name: 'Plant', address: place() })
    if (saved.kind !== 'saved') throw new Error('not saved')
    const { addressId } = saved.address
    expect(await run('addressBook.setDefault', { addressId })).toMatchObject([{ isDefaultShipper: true }])
    await run('addressBook.remove', { addressId })
    expect(await run('addressBook.list', {})).toEqual([])
    expect(await run('addressBook.removed', {})).toMatchObject([{ addressId, isDefaultShipper: false }])
    expect((await run('addressBook.get', { addressId })).removedAt).not.toBeNull()
    await expect(run('addressBook.setDefault', { addressId })).rejects.toMatchObject({ code: 'WRONG_STATE' })
    await run('addressBook.restore', { addressId })
    expect(await run('addressBook.search', { text: 'plant' })).toMatchObject([{ addressId }])
    await expect(run('addressBook.remove', { addressId: 'adr_none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('lists the default shipper first, however much others are used', async () => {
    const { run } = await open()
    const ids = []
    for (const name of ['Dock A', 'Dock B', 'Globex']) {
      const saved = await run('addressBook.save', { name, address: place({ address1: `${name} 1` }) })
      if (saved.kind === 'saved') ids.push(saved.address.addressId)
    }
    const [, dockB = '', globex = ''] = ids
    await run('addressBook.noteUse', { addressId: globex })
    await run('addressBook.setDefault', { addressId: dockB })
    expect(await run('addressBook.list', { limit: 1 })).toMatchObject([{ name: 'Dock B', isDefaultShipper: true }])
    expect((await run('addressBook.list', {})).map(({ name }) => name)).toEqual(['Dock B', 'Globex', 'Dock A'])
  })

  it('names the field of a bad input', async () => {
    const { run } = await open()
    const save = (change: object) => run('addressBook.save', { name: 'Plant', address: place(), ...change })
    await expect(save({ name: ' ' })).rejects.toMatchObject({ message: 'name: name is required' })
    await expect(save({ dock: { opens: '8:00' } })).rejects.toMatchObject({
      message: expect.stringMatching(/^dock.opens/),
    })
    await expect(save({ dock: { opens: '17:00', closes: '08:00' } })).rejects.toMatchObject({
      message: 'dock.closes: must be after the opening time',
    })
    await expect(save({ addressId: 'adr_none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('comes back from its own export as it was, without a formula in it', async () => {
    const first = await open()
    const saved = await first.run('addressBook.save', {
      name: '=cmd|x',
      address: place({ companyName: '@Acme, "Inc."', phone: '+52 442 000 0000' }),
      roles: ['consignee', 'broker'],
      accessorials: ['LIFTGATE_DELIVERY'],
      dock: { hasDock: false, needsLiftgate: true, opens: '08:00', closes: '17:30' },
      notes: 'two\nlines',
    })
    const { csv, next } = await first.run('addressBook.exportCsv', {})
    expect(next).toBeNull()
    for await (const { cells } of readCsvText(csv)) for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@]/)
    const second = await open()
    const base64 = Buffer.from(csv).toString('base64')
    expect(await second.run('addressBook.importCsv', { base64 })).toEqual({ added: 1, known: 0, problems: [] })
    expect(await second.run('addressBook.importCsv', { base64 })).toEqual({ added: 0, known: 1, problems: [] })
    const [copy] = await second.run('addressBook.list', {})
    if (saved.kind !== 'saved' || !copy) throw new Error('not there')
    const { addressId: _a, createdAt: _b, updatedAt: _c, ...kept } = saved.address
    expect(copy).toMatchObject(kept)
  })

  it('imports the rows that are right and tells the others by row and column', async () => {
    const { run } = await open()
    const csv =
      'name;address1;city;state;postalCode;country;hasDock\r\nA;1 St;Laredo;TX;78040;US;yes\r\n\r\nB;;Laredo;TX;78041;DE;perhaps\r\n'
    const result = await run('addressBook.importCsv', { base64: Buffer.from(csv).toString('base64') })
    expect(result).toMatchObject({ added: 1, known: 0 })
    expect(result.problems.map(({ row, column }) => [row, column])).toEqual([
      [4, 'hasDock'],
      [4, 'address1'],
      [4, 'country'],
    ])
    await expect(
      run('addressBook.importCsv', { base64: Buffer.from('ciudad\r\nQuerétaro', 'latin1').toString('base64') }),
    ).rejects.toMatchObject({ code: 'UNREADABLE_FILE', details: { why: 'encoding' } })
    await expect(
      run('addressBook.importCsv', { base64: Buffer.from('a,b\r\n1,2').toString('base64') }),
    ).rejects.toMatchObject({
      details: { why: 'columns' },
    })
  })
})

it('cargo presets are kept by name, one of a name', async () => {
  const { run } = await open()
  const cargo = [{ weight: 500, length: 48, width: 40, height: 36, quantity: 2, description: 'Pallet' }]
  await run('presets.save', { name: 'Standard pallet', cargo })
  const presets = await run('presets.save', { name: 'STANDARD PALLET', cargo, units: { weight: 'kg' } })
  expect(presets).toMatchObject([{ name: 'STANDARD PALLET', units: { weight: 'kg', dimensions: 'in' } }])
  await expect(run('presets.save', { name: 'x', cargo: [] })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await run('presets.remove', { presetId: presets[0]?.presetId ?? '' })).toEqual([])
})

describe('what a person prefers', () => {
  it('is there again after a restart, one value a name', async () => {
    const { run, close, dataDir } = await open()
    await run('preferences.set', { name: 'track.columns', value: ['status'] })
    await run('preferences.set', { name: 'track.columns', value: ['status', 'eta'] })
    await run('preferences.set', { name: 'pack.weightUnit', value: 'kg' })
    await close()
    const again = await open(dataDir)
    expect(await again.run('preferences.list', {})).toEqual({
      'track.columns': ['status', 'eta'],
      'pack.weightUnit': 'kg',
    })
  })

  it('is refused under a name that nobody reads, and beyond its size', async () => {
    const { run } = await open()
    const set = (name: string, value: string) =>
      run('preferences.set', { name, value } as CommandInput<'preferences.set'>)
    await expect(set('track.wallpaper', 'blue')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(set('track.filter', 'x'.repeat(70_000))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(await run('preferences.list', {})).toEqual({})
  })
})

it('a document that was made is no failure when what was typed into it cannot be written', async () => {
  const faults: unknown[] = []
  const full = () => Promise.reject(new Error('disk full'))
  const texts = { save: full, get: () => Promise.resolve(null), remove: full }
  const drafts = createTemplateTexts({ texts, onFault: (error) => faults.push(error) })
  await drafts.keep('DOC-1', { '': [{ title: 'Gate pass' }] })
  await drafts.forget('DOC-1')
  expect(faults).toEqual([new Error('disk full'), new Error('disk full')])
})

describe('a draft', () => {
  it('is there again after a restart, as it was left', async () => {
    const { run, close, dataDir } = await open()
    await run('drafts.save', { form: 'quote', key: 'new', body: { city: 'Laredo', cargo: [1, null, 'x'] } })
    await run('drafts.save', { form: 'quote', key: 'new', body: { city: 'Laredo 2' } })
    await close()
    const again = await open(dataDir)
    expect((await again.run('drafts.get', { form: 'quote', key: 'new' })).draft?.body).toEqual({ city: 'Laredo 2' })
    expect(await again.run('drafts.list', { form: 'book' })).toEqual([])
    expect(await again.run('drafts.list', {})).toHaveLength(1)
    await again.run('drafts.remove', { form: 'quote', key: 'new' })
    expect(await again.run('drafts.get', { form: 'quote', key: 'new' })).toEqual({ draft: null })
  })

  it('that is too large is refused, and of very many the oldest go', async () => {
    const { run } = await open()
    await expect(run('drafts.save', { form: 'quote', key: 'a', body: 'ñ'.repeat(140_000) })).rejects.toMatchObject({
      code: 'TOO_LARGE',
    })
    for (let index = 0; index < 203; index++) await run('drafts.save', { form: 'quote', key: `k${index}`, body: index })
    expect(await run('drafts.list', { form: 'quote', limit: 500 })).toHaveLength(200)
  })

  it('holds any JSON', async () => {
    const { run } = await open()
    await fc.assert(
      // A key of that name would reach into every object; it is left out wherever input is parsed.
      fc.asyncProperty(
        fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__')),
        async (value) => {
          const body = JSON.parse(JSON.stringify(value)) as string
          await run('drafts.save', { form: 'quote', key: 'any', body })
          expect((await run('drafts.get', { form: 'quote', key: 'any' })).draft?.body).toEqual(body)
        },
      ),
      { numRuns: 30 },
    )
  })
})

describe('the quotes of the past', () => {
  it('are found by words and day, with what became of them, and asked again with the difference', async () => {
    const { run } = await open()
    const quote = await run('quotes.request', palletsToChicago())
    await run(
      'quotes.request',
      palletsToChicago({
        cargo: [{ weight: 20, length: 10, width: 10, height: 10, quantity: 1, description: 'Bottles' }],
      }),
    )
    await run('bookings.submit', bookingOf(quote, { reference: 'PO-77' }))
    const found = await run('quotes.list', { text: 'part chic' })
    expect(found.rows).toMatchObject([
      {
        id: quote.id,
        kind: 'domestic',
        origin: 'Laredo, TX 78040',
        pieces: 2,
        weightLb: 1000,
        cheapest: quote.rates[0]?.total,
        bookings: [{ reference: 'PO-77' }],
      },
    ])
    const page = await run('quotes.list', { limit: 1 })
    expect((await run('quotes.list', { limit: 1, before: page.next ?? 1 })).rows).toMatchObject([{ id: quote.id }])
    expect((await run('quotes.list', { from: '2999-01-01' })).rows).toEqual([])
    const again = await run('quotes.again', { id: quote.id })
    expect(again.quote.id).not.toBe(quote.id)
    expect(again.changes).toHaveLength(again.quote.rates.length)
    for (const { was, now, difference } of again.changes) expect(difference).toBe((now?.minor ?? 0) - (was?.minor ?? 0))
    await expect(run('quotes.again', { id: 'qte_none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the logs', () => {
  it('say who did what at which station, by pages and filters', async () => {
    const { run } = await open()
    await run('settings.update', { stationName: 'Dock 7', operatorName: 'Ana' })
    for (const name of ['A', 'B', 'C']) await run('addressBook.save', { name, address: place({ address1: name }) })
    const first = await run('audit.list', { subjectKind: 'address', limit: 2 })
    expect(first.rows).toMatchObject([
      { action: 'saved', station: 'Dock 7', operator: 'Ana', detail: { name: 'C' } },
      { detail: { name: 'B' } },
    ])
    const rest = await run('audit.list', { subjectKind: 'address', limit: 2, before: first.next ?? 1 })
    expect(rest).toMatchObject({ rows: [{ detail: { name: 'A' } }], next: null })
    expect((await run('audit.list', { actor: 'ana', text: '"B"' })).rows).toHaveLength(1)
    expect((await run('audit.list', { from: '2999-01-01T00:00:00Z' })).rows).toEqual([])
    const { csv } = await run('audit.exportCsv', { subjectKind: 'address' })
    expect(csv.split('\r\n')).toHaveLength(5)
    await expect(run('audit.list', { from: 'yesterday' })).rejects.toMatchObject({
      message: expect.stringMatching(/^from: /),
    })
  })

  it('keep every call to the service with its bodies and without the key', async () => {
    const { run, service } = await open()
    await run('quotes.request', palletsToChicago())
    const { rows } = await run('requests.list', { path: '/quote' })
    expect(rows).toMatchObject([{ method: 'POST', status: 200, code: null, attempt: 1 }])
    const detail = await run('requests.get', { id: rows[0]?.id ?? 0 })
    expect(detail.requestBody).toContain('Laredo')
    expect(JSON.stringify(detail)).not.toContain(service.apiKey)
    await service.close()
    await expect(run('quotes.request', palletsToChicago())).rejects.toThrow()
    const failures = await run('requests.list', { onlyFailures: true })
    expect(failures.rows[0]).toMatchObject({ status: null, delivery: 'unsent' })
    expect(
      rows[0]?.requestId === null ||
        (await run('requests.list', { requestId: rows[0]?.requestId ?? '' })).rows.length > 0,
    ).toBe(true)
    await expect(run('requests.get', { id: 999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
