import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { StationErrorData } from '../../src-shared/station/error.ts'
import { batchCells, batchCsv, runAtPrices } from '../support/batch-files.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation, type TestStation } from '../support/test-station.ts'

const usd = (minor: number) => ({ minor, currency: 'USD' })

async function failure({ station }: TestStation, name: string, input: unknown): Promise<StationErrorData | null> {
  const result = await station.invoke(name, input)
  return result.ok ? null : result.error
}

describe('Rules at a station', () => {
  it('are kept with who made them, put in order, and written down in the audit log', async () => {
    const app = await testStation(await testSandbox(), { background: false })
    await app.run('settings.update', { operatorName: 'Marta Ruiz' })
    await app.run('rules.save', { name: 'No Northline', isOn: true, does: { kind: 'block', carrier: 'Northline' } })
    const [first, second] = await app.run('rules.save', { name: 'Dear', does: { kind: 'approve', above: usd(50_000) } })
    expect(first).toMatchObject({ name: 'No Northline', order: 1, isOn: true, madeBy: 'Marta Ruiz' })
    expect(second).toMatchObject({ name: 'Dear', order: 2, isOn: false })
    expect(await failure(app, 'rules.save', { name: 'DEAR', does: { kind: 'cheapest', days: 3 } })).toMatchObject({
      code: 'INVALID_INPUT',
    })
    const ids = [second?.ruleId ?? '', first?.ruleId ?? '']
    expect((await app.run('rules.order', { ruleIds: ids })).map(({ name }) => name)).toEqual(['Dear', 'No Northline'])
    expect(await failure(app, 'rules.order', { ruleIds: [ids[0], ids[0]] })).toMatchObject({ code: 'INVALID_INPUT' })
    expect(await app.run('rules.remove', { ruleId: ids[0] ?? '' })).toHaveLength(1)
    const { rows } = await app.run('audit.list', { subjectKind: 'rule' })
    expect(rows.map(({ action }) => action)).toEqual(['removed', 'ordered', 'added', 'added'])
  })

  it('stand against a booking that a block forbids or nobody approved, and the booking tells what its rule cost', async () => {
    const app = await testStation(await testSandbox(), { background: false })
    const quote = await app.run('quotes.request', palletsToChicago())
    const [cheapest, second] = quote.rates
    if (!cheapest || !second) throw new Error('two rates were expected')
    const upTo = usd(second.total.minor - cheapest.total.minor)
    const [prefer] = await app.run('rules.save', {
      name: 'Prefer the second',
      isOn: true,
      when: { consignee: 'globex', to: 'IL' },
      does: { kind: 'prefer', carrier: second.provider, upTo },
    })
    const decided = await app.run('rules.decide', { quoteId: quote.id })
    const chosen = quote.rates.find(({ rateId }) => rateId === decided.choice)
    expect(chosen?.provider).toBe(second.provider)
    expect(decided.by).toMatchObject({ ruleId: prefer?.ruleId })
    const booked = await app.run('bookings.submit', bookingOf(quote, { rateId: decided.choice ?? '' }))
    expect(booked.byRule).toMatchObject({ name: 'Prefer the second', extra: decided.by?.extra })

    await app.run('rules.save', { name: 'No first', isOn: true, does: { kind: 'block', carrier: cheapest.provider } })
    expect(await failure(app, 'bookings.submit', bookingOf(quote))).toMatchObject({
      code: 'RULE_FORBIDS',
      details: { rule: 'No first' },
    })
    await app.run('rules.save', { name: 'Ask', isOn: true, does: { kind: 'approve', above: usd(0) } })
    const asked = bookingOf(quote, { rateId: second.rateId })
    expect(await failure(app, 'bookings.submit', asked)).toMatchObject({ code: 'APPROVAL_NEEDED' })
    const approved = await app.run('bookings.submit', { ...asked, approvedBy: 'Marta Ruiz' })
    const [row] = (await app.run('audit.list', { subjectId: approved.bookingId })).rows.toReversed()
    expect(row).toMatchObject({ action: 'submitted', detail: { approvedBy: 'Marta Ruiz' } })
    // Handed in once more it is the same booking, approved or not.
    expect((await app.run('bookings.submit', asked)).bookingId).toBe(approved.bookingId)
  })

  it('stand against a consignee that is named on the booking and not in its quote', async () => {
    const app = await testStation(await testSandbox(), { background: false })
    const { companyName: _, ...destinationAddress } = palletsToChicago().destinationAddress
    const quote = await app.run('quotes.request', palletsToChicago({ destinationAddress }))
    const [rate] = quote.rates
    if (!rate) throw new Error('a rate was expected')
    const to = (companyName: string) => ({ consigneeInfo: { companyName }, holdUntil: '2026-11-20' })
    const when = { consignee: 'globex' }
    const [rule] = await app.run('rules.save', {
      ...{ name: 'Ask for Globex', isOn: true, when },
      does: { kind: 'approve', above: usd(0) },
    })
    expect(await failure(app, 'bookings.submit', bookingOf(quote, to('Globex Corporation')))).toMatchObject({
      code: 'APPROVAL_NEEDED',
    })
    const { bookingId } = await app.run('bookings.submit', bookingOf(quote, to('Initech')))
    await app.run('bookings.cancel', { bookingId })
    const copy = { bookingId, submissionId: 'the-copy-to-globex' }
    const changes = { consigneeInfo: { companyName: 'Globex Corporation' } }
    expect(await failure(app, 'bookings.copy', { ...copy, changes })).toMatchObject({ code: 'APPROVAL_NEEDED' })
    await app.run('rules.remove', { ruleId: rule?.ruleId ?? '' })
    await app.run('rules.save', { name: 'Not it', isOn: true, when, does: { kind: 'block', carrier: rate.provider } })
    expect(await failure(app, 'bookings.submit', bookingOf(quote, to('Globex Corporation')))).toMatchObject({
      code: 'RULE_FORBIDS',
    })
    const { originAddress, cargo } = palletsToChicago()
    const service = { provider: rate.provider, service: rate.service }
    const { consigneeInfo } = to('Globex Corporation')
    const request = { originAddress, destinationAddress, cargo, service, consigneeInfo, reference: 'PO-D' }
    const direct = { kind: 'direct', submissionId: 'direct-to-globex', request }
    expect(await failure(app, 'bookings.submit', direct)).toMatchObject({ code: 'RULE_FORBIDS' })
  })

  it('stand against another consignee of a booking that waits', async () => {
    const app = await testStation(await testSandbox(), { background: false })
    const { companyName: _, ...destinationAddress } = palletsToChicago().destinationAddress
    const quote = await app.run('quotes.request', palletsToChicago({ destinationAddress }))
    const [rate] = quote.rates
    if (!rate) throw new Error('a rate was expected')
    const holdUntil = '2026-11-20'
    const initech = { consigneeInfo: { companyName: 'Initech' }, holdUntil }
    const { bookingId } = await app.run('bookings.submit', bookingOf(quote, initech))
    const { originAddress, cargo } = palletsToChicago()
    const service = { provider: rate.provider, service: rate.service }
    const request = { originAddress, destinationAddress, cargo, service, reference: 'PO-D' }
    const direct = await app.run('bookings.submit', {
      ...{ kind: 'direct', submissionId: 'direct-to-initech', request, holdUntil },
    })
    const to = (companyName: string, of = bookingId) => ({
      submissionId: `to ${companyName} of ${of}`,
      bookingId: of,
      change: { kind: 'update' as const, consigneeInfo: { companyName, phone: '3125550100' } },
    })
    const when = { consignee: 'globex' }
    const [rule] = await app.run('rules.save', {
      ...{ name: 'Ask for Globex', isOn: true, when },
      does: { kind: 'approve', above: usd(0) },
    })
    expect(await failure(app, 'bookings.requestChange', to('Globex Corporation'))).toMatchObject({
      code: 'APPROVAL_NEEDED',
      details: { rule: 'Ask for Globex' },
    })
    expect(await app.run('bookings.get', { bookingId })).toMatchObject({ consigneeName: 'Initech' })
    const approved = { ...to('Globex Corporation'), approvedBy: 'Marta Ruiz' }
    const { changeId } = await app.run('bookings.requestChange', approved)
    expect(await app.run('bookings.get', { bookingId })).toMatchObject({ consigneeName: 'Globex Corporation' })
    const [row] = (await app.run('audit.list', { subjectId: changeId })).rows
    expect(row).toMatchObject({ action: 'requested', detail: { approvedBy: 'Marta Ruiz' } })
    // What was asked for once is that change, and what was approved is not asked again for a phone number.
    expect(await app.run('bookings.requestChange', to('Globex Corporation'))).toMatchObject({ changeId })
    const phone = { ...to('Globex Corporation'), submissionId: 'another-phone' }
    expect(await failure(app, 'bookings.requestChange', phone)).toBeNull()

    expect(await failure(app, 'bookings.requestChange', to('Initech'))).toBeNull()
    await app.run('rules.remove', { ruleId: rule?.ruleId ?? '' })
    await app.run('rules.save', { name: 'Not it', isOn: true, when, does: { kind: 'block', carrier: rate.provider } })
    for (const of of [bookingId, direct.bookingId]) {
      expect(await failure(app, 'bookings.requestChange', to('Globex Inc', of))).toMatchObject({
        code: 'RULE_FORBIDS',
        details: { rule: 'Not it' },
      })
    }
  })

  it('stand against another consignee of a booking that is not insured as a rule requires for them', async () => {
    const app = await testStation(await testSandbox(), { background: false })
    const { companyName: _, ...destinationAddress } = palletsToChicago().destinationAddress
    const [line] = palletsToChicago().cargo
    if (!line) throw new Error('a line of cargo was expected')
    const cargo = [{ ...line, value: 9_000 }]
    const quote = await app.run('quotes.request', palletsToChicago({ destinationAddress, cargo }))
    await app.run('rules.save', {
      ...{ name: 'Insure Globex', isOn: true, when: { consignee: 'globex' } },
      does: { kind: 'insure', above: usd(500_000) },
    })
    const initech = { consigneeInfo: { companyName: 'Initech' }, holdUntil: '2026-11-20' }
    const { bookingId } = await app.run('bookings.submit', bookingOf(quote, initech))
    const consigneeInfo = { companyName: 'Globex Corporation' }
    const change = { submissionId: 'to-globex-uninsured', bookingId, change: { kind: 'update', consigneeInfo } }
    expect(await failure(app, 'bookings.requestChange', change)).toMatchObject({ code: 'RULE_FORBIDS' })
    await app.run('bookings.cancel', { bookingId })
    const copy = { bookingId, submissionId: 'the-copy-uninsured', changes: { consigneeInfo } }
    expect(await failure(app, 'bookings.copy', copy)).toMatchObject({ code: 'RULE_FORBIDS' })
  })

  it('and the daily limit stand against a single booking, its copy, and an order', async () => {
    const app = await testStation(await testSandbox(), { background: false })
    const quote = await app.run('quotes.request', palletsToChicago())
    const [first, second] = quote.rates
    if (!first || !second) throw new Error('two rates were expected')
    const price = first.total.minor / 100
    const holdUntil = '2026-11-20'
    await app.run('settings.update', { spendLimits: { perBatch: 0, perDay: Math.ceil(price) } })
    const { bookingId } = await app.run('bookings.submit', bookingOf(quote, { holdUntil }))
    const more = bookingOf(quote, { rateId: second.rateId, holdUntil })
    expect(await failure(app, 'bookings.submit', more)).toMatchObject({
      code: 'SPEND_LIMIT',
      details: { limit: 'day', most: Math.ceil(price), currency: 'USD' },
    })
    const approved = await app.run('bookings.submit', { ...more, approvedBy: 'Marta Ruiz' })
    const [row] = (await app.run('audit.list', { subjectId: approved.bookingId })).rows.toReversed()
    expect(row).toMatchObject({ action: 'submitted', detail: { approvedBy: 'Marta Ruiz' } })
    // What is given up counts no more, what is still there does.
    await app.run('bookings.cancel', { bookingId })
    const again = { bookingId, submissionId: 'the-copy-of-it', changes: {} }
    expect(await failure(app, 'bookings.copy', again)).toMatchObject({ code: 'SPEND_LIMIT' })
    await app.run('bookings.cancel', { bookingId: approved.bookingId })
    expect(await failure(app, 'bookings.copy', again)).toBeNull()
    const third = { bookingId, submissionId: 'another-copy', changes: { reference: 'PO-AGAIN' } }
    expect(await failure(app, 'bookings.copy', third)).toMatchObject({ code: 'SPEND_LIMIT' })
    const copied = await app.run('bookings.copy', { ...third, approvedBy: 'Marta Ruiz' })
    const [ofCopy] = (await app.run('audit.list', { subjectId: copied.bookingId })).rows.toReversed()
    expect(ofCopy).toMatchObject({ action: 'submitted', detail: { approvedBy: 'Marta Ruiz', copyOf: bookingId } })
  })

  it('and the daily limit hold for each currency of a day, not for that of most bookings alone', async () => {
    const sandbox = await testSandbox()
    const before = await testStation(sandbox, { background: false })
    const quote = await before.run('quotes.request', palletsToChicago())
    const price = (quote.rates[0]?.total.minor ?? 0) / 100
    await before.run('settings.update', { spendLimits: { perBatch: 0, perDay: Math.ceil(price * 1.5) } })
    const held = (more = {}) => bookingOf(quote, { holdUntil: '2026-11-20', ...more })
    await before.run('bookings.submit', held())
    const others = [held({ approvedBy: 'Marta Ruiz' }), held({ approvedBy: 'Marta Ruiz' })]
    for (const one of others) await before.run('bookings.submit', one)
    await before.close()
    const ledger = new Database(join(before.dataDir, 'ledger.db'))
    const inPesos = ledger.prepare(
      `UPDATE booking SET summary = json_set(summary, '$.total.currency', 'MXN') WHERE submission_id = ?`,
    )
    for (const { submissionId } of others) expect(inPesos.run(submissionId).changes).toBe(1)
    ledger.close()
    const app = await testStation(sandbox, { background: false, dataDir: before.dataDir })
    expect(await failure(app, 'bookings.submit', held())).toMatchObject({
      code: 'SPEND_LIMIT',
      details: { limit: 'day', currency: 'USD' },
    })
  })

  it('and the daily limit let through no more of what is submitted in the same moment', async () => {
    const app = await testStation(await testSandbox(), { background: false })
    const quote = await app.run('quotes.request', palletsToChicago())
    const price = (quote.rates[0]?.total.minor ?? 0) / 100
    await app.run('settings.update', { spendLimits: { perBatch: 0, perDay: Math.ceil(price * 2) } })
    const wanted = Array.from({ length: 5 }, () => bookingOf(quote, { holdUntil: '2026-11-20' }))
    const failures = await Promise.all(wanted.map((booking) => failure(app, 'bookings.submit', booking)))
    expect(failures.map((error) => error?.code ?? 'booked')).toEqual([
      'booked',
      'booked',
      ...Array.from({ length: 3 }, () => 'SPEND_LIMIT'),
    ])
    expect(await app.run('bookings.list', { limit: 10 })).toHaveLength(2)
    // What is submitted twice is the same booking, also where there is no room for another.
    await app.run('settings.update', { spendLimits: { perBatch: 0, perDay: Math.ceil(price * 3) } })
    const twice = bookingOf(quote, { holdUntil: '2026-11-20' })
    const [one, two] = await Promise.all([twice, twice].map((booking) => app.run('bookings.submit', booking)))
    expect(one?.bookingId).toBe(two?.bookingId)
  })

  it('insure what is declared above their amount before the service is asked', async () => {
    const app = await testStation(await testSandbox(), { background: false })
    await app.run('rules.save', { name: 'Insure', isOn: true, does: { kind: 'insure', above: usd(100_000) } })
    const [line] = palletsToChicago().cargo
    if (!line) throw new Error('a cargo line was expected')
    const quote = await app.run('quotes.request', palletsToChicago({ cargo: [{ ...line, value: 2_000 }] }))
    expect(quote.request.insuranceAmount).toBe(4_000)
    const small = await app.run('quotes.request', palletsToChicago({ cargo: [{ ...line, value: 100 }] }))
    expect(small.request.insuranceAmount).toBeUndefined()
    await app.run('rules.save', { name: 'Insure all', isOn: true, does: { kind: 'insure', above: usd(0) } })
    expect(await failure(app, 'bookings.submit', bookingOf(small))).toMatchObject({ code: 'RULE_FORBIDS' })
    const again = await app.run('quotes.again', { id: small.id })
    expect(again.quote.request).toMatchObject({ insuranceAmount: 200 })
    expect(await app.run('rules.decide', { quoteId: quote.id })).toMatchObject({
      insure: null,
      insuredBy: expect.any(String),
    })
  })

  it('are tried on the quotes that were booked: what it would have saved, and how much later', async () => {
    const app = await testStation(await testSandbox(), { background: false })
    const quote = await app.run('quotes.request', palletsToChicago())
    await app.run('quotes.request', palletsToChicago())
    const dear = quote.rates.at(-1)
    const [cheap] = quote.rates
    if (!dear || !cheap) throw new Error('rates were expected')
    await app.run('bookings.submit', bookingOf(quote, { rateId: dear.rateId }))
    const days = Math.max(...quote.rates.map(({ transitDays }) => transitDays?.to ?? 0))
    const trial = await app.run('rules.try', { name: 'Cheap', does: { kind: 'cheapest', days } })
    expect(trial).toMatchObject({ quotes: 2, booked: 1, changed: 1, isComplete: true, refused: 0, approvals: 0 })
    expect(trial.saved).toEqual([usd(dear.total.minor - cheap.total.minor)])
    expect(await app.run('rules.list', {})).toEqual([])
    expect(await app.run('rules.try', { name: 'Ask', does: { kind: 'approve', above: usd(0) } })).toMatchObject({
      approvals: 2,
    })
    // The rate that was booked would have needed it; the cheapest, which a rule would choose, does not.
    const between = { kind: 'approve', above: usd(cheap.total.minor) } as const
    expect(await app.run('rules.try', { name: 'Ask', does: between })).toMatchObject({ approvals: 1 })
    await app.run('rules.save', { name: 'Cheap', isOn: true, does: { kind: 'cheapest', days } })
    expect(await app.run('rules.try', { name: 'Ask', does: between })).toMatchObject({ approvals: 0 })
  })

  it('choose in a batch, which waits for the supervisor whose word a row needs', async () => {
    const app = await testStation(await testSandbox())
    await app.run('rules.save', { name: 'Ask', isOn: true, does: { kind: 'approve', above: usd(0) } })
    const { batchId } = await app.run('batches.begin', { name: 'orders.csv' })
    const bytes = Buffer.from(batchCsv([batchCells('PO-1', { Provider: '', Service: '', 'Rate rule': 'cheapest' })]))
    await app.run('batches.append', { batchId, index: 0, base64: bytes.toString('base64') })
    const { map } = await app.run('batches.finish', { batchId })
    if (!map) throw new Error('no map was suggested')
    await app.run('batches.check', { batchId, map })
    // Known with the price, before anything is booked.
    await expect(runAtPrices(app.run, batchId)).rejects.toMatchObject({
      code: 'APPROVAL_NEEDED',
      details: { rule: 'Ask' },
    })
    expect((await app.run('batches.estimate', { batchId })).refusal).toMatchObject({ code: 'APPROVAL_NEEDED' })
    await runAtPrices(app.run, batchId, { approvedBy: 'Marta Ruiz' })
    await app.until('the end', async () => ((await app.run('batches.get', { batchId })).state === 'DONE' ? true : null))
    expect((await app.run('batches.get', { batchId })).counts).toMatchObject({ submitted: 1, failed: 0 })
  })
})
