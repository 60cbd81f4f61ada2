import { expect, it } from 'vitest'
import { z } from 'zod'
import {
  isForTokens,
  MOST_ASKING_PAGES,
  MOST_PAGES,
  originSchema,
  PAGE_COMMANDS,
} from '../../src-shared/station/app/connections.ts'
import { COMMAND_NAMES } from '../../src-shared/station/commands.ts'
import { openApi } from '../support/local-api.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'
import { until } from '../support/until.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'

const ORIGIN = 'https://wms.example.com'
const ZPL = '^XA^FO10,10^A0N,30,30^FDx^FS^XZ'
const jobSchema = z.object({ jobId: z.string(), state: z.string() })

/** An open API, and requests as a browser sends them for a page of this origin. */
async function openToPages() {
  const api = await openApi({ role: 'supervisor' })
  const allow = (origin = ORIGIN) => api.run('connections.decidePage', { origin, decision: 'allow' })
  const preflight = (command: string, origin = ORIGIN, more: Record<string, string> = {}) =>
    fetch(`${api.url}/v1/${command}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
        ...more,
      },
    })
  const fromPage = (name: string, body: unknown, { origin = ORIGIN, key = api.secret } = {}) =>
    api.give(name, body, {
      headers: { origin, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    })
  const pages = async () => (await api.run('connections.state', {})).pages
  /** A printer that proves what it prints. */
  const addPrinter = async () => {
    const zebra = await virtualZebra()
    const { printerId } = await api.run('printers.save', {
      name: 'Dock',
      language: 'ZPL',
      dpi: 203,
      media: { widthIn: 4, heightIn: 6 },
      connection: { kind: 'tcp', uri: zebra.uri },
    })
    await api.run('printers.check', { printerId })
    return { zebra, printerId }
  }
  return { ...api, allow, preflight, fromPage, pages, addPrinter }
}

const labelFor = (printerId: string, more: object = {}) => ({
  submissionId: 'label-ORDER-1001',
  name: 'ORDER-1001',
  base64: Buffer.from(ZPL).toString('base64'),
  printer: { printerId },
  ...more,
})

it('takes an exact origin alone: no wildcard, no path, no null', () => {
  for (const origin of [ORIGIN, 'http://wms.lan:8080', 'http://localhost:3000', 'https://[::1]:8443']) {
    expect(originSchema.safeParse(origin).success, origin).toBe(true)
  }
  const wrong = [
    ...['*', 'null', '', 'https://*.example.com', 'https://wms.example.com/', 'https://wms.example.com/orders'],
    ...['https://wms.example.com:443', 'HTTPS://wms.example.com', 'file:///tmp/a.html', 'https://a:b@wms.example.com'],
  ]
  for (const origin of wrong) expect(originSchema.safeParse(origin).success, origin).toBe(false)
})

it('refuses a page that is not allowed in a sentence that no browser shows it, and asks a supervisor once', async () => {
  const { fromPage, preflight, pages, run, station } = await openToPages()
  const asked = await preflight('jobs.printFile')
  expect(asked.status).toBe(403)
  expect([...asked.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  expect(asked.headers.get('vary')).toContain('Origin')
  const refused = await fromPage('printers.list', {})
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'ORIGIN_REFUSED' } } })
  expect(refused.body.error?.message).toBe(
    `Web pages of ${ORIGIN} may not print here. A supervisor can allow them in Settings > Connections > Web pages.`,
  )
  expect(refused.headers.get('access-control-allow-origin')).toBeNull()
  expect(await pages()).toEqual([{ origin: ORIGIN, state: 'asking' }])
  const written = station.stores.ledger.db.prepare("SELECT * FROM setting WHERE name = 'webPages'").all()
  expect(written).toEqual([])
  await run('connections.decidePage', { origin: ORIGIN, decision: 'refuse' })
  await preflight('jobs.printFile')
  expect(await pages()).toEqual([{ origin: ORIGIN, state: 'refused' }])
  await run('connections.decidePage', { origin: ORIGIN, decision: 'forget' })
  expect(await pages()).toEqual([])
})

it('lets a hostile page ask no more than a few times, for printing alone, and fill no list', async () => {
  const { fromPage, preflight, pages, run } = await openToPages()
  for (const origin of ['null', 'file://', 'chrome-extension://abc', `https://${'a'.repeat(300)}.test`]) {
    expect((await preflight('jobs.printFile', origin)).status, origin).toBe(403)
  }
  await preflight('bookings.submit')
  await fromPage('station.state', {})
  expect(await pages()).toEqual([])
  await Promise.all(Array.from({ length: 50 }, (_, n) => preflight('jobs.printFile', `https://a${n}.evil.test`)))
  const asking = await pages()
  expect(asking.map(({ state }) => state)).toEqual(Array(MOST_ASKING_PAGES).fill('asking'))
  for (const { origin } of asking) await run('connections.decidePage', { origin, decision: 'refuse' })
  for (let n = MOST_ASKING_PAGES; n < MOST_PAGES; n++) {
    await run('connections.decidePage', { origin: `https://b${n}.evil.test`, decision: 'refuse' })
  }
  await preflight('jobs.printFile', 'https://one-more.evil.test')
  expect(await pages()).toHaveLength(MOST_PAGES)
  const more = run('connections.decidePage', { origin: 'https://one-more.evil.test', decision: 'refuse' })
  await expect(more).rejects.toMatchObject({ code: 'WRONG_STATE', details: { most: MOST_PAGES } })
})

it('answers the preflight of an allowed page, and shows it its answers and its errors', async () => {
  const { allow, preflight, fromPage, give } = await openToPages()
  await allow()
  const asked = await preflight('jobs.printFile', ORIGIN, { 'access-control-request-private-network': 'true' })
  expect([asked.status, await asked.text()]).toEqual([204, ''])
  expect(Object.fromEntries(asked.headers)).toMatchObject({
    'access-control-allow-origin': ORIGIN,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-allow-private-network': 'true',
    vary: 'Origin, Access-Control-Request-Private-Network',
  })
  expect((await preflight('jobs.printFile')).headers.get('access-control-allow-private-network')).toBeNull()
  expect((await preflight('jobs.printFile', 'http://wms.example.com')).status).toBe(403)
  const wrong = await fromPage('printers.list', {}, { key: 'wbt_wrong' })
  expect(wrong).toMatchObject({ status: 401, body: { error: { code: 'TOKEN_REFUSED' } } })
  expect(wrong.headers.get('access-control-allow-origin')).toBe(ORIGIN)
  expect((await fromPage('printers.list', {})).status).toBe(200)
  expect((await give('printers.list', {})).headers.get('access-control-allow-origin')).toBeNull()
})

it('gives a page of an allowed origin three commands of the whole table, whatever its token may do', async () => {
  const { url, allow, fromPage } = await openToPages()
  await allow()
  const given: string[] = []
  for (const name of COMMAND_NAMES) {
    // No command takes a list, so that none of those it may give does anything.
    const { status, body } = await fromPage(name, [])
    if (status === 400) given.push(name)
    else expect([status, body.error?.code], name).toEqual([403, 'SCOPE_NEEDED'])
  }
  expect(given.toSorted()).toEqual([...PAGE_COMMANDS].toSorted())
  expect(PAGE_COMMANDS.filter(isForTokens)).toEqual(PAGE_COMMANDS)
  expect((await fetch(`${url}/openapi.json`, { headers: { origin: ORIGIN } })).status).toBe(403)
})

it('prints what a page submits once, however often it is sent, and proves it', async () => {
  const { allow, fromPage, addPrinter } = await openToPages()
  await allow()
  const { zebra, printerId } = await addPrinter()
  const sent = await Promise.all([1, 2, 3].map(() => fromPage('jobs.printFile', labelFor(printerId))))
  const ids = sent.map(({ body }) => jobSchema.parse(body.value).jobId)
  expect(new Set(ids).size).toBe(1)
  const jobId = ids[0] ?? ''
  const state = async () => jobSchema.parse((await fromPage('jobs.get', { jobId })).body.value).state
  await until('the proof', async () => ((await state()) === 'PRINTED' ? true : null))
  expect((await fromPage('jobs.get', { jobId })).body.value).toMatchObject({ proof: { kind: 'odometer' } })
  const again = await fromPage('jobs.printFile', labelFor(printerId))
  expect(again.body.value).toMatchObject({ jobId, state: 'PRINTED' })
  expect(zebra.paper).toHaveLength(1)
  const other = await fromPage('jobs.printFile', labelFor(printerId, { copies: 2 }))
  expect(other).toMatchObject({ status: 409, body: { error: { code: 'SUBMISSION_DIFFERS' } } })
  expect(zebra.paper).toHaveLength(1)
})

it('prints a page’s label once over a restart between its two tries', async () => {
  const { fromPage, allow, addPrinter, close, dataDir } = await openToPages()
  await allow()
  const { zebra, printerId } = await addPrinter()
  const first = jobSchema.parse((await fromPage('jobs.printFile', labelFor(printerId))).body.value)
  await until('the label', () => (zebra.paper.length === 1 ? true : null))
  await close()
  const again = await testStation(await testSandbox(), { dataDir })
  const { api, pages } = await again.run('connections.state', {})
  expect(pages).toEqual([{ origin: ORIGIN, state: 'allowed' }])
  const { secret } = await again.run('connections.makeToken', {
    name: 'Page',
    role: 'packer',
    commands: [...PAGE_COMMANDS],
  })
  const response = await fetch(`${api.url ?? ''}/v1/jobs.printFile`, {
    method: 'POST',
    headers: { origin: ORIGIN, authorization: `Bearer ${secret ?? ''}`, 'content-type': 'application/json' },
    body: JSON.stringify(labelFor(printerId)),
  })
  expect(await response.json()).toMatchObject({ ok: true, value: { jobId: first.jobId } })
  expect(zebra.paper).toHaveLength(1)
})

it('judges a page’s label as any other, and prints to no address that a page names', async () => {
  const { allow, fromPage, addPrinter } = await openToPages()
  await allow()
  const { zebra, printerId } = await addPrinter()
  const base64 = Buffer.from('^XA^FO10,10^FDx').toString('base64')
  const cut = await fromPage('jobs.printFile', labelFor(printerId, { base64 }))
  expect(cut.status).toBe(422)
  const target = { uri: zebra.uri }
  const named = await fromPage('jobs.printFile', labelFor(printerId, { printer: target }))
  expect(named).toMatchObject({ status: 403, body: { error: { code: 'SCOPE_NEEDED' } } })
  expect(zebra.received()).toHaveLength(0)
})
