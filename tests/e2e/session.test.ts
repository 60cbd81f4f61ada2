import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openBrowserHost } from '../../src-main/shell/browser/host.ts'
import { browserPath, newContext, sharedBrowser } from '../support/browser.ts'
import { testSandbox } from '../support/sandbox.ts'
import { scriptedStation } from '../support/scripted-station.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testStation } from '../support/test-station.ts'
import { RENDERER_DIR } from './app.ts'
import { findings } from './findings.ts'
import { text } from '../support/text.ts'

const portSchema = z.object({ port: z.number() })

/** Run by another page: commands, events and the way in, read and unread, with cookies; a form; what it has stored. */
const everythingAPageCanTry = (target: string) => `(async () => {
  const url = '${target}/command/settings.update'
  const read = async (work) => {
    try {
      const response = await work()
      return response.type + ' ' + response.status + ' ' + await response.text()
    } catch {
      return 'refused'
    }
  }
  const json = { 'content-type': 'application/json' }
  const tried = [
    await read(() => fetch(url, { method: 'POST', credentials: 'include', headers: json, body: '{}' })),
    await read(() => fetch(url, { method: 'POST', credentials: 'include', mode: 'no-cors', body: '{}' })),
    await read(() => fetch('${target}/events', { credentials: 'include' })),
    await read(() => fetch('${target}/', { credentials: 'include' })),
    await read(() => fetch('${target}/open', { method: 'POST', credentials: 'include', mode: 'no-cors' })),
  ]
  const heard = await new Promise((resolve) => {
    const source = new EventSource('${target}/events', { withCredentials: true })
    source.onopen = () => resolve('open')
    source.onerror = () => resolve('refused')
  })
  const form = Object.assign(document.createElement('form'), { method: 'post', action: url, target: 'frame' })
  const frame = Object.assign(document.createElement('iframe'), { name: 'frame' })
  const framed = new Promise((resolve) => frame.addEventListener('load', resolve))
  document.body.append(frame, form)
  form.submit()
  await framed
  return { tried, heard, stored: localStorage.length + sessionStorage.length, cookies: document.cookie }
})()`

describe.skipIf(browserPath() === null)('a session in the browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await sharedBrowser()
  })

  async function openContext(): Promise<BrowserContext> {
    const context = await newContext(browser, { locale: 'en-US', reducedMotion: 'reduce' })
    onTestFinished(() => context.close())
    return context
  }

  async function wholeApp() {
    const { station, run } = await testStation(await testSandbox())
    await run('settings.update', { firstRun: 'done', theme: 'light' })
    const contested: string[] = []
    const reopen = async (port: number) => {
      const host = await openBrowserHost({
        station,
        rendererDir: RENDERER_DIR,
        port,
        onContested: () => contested.push('contested'),
      })
      onTestFinished(() => host.close())
      return host
    }
    const host = await reopen(0)
    return { host, reopen, run, contested, home: new URL('/', host.url).href }
  }

  const isIn = (page: Page) => page.getByRole('link', { name: text('rail.pack') }).waitFor()

  test('outlives a reload, serves several tabs, and one more after the last was closed', async () => {
    const { host, run, home } = await wholeApp()
    const context = await openContext()
    const first = await context.newPage()
    await first.goto(host.url)
    await isIn(first)
    expect(first.url().startsWith(home)).toBe(true)
    expect(first.url()).not.toContain(new URL(host.url).hash.slice(1))
    await first.reload()
    await isIn(first)

    const others = await Promise.all([context.newPage(), context.newPage()])
    for (const page of others) {
      await page.goto(home)
      await isIn(page)
    }
    // What happens in the station reaches every tab: the event stream is open in each.
    await run('settings.update', { theme: 'dark' })
    for (const page of [first, ...others]) await page.locator('html[data-theme="dark"]').waitFor()

    for (const page of [first, ...others]) await page.close()
    const late = await context.newPage()
    await late.goto(home)
    await isIn(late)
  })

  test('says over the whole window that the station went away, comes back by itself and keeps what was typed', async () => {
    const { host, run, reopen } = await wholeApp()
    const context = await openContext()
    const page = await context.newPage()
    await page.goto(host.url)
    await isIn(page)
    await page.getByRole('link', { name: text('rail.quote'), exact: true }).click()
    const field = page.getByLabel(text('address.company')).first()
    await field.fill('Acme Tools')
    await host.close()
    await page.getByRole('alertdialog', { name: text('away.title') }).waitFor()
    expect(await findings(page)).toEqual([])
    const next = await reopen(Number(new URL(host.url).port))
    const over = page.getByRole('alertdialog', { name: text('away.overTitle') })
    await over.waitFor()
    // The window that the new one opens lets in the whole browser.
    await (await context.newPage()).goto(next.url)
    await over.waitFor({ state: 'hidden' })
    expect(await field.inputValue()).toBe('Acme Tools')
    await run('settings.update', { theme: 'dark' })
    await page.locator('html[data-theme="dark"]').waitFor()
  })

  test('is not given to whoever comes second, who is told what to do in both languages', async () => {
    const { host, contested, home } = await wholeApp()
    const winner = await (await openContext()).newPage()
    await winner.goto(host.url)
    await isIn(winner)
    const loser = await (await openContext()).newPage()
    await loser.goto(host.url)
    await loser.getByText('This address opens Waybill only once').waitFor()
    await loser.getByText('Esta dirección abre Waybill una sola vez').waitFor()
    expect(contested).toEqual(['contested'])
    await loser.goto(home)
    expect(await loser.locator('body').textContent()).toContain('Run "npm start" again')

    // The winner may use the address again: nobody else did.
    await winner.goto(host.url)
    await isIn(winner)
    expect(contested).toEqual(['contested'])
  })

  test('cannot be used by a page or a server on another port of this machine, with the same cookies', async () => {
    const station = scriptedStation()
    const rendererDir = join(tempDir(), 'renderer')
    mkdirSync(rendererDir)
    writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>Waybill</title><p>Here it is</p>')
    const host = await openBrowserHost({ station, rendererDir })
    onTestFinished(() => host.close())
    const { origin, port } = new URL(host.url)
    const context = await openContext()
    const page = await context.newPage()
    await page.goto(host.url)
    await page.getByText('Here it is').waitFor()

    const visits: IncomingMessage[] = []
    const unknown = createServer((visit, response) => {
      visits.push(visit)
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Stranger</title>')
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void unknown.close())
    await new Promise((resolve) => unknown.once('listening', resolve))
    const theirs = await context.newPage()
    await theirs.goto(`http://127.0.0.1:${portSchema.parse(unknown.address()).port}/`)

    // The page tries what a page can.
    expect(await theirs.evaluate(everythingAPageCanTry(origin))).toEqual({
      tried: ['refused', 'refused', 'refused', 'refused', 'refused'],
      heard: 'refused',
      stored: 0,
      cookies: '',
    })

    // The server was sent the cookie, and says whatever it likes beside it.
    const cookie = visits.find(({ headers }) => headers.cookie !== undefined)?.headers.cookie ?? ''
    expect(cookie).toContain(`waybill-${port}=`)
    const asPage = { host: `127.0.0.1:${port}`, origin, cookie, 'sec-fetch-site': 'same-origin' }
    const replay = (method: string, path: string) =>
      new Promise<number>((resolve, reject) => {
        const headers = { ...asPage, 'content-type': 'application/json' }
        const sent = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
          resolve(response.statusCode ?? 0)
          response.destroy()
        })
        sent.on('error', reject).end(method === 'POST' ? '{}' : undefined)
      })
    expect(await replay('POST', '/command/settings.update')).toBe(401)
    expect(await replay('GET', '/events')).toBe(401)
    expect(await replay('POST', '/open')).toBe(401)
    expect(station.received).toEqual([])
    expect(station.listeners()).toBe(0)
  })
})
