import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorAnswer, httpServer, sendJson } from '../support/http-server.ts'
import { commandLine } from '../cli/run.ts'
import { testSandbox } from '../support/sandbox.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testStation } from '../support/test-station.ts'

/** A server that takes any key, and keeps what it was given. */
const listeningIn = () =>
  httpServer((_request, response) =>
    sendJson(response, 200, {
      success: true,
      data: [],
      meta: { requestId: 'r', timestamp: '2026-11-21T15:00:00Z', version: '1.0.0', pagination: { hasNext: false } },
    }),
  )

describe('the key of the environment', () => {
  it('goes to the service it was given with, and to no other that is named later', async () => {
    const mine = await testSandbox()
    const theirs = await listeningIn()
    const station = await testStation(await testSandbox(), { baseUrl: mine.baseUrl, apiKey: mine.apiKey })
    expect(await station.run('environment.test', {})).toMatchObject({ keyStorage: 'environment' })

    await expect(station.run('environment.use', { kind: 'service', baseUrl: theirs.baseUrl })).rejects.toMatchObject({
      code: 'NO_API_KEY',
      details: { where: theirs.baseUrl },
    })
    expect(theirs.received).toEqual([])
    expect((await station.run('station.state', {})).environment).toMatchObject({ baseUrl: mine.baseUrl })

    await station.run('environment.use', { kind: 'service', baseUrl: theirs.baseUrl, apiKey: 'a key of their own' })
    const sent = theirs.received.map(({ headers }) => headers.authorization)
    expect(new Set(sent)).toEqual(new Set(['Bearer a key of their own']))

    // Back again, it is still there.
    const back = await station.run('environment.use', { kind: 'service', baseUrl: `${mine.baseUrl}/` })
    expect(back.keyStorage).toBe('environment')
  })

  it('does not go to the service of a policy when it was given with another', async () => {
    const theirs = await listeningIn()
    const policyFile = join(tempDir(), 'policy.json')
    writeFileSync(policyFile, JSON.stringify({ serviceUrl: theirs.baseUrl }))
    const { baseUrl, apiKey } = await testSandbox()
    const station = await testStation(await testSandbox(), { baseUrl, apiKey, policyFile })
    expect(await station.run('station.state', {})).toMatchObject({
      environment: { baseUrl: theirs.baseUrl },
      keyStorage: 'none',
    })
    await expect(station.run('environment.test', {})).rejects.toMatchObject({ code: 'NO_API_KEY' })
    expect(theirs.received).toEqual([])
  })

  it('belongs to the service that was saved when no other is named', async () => {
    const saved = await testSandbox()
    const dataDir = tempDir()
    const first = await testStation(await testSandbox(), { dataDir })
    await first.run('environment.use', { kind: 'service', baseUrl: saved.baseUrl, apiKey: saved.apiKey })
    await first.close()

    const theirs = await listeningIn()
    const again = await testStation(await testSandbox(), { dataDir, apiKey: saved.apiKey })
    expect(await again.run('environment.test', {})).toMatchObject({ keyStorage: 'environment' })
    await expect(again.run('environment.use', { kind: 'service', baseUrl: theirs.baseUrl })).rejects.toMatchObject({
      code: 'NO_API_KEY',
    })
    expect(theirs.received).toEqual([])
  })

  it('is nobody’s in a station that works with the embedded service', async () => {
    const theirs = await listeningIn()
    const station = await testStation(await testSandbox(), { apiKey: 'for some other service' })
    await expect(station.run('environment.use', { kind: 'service', baseUrl: theirs.baseUrl })).rejects.toMatchObject({
      code: 'NO_API_KEY',
      message: expect.stringContaining('WAYBILL_API_KEY is for the service that Waybill was started with'),
    })
    expect(theirs.received).toEqual([])
  })

  it('does not follow a redirect', async () => {
    const theirs = await listeningIn()
    const mine = await httpServer((request, response) =>
      request.url.includes('/tracking')
        ? sendJson(response, 404, errorAnswer('TRACKING_NOT_FOUND'))
        : response.writeHead(307, { location: `${theirs.baseUrl}/shipments` }).end(),
    )
    const station = await testStation(await testSandbox(), { baseUrl: mine.baseUrl, apiKey: 'mine alone' })
    await expect(station.run('environment.test', {})).rejects.toMatchObject({ code: 'UNREADABLE_ANSWER' })
    expect(mine.received.length).toBeGreaterThan(0)
    expect(theirs.received).toEqual([])
  })

  it('stays behind when one command is pointed at another service', async () => {
    const mine = await testSandbox()
    const theirs = await listeningIn()
    const cli = commandLine(mine)
    const { value } = await cli.json('track', 'PO-1', '--base-url', theirs.baseUrl)
    expect(value).toMatchObject([{ notAsked: 'PO-1', error: { code: 'NO_API_KEY' } }])
    expect(theirs.received).toEqual([])
    expect(await cli.json('track', '--base-url', `${mine.baseUrl}/`)).toMatchObject({ value: [] })
  })
})
