import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CONTENT_SECURITY_POLICY } from '../../src-main/shell/csp.ts'
import { isAppUrl, registerAppScheme, serveRenderer } from '../../src-main/shell/desktop/protocol.ts'
import { tempDir } from '../support/temp-dir.ts'

/** What a window gets for a URL of our scheme. */
function openScheme() {
  const dir = join(tempDir(), 'renderer')
  mkdirSync(join(dir, 'assets'), { recursive: true })
  writeFileSync(join(dir, 'index.html'), '<!doctype html>')
  writeFileSync(join(dir, 'assets', 'inter.woff2'), 'font')
  writeFileSync(join(dir, '..', 'ledger.json'), 'secret')
  let handler: ((request: Request) => Promise<Response>) | undefined
  serveRenderer({ handle: (_scheme, given) => (handler = given) }, dir)
  return async (url: string, init?: RequestInit) => {
    if (!handler) throw new Error('nothing serves the scheme')
    return handler(new Request(url, init))
  }
}

test('the scheme is a secure origin of its own that bypasses no policy', () => {
  registerAppScheme({
    registerSchemesAsPrivileged: (schemes) => {
      expect(schemes).toEqual([
        {
          scheme: 'waybill',
          privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
        },
      ])
    },
  })
  expect.assertions(1)
})

test('the page and its files come with their types and the policy', async () => {
  const get = openScheme()
  const page = await get('waybill://app/#/track')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY)
  const font = await get('waybill://app/assets/inter.woff2')
  expect(font.headers.get('content-type')).toBe('font/woff2')
  expect(await font.text()).toBe('font')
})

test.each([
  'waybill://app/../ledger.json',
  'waybill://app/%2e%2e/ledger.json',
  'waybill://app/..%2fledger.json',
  'waybill://app/assets/..%5c..%5cledger.json',
  'waybill://app/none.js',
  'waybill://app/assets',
  'waybill://other/index.html',
])('%s leads nowhere', async (url) => {
  const answer = await openScheme()(url)
  expect(answer.status).toBe(404)
  expect(await answer.text()).toBe('')
})

test('nothing can be posted to the page', async () => {
  expect((await openScheme()('waybill://app/index.html', { method: 'POST' })).status).toBe(404)
})

test.each([
  ['waybill://app/', true],
  ['waybill://app/#/pack', true],
  ['waybill://application/', false],
  ['waybill://app.evil.example/', false],
  ['https://app/', false],
  ['file:///app/', false],
  ['about:blank', false],
  ['', false],
])('%s is our page: %s', (url, expected) => {
  expect(isAppUrl(url)).toBe(expected)
})
