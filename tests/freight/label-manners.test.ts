import { describe, expect, it } from 'vitest'
import { createFreightClient } from '../../src-main/freight/client.ts'
import type { LabelFormat } from '../../src-shared/freight/document.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { errorAnswer, httpServer, sendJson } from '../support/http-server.ts'
import { runningClock } from '../support/running-clock.ts'

const ZPL = '^XA^FO20,20^ADN,36,20^FDTRK1^FS^XZ'
const PDF = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const CONTENT = { ZPL, PDF, PNG, EPL: '' }
const base64 = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64')

type Row = Record<string, unknown>
interface ResponseVariant {
  /** Rows of the list; `at` is the storage host's address. */
  labels: (at: string) => Row[] | null
  /** What GET /documents/{id} answers; absent: 404. */
  byId?: string | Buffer
  /** It answers with the data about the document instead. */
  isReported?: boolean
  /** What the storage host answers at any path. */
  stored?: { status: number; body: string | Buffer; type?: string }
  isRedirected?: boolean
}

/** A service that keeps its labels in one manner, beside a storage host of another port, and what that host was sent. */
async function labelService(responseVariant: ResponseVariant) {
  const storage = await httpServer((_request, response) => {
    const { status = 404, body = '', type = 'application/octet-stream' } = responseVariant.stored ?? {}
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  const at = storage.baseUrl
  const { baseUrl, received } = await httpServer(({ url }, response) => {
    const { pathname } = new URL(url, 'http://service')
    if (pathname.endsWith('/labels')) {
      const data = { shipmentId: 'SHP-1', labels: responseVariant.labels(at) }
      sendJson(response, 200, { success: true, data, error: null, meta: { requestId: 'r' } })
    } else if (pathname.includes('/files/') && responseVariant.isRedirected) {
      response.writeHead(302, { location: `${at}/bucket/label` }).end()
    } else if (pathname.includes('/documents/') && responseVariant.isReported) {
      sendJson(response, 200, { success: true, data: { documentId: 'DOC-1', format: 'ZPL' } })
    } else if (pathname.includes('/documents/') && responseVariant.byId !== undefined) {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(responseVariant.byId)
    } else {
      sendJson(response, 404, errorAnswer('DOCUMENT_NOT_FOUND', 'no such document'))
    }
  })
  const client = createFreightClient(async () => ({ baseUrl, apiKey: 'the-secret-key' }), { clock: runningClock() })
  return { client, storage: storage.received, received, base: baseUrl }
}

const label = (more: Row): Row => ({ documentId: 'DOC-1', type: 'SHIPPING_LABEL', format: 'ZPL', ...more })

describe('a label', () => {
  it.each<[what: string, responseVariant: ResponseVariant, format: LabelFormat]>([
    ['by its id', { labels: () => [label({})], byId: ZPL }, 'ZPL'],
    ['in another format than was asked for', { labels: () => [label({ format: 'PDF' })], byId: PDF }, 'PDF'],
    ['of a format in lower case', { labels: () => [label({ format: 'zpl' })], byId: ZPL }, 'ZPL'],
    ['that is called ZPL and is a PDF', { labels: () => [label({})], byId: PDF }, 'PDF'],
    ['whose format is told by its content alone', { labels: () => [label({ format: undefined })], byId: PNG }, 'PNG'],
    ['in base64', { labels: () => [label({})], byId: base64(PDF) }, 'PDF'],
    ['as a data URL', { labels: () => [label({ url: `data:application/pdf;base64,${base64(PDF)}` })] }, 'PDF'],
    ['in base64 in the list', { labels: () => [label({ documentId: undefined, content: base64(ZPL) })] }, 'ZPL'],
    [
      'at a URL alone, of another host',
      {
        labels: (at) => [label({ documentId: undefined, url: `${at}/bucket/label` })],
        stored: { status: 200, body: ZPL },
      },
      'ZPL',
    ],
    [
      'that redirects to a storage host',
      {
        labels: () => [label({ documentId: undefined, url: '/api/v1/files/1' })],
        isRedirected: true,
        stored: { status: 200, body: PDF },
      },
      'PDF',
    ],
    [
      'of two formats, the one asked for',
      { labels: () => [label({ format: 'PDF', documentId: 'DOC-2' }), label({})], byId: ZPL },
      'ZPL',
    ],
    [
      'whose id gives the data about it, at its URL',
      { labels: (at) => [label({ url: `${at}/bucket/label` })], isReported: true, stored: { status: 200, body: ZPL } },
      'ZPL',
    ],
    [
      'at a URL, where another has ended',
      {
        labels: (at) => [label({ downloadUrl: '/api/v1/gone', url: `${at}/bucket/label` })],
        stored: { status: 200, body: ZPL },
      },
      'ZPL',
    ],
    [
      'whose id is not known, at its URL',
      {
        labels: (at) => [label({ url: `${at}/bucket/label` })],
        stored: { status: 200, body: ZPL, type: 'text/plain' },
      },
      'ZPL',
    ],
  ])(
    '%s ends in bytes that a printer or the converter takes, and the key goes nowhere else',
    async (_what, responseVariant, format) => {
      const { client, storage } = await labelService(responseVariant)
      const fetched = await client.fetchLabels('SHP-1', 'ZPL')
      expect(fetched.map((one) => one.format)).toEqual([format])
      expect(Buffer.from(fetched[0]?.bytes ?? [])).toEqual(Buffer.from(CONTENT[format]))
      expect(JSON.stringify(storage)).not.toContain('the-secret-key')
    },
  )

  it.each<[what: string, responseVariant: ResponseVariant, code: string, words: RegExp]>([
    [
      'whose URL has expired',
      {
        labels: (at) => [label({ documentId: undefined, url: `${at}/bucket/label` })],
        stored: { status: 403, body: '<Error><Code>AccessDenied</Code></Error>', type: 'application/xml' },
      },
      'DOCUMENT_NOT_FOUND',
      /expired|over/i,
    ],
    ['that is not ready', { labels: () => [] }, 'UNREADABLE_ANSWER', /lists no label yet/],
    ['of which nothing is told', { labels: () => null }, 'UNREADABLE_ANSWER', /lists no label yet/],
    [
      'without any place',
      { labels: () => [label({ documentId: undefined })] },
      'UNREADABLE_ANSWER',
      /names neither an id nor a URL/,
    ],
    [
      'that is a page of HTML',
      { labels: () => [label({})], byId: '<!doctype html><html><body>Sign in</body></html>' },
      'UNREADABLE_ANSWER',
      /web page/i,
    ],
  ])('%s ends in one clear sentence', async (_what, responseVariant, code, words) => {
    const { client, storage } = await labelService(responseVariant)
    const failure = client.fetchLabels('SHP-1', 'ZPL')
    await expect(failure).rejects.toMatchObject({ code, message: expect.stringMatching(words) })
    expect(JSON.stringify(storage)).not.toContain('the-secret-key')
  })

  it.each<[what: string, sizes: (string | undefined)[], kept: string[]]>([
    ['of a piece in both sizes is fetched once, in the size asked for', ['4x6', '8.5x11'], ['DOC-0']],
    ['whose size is not named is kept beside a sheet', [undefined, '8.5x11'], ['DOC-0']],
    ['that is a sheet alone is kept', ['8.5x11', '8.5x11'], ['DOC-0', 'DOC-1']],
    ['of a size in its own spelling counts as one', ['8.5 x 11', '4 X 6 in'], ['DOC-1']],
    ['on a sheet by its name is none of another piece', ['4x6', 'LETTER'], ['DOC-0']],
    ['whose size is a word that names none is kept', ['4x6', 'THERMAL'], ['DOC-0', 'DOC-1']],
    ['of each of two pieces is kept', ['4x6', undefined], ['DOC-0', 'DOC-1']],
  ])('%s', async (_what, sizes, kept) => {
    const { client } = await labelService({
      labels: () => sizes.map((size, index) => label({ documentId: `DOC-${index}`, size })),
      byId: ZPL,
    })
    const fetched = await client.fetchLabels('SHP-1', 'ZPL')
    expect(fetched.map(({ documentId }) => documentId)).toEqual(kept)
  })

  it('in EPL is asked for as it was made: the service names no such format of a document', async () => {
    const { client, received } = await labelService({
      labels: () => [label({ format: 'EPL' })],
      byId: '\nN\nA20,20,0,3,1,1,N,"TRK1"\nP1\n',
    })
    expect(await client.fetchLabels('SHP-1', 'EPL')).toMatchObject([{ format: 'EPL' }])
    await client.getDocument('DOC-1', { format: 'EPL' }).catch(() => null)
    const asked = received.filter(({ url }) => url.includes('/documents/')).map(({ url }) => url.split('/').at(-1))
    expect(asked).toEqual(['DOC-1?download=true', 'DOC-1'])
  })

  it('that is ready later comes with a later try', async () => {
    const clock = new FakeClock()
    const readyAt = clock.now().getTime() + 45_000
    const { client } = await labelService({
      labels: () => (clock.now().getTime() < readyAt ? [] : [label({})]),
      byId: ZPL,
    })
    await expect(client.fetchLabels('SHP-1', 'ZPL')).rejects.toMatchObject({ code: 'UNREADABLE_ANSWER' })
    clock.advance(45_000)
    expect(await client.fetchLabels('SHP-1', 'ZPL')).toMatchObject([{ format: 'ZPL' }])
  })
})
