import { describe, expect, test } from 'vitest'
import { consigneeAddress } from '../../src-main/consignee-mail/consignee-address.ts'
import { inboxRulesSchema } from '../../src-shared/station/inbox/rules.ts'
import { consigneeMailSettingsSchema } from '../../src-shared/station/consignee-mail/consignee-mail.ts'
import type { BookingInput } from '../../src-shared/station/booking/booking.ts'
import { palletsToChicago, bookingOf } from '../support/freight.ts'
import { directBooking } from '../support/scripted-service.ts'
import { mailServer } from '../support/mail-server.ts'
import { testSandbox, type TestSandbox } from '../support/sandbox.ts'
import { testStation, type TestStation } from '../support/test-station.ts'

const EMAIL = 'dock@globex.test'
const DAY = 24 * 60 * 60_000
const ON = consigneeMailSettingsSchema.parse({ isOn: true })

type Server = Awaited<ReturnType<typeof mailServer>>
const setServer = ({ run }: TestStation, server: Server | null) =>
  run('inbox.setRules', { rules: inboxRulesSchema.parse({ mail: server?.mail ?? null }) })

/** Books, and waits for the shipment in the cache. */
async function book(app: TestStation, change: Partial<BookingInput> = {}) {
  const quote = await app.run('quotes.request', palletsToChicago())
  const { bookingId } = await app.run('bookings.submit', {
    kind: 'quote',
    ...bookingOf(quote, { consigneeInfo: { companyName: 'Globex', email: EMAIL }, ...change }),
  })
  const shipmentId = await app.until('the shipment', async () => {
    const { shipmentId: id } = await app.run('bookings.get', { bookingId })
    const isWhole = app.station.stores.cache.db.prepare(
      'SELECT 1 FROM shipment WHERE shipment_id = ? AND has_detail = 1',
    )
    return id !== null && isWhole.get(id) !== undefined ? id : null
  })
  return { bookingId, shipmentId }
}

/** What the carrier reports, and all that follows of it. */
async function report(app: TestStation, shipmentId: string, status: string, exceptionCode: string | null = null) {
  app.station.stores.cache.db
    .prepare('UPDATE shipment SET status = ?, exception_code = ? WHERE shipment_id = ?')
    .run(status, exceptionCode, shipmentId)
  await app.station.services.consigneeMail.work()
}

/** At a service that is not the embedded one, whose shipments exist. */
const ofService = ({ baseUrl, apiKey }: TestSandbox) => ({ baseUrl, apiKey })

async function mailingStation(server: Server | null, settings = ON) {
  const sandbox = await testSandbox()
  const app = await testStation(sandbox, ofService(sandbox))
  await setServer(app, server)
  await app.run('consigneeMail.set', settings)
  return { app, sandbox }
}

/** Without the inbox's own to the office. */
const sentBy = ({ mails }: Server) => mails.filter((text) => text.includes(`To: ${EMAIL}`))

const log = async (app: TestStation) => (await app.run('consigneeMail.list', {})).mails
const states = async (app: TestStation) => (await log(app)).map(({ event, state }) => `${event} ${state}`)

describe('e-mail to a consignee', () => {
  test('goes out for a real shipment, with its numbers and what to do, once', async () => {
    const server = await mailServer()
    const { app, sandbox } = await mailingStation(server)
    const { shipmentId } = await book(app, { reference: 'PO-4711' })
    const picked = async () => (await app.run('shipments.get', { shipmentId })).events.length > 2
    while (!(await picked())) {
      await sandbox.jump(DAY / 4)
      await app.run('tracking.sync', {})
    }
    // No one asks for it: what a sync brings is looked at by the station.
    const [mail] = await app.until('the first event', async () => {
      const sent = await log(app)
      return sent[0]?.state === 'SENT' ? sent : null
    })
    const { shipment } = await app.run('shipments.get', { shipmentId })
    expect(mail).toMatchObject({ shipmentId, label: 'PO-4711', state: 'SENT', address: EMAIL, error: null })
    const [text = ''] = sentBy(server)
    expect(text).toContain('Your shipment is on its way')
    expect(mail?.body).toContain(`Tracking number: ${shipment.trackingNumber}`)
    expect(mail?.body).toContain(`PRO number: ${shipment.proNumber}`)
    for (let time = 0; time < 2; time++) {
      await app.run('tracking.sync', {})
      await app.station.services.consigneeMail.work()
    }
    const all = (await log(app)).map(({ event, body }) => `${event} ${body}`)
    expect(new Set(all).size).toBe(all.length)
    expect(sentBy(server)).toHaveLength(all.length)
  })

  test('is sent once an event, however often it is reported, and for each cause of an exception', async () => {
    const server = await mailServer()
    const { app } = await mailingStation(server)
    const { shipmentId } = await book(app)
    for (const status of ['PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'IN_TRANSIT', 'OUT_FOR_DELIVERY']) {
      await report(app, shipmentId, status)
    }
    await report(app, shipmentId, 'EXCEPTION', '003')
    await report(app, shipmentId, 'OUT_FOR_DELIVERY')
    await report(app, shipmentId, 'EXCEPTION', '003')
    await report(app, shipmentId, 'EXCEPTION', '006')
    await report(app, shipmentId, 'DELIVERED')
    await report(app, shipmentId, 'DELIVERED')
    expect((await states(app)).reverse()).toEqual([
      'shipped SENT',
      'out-for-delivery SENT',
      'exception SENT',
      'exception SENT',
      'delivered SENT',
    ])
    expect(sentBy(server)).toHaveLength(5)
    expect((await log(app))[1]?.body).toContain('Customs is holding it.')
  })

  test('is sent once about an exception whose reason is known later, or is not known again for a while', async () => {
    const server = await mailServer()
    const { app } = await mailingStation(server)
    const [late, early] = [await book(app), await book(app)]
    for (const reason of [null, '006', null]) await report(app, late.shipmentId, 'EXCEPTION', reason)
    for (const reason of ['006', null, '006']) await report(app, early.shipmentId, 'EXCEPTION', reason)
    expect(await states(app)).toEqual(['exception SENT', 'exception SENT'])
    await report(app, late.shipmentId, 'EXCEPTION', '003')
    expect(sentBy(server)).toHaveLength(3)
  })

  test('is off until it is switched on and a server is set, and not sent about what was booked before', async () => {
    const server = await mailServer()
    const sandbox = await testSandbox()
    const app = await testStation(sandbox, ofService(sandbox))
    expect(await app.run('consigneeMail.setup', {})).toMatchObject({ settings: { isOn: false }, hasServer: false })
    await app.run('consigneeMail.set', ON)
    const before = await book(app)
    await setServer(app, server)
    const meanwhile = await book(app)
    await app.run('consigneeMail.set', { ...ON, isOn: false })
    await report(app, meanwhile.shipmentId, 'PICKED_UP')
    await app.run('consigneeMail.set', ON)
    await report(app, before.shipmentId, 'OUT_FOR_DELIVERY')
    await report(app, meanwhile.shipmentId, 'DELIVERED')
    expect(await log(app)).toEqual([])
    expect(sentBy(server)).toEqual([])
  })

  test('is decided for each booking, by what is set or by the person who books', async () => {
    const server = await mailServer()
    const { app } = await mailingStation(server)
    const declined = await book(app, { notifyConsignee: false })
    const withoutAddress = await book(app, { consigneeInfo: { companyName: 'Globex' } })
    await app.run('consigneeMail.set', { ...ON, which: 'chosen' })
    const unchosen = await book(app)
    const chosen = await book(app, { notifyConsignee: true })
    for (const { shipmentId } of [declined, withoutAddress, unchosen, chosen])
      await report(app, shipmentId, 'PICKED_UP')
    expect((await log(app)).map((mail) => mail.shipmentId)).toEqual([chosen.shipmentId])
    expect(sentBy(server)).toHaveLength(1)
  })

  test('is decided by a rule over what is set, and by the person who books over the rule', async () => {
    const server = await mailServer()
    const { app } = await mailingStation(server)
    const [rule] = await app.run('rules.save', {
      name: 'No mail to Chicago',
      isOn: true,
      when: { to: 'Chicago' },
      does: { kind: 'no-mail' },
    })
    const byRule = await book(app)
    const chosen = await book(app, { notifyConsignee: true })
    await app.run('consigneeMail.set', { ...ON, which: 'chosen' })
    await app.run('rules.save', {
      ruleId: rule?.ruleId ?? '',
      name: 'Mail to Chicago',
      isOn: true,
      when: { to: 'IL' },
      does: { kind: 'mail' },
    })
    const mailed = await book(app)
    const declined = await book(app, { notifyConsignee: false })
    for (const { shipmentId } of [byRule, chosen, mailed, declined]) await report(app, shipmentId, 'PICKED_UP')
    const told = (await log(app)).map((mail) => mail.shipmentId)
    expect(told.toSorted()).toEqual([chosen.shipmentId, mailed.shipmentId].toSorted())
    expect(sentBy(server)).toHaveLength(2)
  })

  test('about a shipment that does not exist, in practice or in a rehearsal, is shown and never sent', async () => {
    const server = await mailServer()
    const app = await testStation(await testSandbox())
    await setServer(app, server)
    await app.run('consigneeMail.set', ON)
    const { shipmentId } = await book(app)
    await report(app, shipmentId, 'PICKED_UP')
    await app.run('rehearsal.speak', { responseVariant: 'plain' })
    const rehearsed = await book(app)
    await report(app, rehearsed.shipmentId, 'PICKED_UP')
    await app.run('rehearsal.end', {})
    await app.station.services.consigneeMail.hasten()
    const shown = (await log(app)).map((mail) => `${mail.shipmentId} ${mail.state}`)
    expect(shown).toEqual([`${rehearsed.shipmentId} PRACTICE`, `${shipmentId} PRACTICE`])
    expect(sentBy(server)).toEqual([])
  })

  test('that a server may have when the connection broke off is shown as such, and not sent again', async () => {
    const server = await mailServer({ hangsUp: true })
    const { app } = await mailingStation(server)
    const { shipmentId } = await book(app)
    await report(app, shipmentId, 'PICKED_UP')
    expect(await log(app)).toMatchObject([{ state: 'UNKNOWN', error: { code: 'MAIL_UNKNOWN' } }])
    server.answer.hangsUp = false
    await app.station.services.consigneeMail.hasten()
    expect(sentBy(server)).toHaveLength(1)
  })

  test('whose sending a kill interrupted is not sent again', async () => {
    const server = await mailServer({ refuses: 452 })
    const { app, sandbox } = await mailingStation(server)
    const { shipmentId } = await book(app)
    await report(app, shipmentId, 'PICKED_UP')
    // As a kill between the commit and the server's answer leaves it.
    app.station.stores.ledger.db.prepare("UPDATE consignee_mail SET state = 'SENDING'").run()
    await app.close()
    server.answer.refuses = undefined
    const again = await testStation(sandbox, { ...ofService(sandbox), dataDir: app.dataDir })
    await again.station.services.consigneeMail.hasten()
    expect(await states(again)).toEqual(['shipped UNKNOWN'])
    expect(sentBy(server)).toEqual([])
  })

  test('to an address that bounces is refused, and a person sees it in the inbox until it is ended', async () => {
    const server = await mailServer({ refuses: 550 })
    const { app } = await mailingStation(server)
    const { shipmentId } = await book(app, { reference: 'PO-BAD' })
    await report(app, shipmentId, 'PICKED_UP')
    expect(await log(app)).toMatchObject([{ state: 'REFUSED', error: { code: 'MAIL_REFUSED' } }])
    await app.station.services.inbox.look()
    const open = async () => (await app.run('inbox.list', {})).items.filter(({ kind }) => kind === 'consignee-mail')
    const [item] = await open()
    expect(item).toMatchObject({ subjectId: shipmentId, label: 'PO-BAD', code: 'MAIL_REFUSED' })
    expect(item?.text).toContain(EMAIL)
    await app.run('inbox.end', { itemId: item?.itemId ?? '' })
    await app.station.services.inbox.look()
    expect(await open()).toEqual([])

    const typo = await book(app, { consigneeInfo: { companyName: 'Globex', email: 'dock at globex' } })
    await report(app, typo.shipmentId, 'PICKED_UP')
    expect((await log(app))[0]).toMatchObject({ state: 'REFUSED', address: 'dock at globex' })
    expect(sentBy(server)).toEqual([])
  })

  test('that a server cannot take now is tried again, unless something newer happened first', async () => {
    const server = await mailServer({ refuses: 452 })
    const { app } = await mailingStation(server)
    const { shipmentId } = await book(app)
    await report(app, shipmentId, 'PICKED_UP')
    expect(await log(app)).toMatchObject([{ state: 'DUE', error: { code: 'MAIL_FAILED' }, settledAt: null }])
    await report(app, shipmentId, 'OUT_FOR_DELIVERY')
    server.answer.refuses = undefined
    await app.station.services.consigneeMail.hasten()
    expect(await states(app)).toEqual(['out-for-delivery SENT', 'shipped OUTDATED'])
  })

  test('takes a shipment’s papers along as PDF when a person sends them, and lists what became of it', async () => {
    const server = await mailServer()
    const { app } = await mailingStation(server, { ...ON, isOn: false })
    const { shipmentId } = await book(app, { reference: 'PO-PAPERS', labelFormat: 'ZPL' })
    const documents = await app.run('documents.list', { shipmentId })
    const documentIds = documents.map(({ documentId }) => documentId)
    expect(documents.map(({ type }) => type)).toEqual(expect.arrayContaining(['SHIPPING_LABEL', 'BOL']))
    expect(await app.run('consigneeMail.papersTo', { shipmentId })).toEqual({
      address: EMAIL,
      hasServer: true,
      isPractice: false,
    })
    const send = () => app.run('consigneeMail.sendPapers', { shipmentId, documentIds, to: 'broker@acme.test' })
    expect(await send()).toMatchObject({ event: 'papers', state: 'SENT', address: 'broker@acme.test' })
    const [text = ''] = server.mails
    expect(text).toContain('Subject: Papers for PO-PAPERS')
    expect(text.match(/Content-Type: application\/pdf/g)).toHaveLength(documentIds.length)
    expect(text.match(/^JVBERi0/gm)).toHaveLength(documentIds.length)
    expect(await app.run('consigneeMail.papersTo', { shipmentId })).toMatchObject({ address: 'broker@acme.test' })

    server.answer.refuses = 452
    expect(await send()).toMatchObject({ state: 'REFUSED', error: { code: 'MAIL_FAILED' } })
    server.answer.refuses = undefined
    server.answer.hangsUp = true
    expect(await send()).toMatchObject({ state: 'UNKNOWN', error: { code: 'MAIL_UNKNOWN' } })
    server.answer.hangsUp = false
    await app.station.services.consigneeMail.hasten()
    expect(await states(app)).toEqual(['papers UNKNOWN', 'papers REFUSED', 'papers SENT'])
    expect(server.mails).toHaveLength(2)
    await setServer(app, null)
    await expect(send()).rejects.toMatchObject({ code: 'WRONG_STATE' })
  })

  test('with the papers of a shipment that does not exist is listed and never sent', async () => {
    const server = await mailServer()
    const app = await testStation(await testSandbox())
    await setServer(app, server)
    const { shipmentId } = await book(app)
    const documents = await app.run('documents.list', { shipmentId })
    const documentIds = documents.map(({ documentId }) => documentId)
    const mail = await app.run('consigneeMail.sendPapers', { shipmentId, documentIds, to: EMAIL })
    expect(mail).toMatchObject({ state: 'PRACTICE', event: 'papers' })
    expect(sentBy(server)).toEqual([])
  })

  test('is in the language of the country, and takes no template with a name that there is not', async () => {
    const { app } = await mailingStation(await mailServer(), { ...ON, language: 'es' })
    const { shipmentId } = await book(app)
    await report(app, shipmentId, 'OUT_FOR_DELIVERY')
    expect((await log(app))[0]?.body).toContain('Su envío está en ruta de entrega.')
    const { templates } = ON
    const bad = { ...templates, es: { ...templates.es, subject: 'Guía {tracing}' } }
    await expect(app.run('consigneeMail.set', { ...ON, templates: bad })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: {
        issues: [{ path: 'templates.es.subject', message: expect.stringContaining('no placeholder {tracing}') }],
      },
    })
  })

  test('that bounced is shown, and nothing more goes to its address until that is taken back', async () => {
    const server = await mailServer()
    const { app } = await mailingStation(server)
    const { shipmentId } = await book(app)
    await report(app, shipmentId, 'IN_TRANSIT')
    const [sent] = await log(app)
    const mailId = sent?.mailId ?? ''
    expect(await app.run('consigneeMail.markBounced', { mailId, isBounced: true })).toMatchObject({
      state: 'REFUSED',
      error: { code: 'MAIL_BOUNCED' },
    })
    await report(app, shipmentId, 'OUT_FOR_DELIVERY')
    expect(await states(app)).toEqual(['out-for-delivery REFUSED', 'shipped REFUSED'])
    expect(sentBy(server)).toHaveLength(1)
    await app.until('the item of the inbox', async () => {
      const { items } = await app.run('inbox.list', {})
      return items.some(({ kind }) => kind === 'consignee-mail') ? true : null
    })
    await app.run('consigneeMail.markBounced', { mailId, isBounced: false })
    await report(app, shipmentId, 'DELIVERED')
    expect(await states(app)).toEqual(['delivered SENT', 'out-for-delivery REFUSED', 'shipped SENT'])
    await expect(app.run('consigneeMail.markBounced', { mailId, isBounced: false })).rejects.toMatchObject({
      code: 'WRONG_STATE',
    })
  })
})

test('an address that is blank everywhere is none, and nothing is refused for it', () => {
  const request = directBooking('PO-1')
  const to = (email: string) => ({ ...request.destinationAddress, email })
  expect(consigneeAddress({ kind: 'direct', request: { ...request, destinationAddress: to(EMAIL) } })).toBe(EMAIL)
  const blank = { ...request, consigneeInfo: { email: ' ' }, destinationAddress: to('') }
  expect(consigneeAddress({ kind: 'direct', request: blank })).toBeNull()
})
