import { once } from 'node:events'
import * as http from 'node:http'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { onTestFinished, expect, test } from 'vitest'
import { send } from '../../src-main/freight/http/send.ts'
import { proxyIn, proxyOfSystem, trustAsSystem } from '../../src-main/shell/system-network.ts'

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Begins what TLS is spoken with. */
const HANDSHAKE = 0x16

/** Answers each GET and keeps the connection; resets it when a POST comes, and speaks no TLS. What came is counted. */
async function resettingServer() {
  const came: string[] = []
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      // Left without a word, it would be waited for ten seconds.
      if (chunk[0] === HANDSHAKE) return void socket.destroy()
      const [method = ''] = chunk.toString().split(' ', 1)
      if (method !== 'GET' && method !== 'POST') return
      came.push(method)
      if (method === 'POST') socket.resetAndDestroy()
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\n{}')
    })
  })
  return { came, port: await listening(server) }
}

/** A proxy that tunnels; whom it was asked for. */
async function tunnel() {
  const asked: string[] = []
  const sockets: Socket[] = []
  const proxy = http.createServer()
  proxy.on('connect', (request, client: Socket) => {
    asked.push(request.url ?? '')
    const target = URL.parse(`http://${request.url}`)
    const server = connect(Number(target?.port), '127.0.0.1')
    sockets.push(client, server)
    server.once('connect', () => client.write('HTTP/1.1 200 OK\r\n\r\n'))
    server.on('error', () => client.resetAndDestroy()).on('close', () => client.destroy())
    client.on('error', () => server.destroy())
    server.pipe(client)
    client.pipe(server)
  })
  const port = await listening(proxy)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  return { asked, url: `http://127.0.0.1:${port}` }
}

const call = (url: string, method: string) =>
  send(new URL(url), {
    method,
    accept: 'application/json',
    apiKey: 'key',
    body: method === 'POST' ? '{}' : null,
    maxBytes: 1000,
    signal: new AbortController().signal,
  })

test.each(['directly', 'through a proxy'])(
  'a POST on a kept connection that is reset is sent once, %s',
  async (way) => {
    const { came, port } = await resettingServer()
    if (way === 'through a proxy') onTestFinished(http.setGlobalProxyFromEnv({ http_proxy: (await tunnel()).url }))
    const url = `http://127.0.0.1:${port}/api/v1/book-shipment`
    await call(url, 'GET')
    await expect(call(url, 'POST')).rejects.toThrow('fetch failed')
    expect(came).toEqual(['GET', 'POST'])
  },
)

test('a service outside is called through the proxy that the system names, this machine never', async () => {
  const { asked, url } = await tunnel()
  const resolved: string[] = []
  const proxy = proxyOfSystem({
    environment: {},
    setProxy: (environment) => http.setGlobalProxyFromEnv(environment),
    resolveProxy: async (target) => {
      resolved.push(target)
      return `PROXY ${new URL(url).host}; DIRECT`
    },
  })
  onTestFinished(() => proxy.follow(null))
  const { came, port } = await resettingServer()
  await proxy.follow('https://freight.example/api/v1')
  // Nobody stands behind it: what counts is who was asked.
  await expect(call(`https://freight.example:${port}/api/v1/quote`, 'GET')).rejects.toThrow('fetch failed')
  expect(asked[0]).toBe(`freight.example:${port}`)
  await call(`http://127.0.0.1:${port}/`, 'GET')
  expect(asked.filter((one) => one.startsWith('127.'))).toEqual([])
  expect(came).toEqual(['GET'])
  expect(resolved).toEqual(['https://freight.example/api/v1'])
})

test('a proxy that the surroundings name goes first, and an older Node.js goes straight on', async () => {
  const set: unknown[] = []
  const options = {
    resolveProxy: async () => 'PROXY other:1',
    environment: { HTTPS_PROXY: 'http://mine:8080', NO_PROXY: 'intern' },
  }
  const setProxy = (environment: object) => {
    set.push(environment)
    return () => void set.push('undone')
  }
  const proxy = proxyOfSystem({ ...options, setProxy })
  await proxy.follow('https://freight.example/api/v1')
  await proxy.follow('https://freight.example/api/v1')
  await proxy.follow(null)
  expect(set).toEqual([{ https_proxy: 'http://mine:8080', no_proxy: 'intern,localhost,127.0.0.1,::1,[::1]' }, 'undone'])
  await proxyOfSystem({ ...options, setProxy: undefined }).follow('https://freight.example/api/v1')
})

test.each([
  ['DIRECT', null],
  ['PROXY proxy.example:3128; DIRECT', 'http://proxy.example:3128'],
  ['HTTPS proxy.example:443', 'https://proxy.example:443'],
  ['SOCKS5 socks:1080; PROXY second:80', 'http://second:80'],
  ['', null],
])('of "%s" Node.js takes %s', (answer, expected) => {
  expect(proxyIn(answer)).toBe(expected)
})

test('the system is trusted beside what Node.js brings, each authority once', () => {
  let trusted: string[] = []
  const tls = {
    getCACertificates: (kind: string) => (kind === 'default' ? ['one', 'two'] : ['two', 'own']),
    setDefaultCACertificates: (certificates: string[]) => void (trusted = certificates),
  }
  expect(trustAsSystem(tls)).toBe(true)
  expect(trusted).toEqual(['one', 'two', 'own'])
  expect(trustAsSystem({})).toBe(false)
})
