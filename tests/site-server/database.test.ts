import { connect, createServer, type AddressInfo } from 'node:net'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { migrateSite } from '../../src-main/site-server/migrate.ts'
import { assertOwnSessions, openSiteDatabase } from '../../src-main/site-server/site-database.ts'
import { hasPostgres, shiftedClock, testDatabase } from '../support/postgres.ts'
import { freePort } from '../support/free-port.ts'
import { full, isFullRun } from '../support/full.ts'
import { TEST_START } from '../support/running-clock.ts'
import { testSandbox } from '../support/sandbox.ts'
import { tempDir } from '../support/temp-dir.ts'
import { enrolled } from '../support/test-site.ts'
import { programOf } from '../support/program.ts'
import { until } from '../support/until.ts'
import { startSite } from '../world/processes/handle.ts'
import { aTemplate } from '../world/processes/site/a-template.ts'
import { ask, startCluster } from '../world/processes/site/cluster.ts'

const template = hasPostgres && isFullRun ? await aTemplate() : null
afterAll(() => template?.remove())

const WAYBILL = programOf('src-main/cli/waybill.ts')

/** A message of PostgreSQL's protocol. */
const message = (type: string, body: string): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body, 'latin1')])
}
const READY = message('Z', 'I')
const errorOf = (code: string, text: string) => message('E', `SFATAL\0VFATAL\0C${code}\0M${text}\0\0`)
/** An empty answer to a statement that is prepared, bound and run. */
const ANSWER = Buffer.concat([message('1', ''), message('2', ''), message('n', ''), message('C', 'SELECT 0\0'), READY])

/** A PostgreSQL of a few words. @param said what it answers the start of a session, and each question */
async function fewWords(said: { start: Buffer; question: Buffer }): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(said.start)
      socket.on('data', () => socket.write(said.question))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `postgresql://u:p@127.0.0.1:${(server.address() as AddressInfo).port}/d`
}

describe('a connection to the database', () => {
  it('that ends in the moment between two owners ends no process', async () => {
    const thrown: unknown[] = []
    const note = (error: unknown) => thrown.push(error)
    process.on('uncaughtExceptionMonitor', note)
    onTestFinished(() => void process.off('uncaughtExceptionMonitor', note))
    // The end comes in one packet with the last answer.
    const ended = errorOf('57P01', 'terminating connection due to administrator command')
    const url = await fewWords({
      start: Buffer.concat([message('R', '\0\0\0\0'), READY]),
      question: Buffer.concat([ANSWER, ended]),
    })
    const db = openSiteDatabase(url, { connections: 1, queryTimeoutMs: 2_000 })
    const first = db.all('SELECT 1')
    const next = db.transaction((tx) => tx.one('SELECT 2'))
    expect(await first).toEqual([])
    await expect(next).rejects.toMatchObject({ code: 'DATABASE_AWAY' })
    expect(thrown).toEqual([])
  })

  it('through a pooler that takes it, and shares its session, is refused before anything is prepared', async () => {
    const column = 'pid\0' + '\0\0\0\0' + '\0\0' + '\0\0\0\x17' + '\0\x04' + '\0\0\0\0' + '\0\0'
    const url = await fewWords({
      start: Buffer.concat([message('R', '\0\0\0\0'), READY]),
      question: Buffer.concat([
        message('T', `\0\x01${column}`),
        message('D', '\0\x01\0\0\0\x0277'),
        ...[message('C', 'SELECT 1\0'), READY],
      ]),
    })
    await expect(assertOwnSessions(url)).rejects.toMatchObject({
      code: 'DATABASE_UNFIT',
      details: { reason: 'pooler' },
    })
  })

  it.skipIf(!hasPostgres)('that leads to PostgreSQL itself has a session of its own', async () => {
    const { url } = await testDatabase()
    await expect(assertOwnSessions(url)).resolves.toBeUndefined()
  })

  it('through a pooler that shares sessions is refused in a sentence', async () => {
    const url = await fewWords({
      start: errorOf('08P01', 'unsupported startup parameter: statement_timeout'),
      question: READY,
    })
    const db = openSiteDatabase(url, { connections: 1 })
    const asked = db.transaction((tx) => tx.one('SELECT 1'))
    await expect(asked).rejects.toMatchObject({ code: 'DATABASE_UNFIT', message: expect.stringContaining('pooler') })
  })
})

describe.skipIf(!hasPostgres)('a site', () => {
  it('that starts before its database waits for it, says so, and ends in order when it is told to', async () => {
    const { url } = await testDatabase()
    const real = new URL(url)
    // Nothing listens where it is to be, until the database is there.
    const port = await freePort()
    const late = new URL(url)
    late.port = String(port)
    const start = () => {
      const child = spawn(
        process.execPath,
        [
          ...[WAYBILL, 'site', 'start', '--plain', '--port', '0', '--json', '--data', tempDir()],
          ...['--base-url', 'http://127.0.0.1:9/api/v1'],
        ],
        { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, WAYBILL_SITE_DATABASE: late.href } },
      )
      onTestFinished(() => void child.kill('SIGKILL'))
      const said = { out: '', err: '' }
      child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
      child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()))
      const ended = async () => {
        child.kill('SIGTERM')
        const [code] = z.tuple([z.number().nullable(), z.string().nullable()]).parse(await once(child, 'exit'))
        return code
      }
      return {
        said,
        ended,
        waits: () => until('it to wait', () => (said.err.includes('Waiting for it') ? true : null)),
      }
    }
    const [stopped, served] = [start(), start()]
    await Promise.all([stopped.waits(), served.waits()])
    expect(stopped.said.err).not.toContain(real.password)
    expect(await stopped.ended()).toBe(0)
    const forward = createServer((socket) => {
      const to = connect(Number(real.port), real.hostname)
      for (const one of [socket, to]) one.on('error', () => undefined)
      socket.pipe(to).pipe(socket)
    })
    await new Promise<void>((resolve) => forward.listen(port, '127.0.0.1', resolve))
    onTestFinished(() => void forward.close())
    await until('it to serve', () => (served.said.out.includes('"ready":true') ? true : null))
    expect(await served.ended()).toBe(0)
  })

  it(
    'outlives its database: ended connections, fast restarts and kills of the postmaster while stations upload',
    full('240 rounds in real time; the moment itself is tested above', { timeout: 600_000 }),
    async () => {
      const cluster = await startCluster(template?.folder ?? '', tempDir())
      onTestFinished(cluster.close)
      const db = openSiteDatabase(cluster.url)
      await migrateSite(db)
      await shiftedClock(db, TEST_START)
      const sandbox = await testSandbox()
      const port = await freePort()
      const site = await startSite({
        ...{ databaseUrl: cluster.url, folder: tempDir(), port, environment: 'embedded', mutant: null },
        ...{ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, keyDelayMs: 0, clockOffsetMs: 0 },
        ...{ guardMs: 8_000, deadlineMs: 30_000 },
      })
      if (site === null) throw new Error('the site did not open')
      onTestFinished(async () => {
        await site.kill()
        await db.close()
      })
      const origin = `http://127.0.0.1:${port}`
      const enrolCode = async (urls: readonly string[]) => (await site.enrolCode([...urls])) ?? ''
      const stations = await Promise.all(
        ['Dock A', 'Dock B', 'Dock C'].map((name) => enrolled({ enrolCode }, origin, name)),
      )
      const uploaded: string[] = []
      async function work(round: string, harm: () => Promise<unknown>): Promise<void> {
        const before = uploaded.length
        const working = Promise.all(
          stations.map(async (station) => {
            for (let nth = 0; nth < 2; nth++) {
              const item = await station.item(`PO-${round}-${station.name}-${nth}`)
              const taken = await until(
                `${item.booking.reference} to be taken`,
                () => station.upload(item).catch(() => null),
                { everyMs: 40 },
              )
              expect(taken).toMatchObject({ answer: 'taken' })
              uploaded.push(item.booking.reference)
            }
          }),
        )
        await until('stations at work', () => (uploaded.length > before ? true : null))
        await harm()
        await working
      }
      // Each asks its price while everything is there.
      await work('first', async () => undefined)
      const terminate = () =>
        ask(
          cluster.url,
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
        )
      for (let round = 0; round < 200; round++) await work(`ended-${round}`, terminate)
      for (let round = 0; round < 20; round++) await work(`restart-${round}`, () => cluster.crash(0, 'SIGINT'))
      for (let round = 0; round < 20; round++) await work(`kill-${round}`, () => cluster.crash(0, 'SIGKILL'))
      expect(await site.isSender()).toBe(true)
      const states = 'SELECT reference, state FROM booking'
      const booked = await until(
        'every booking at the service',
        async () => {
          const rows = z
            .array(z.object({ reference: z.string(), state: z.string() }))
            .parse(await db.all(states).catch(() => []))
          return rows.length > 0 && rows.every(({ state }) => state === 'BOOKED') ? rows : null
        },
        { giveUpMs: 120_000, everyMs: 100 },
      )
      expect(booked.map(({ reference }) => reference).sort()).toEqual(uploaded.sort())
      for (const reference of uploaded) {
        const found = await sandbox.get(`/shipments?reference=${encodeURIComponent(reference)}`)
        expect(z.object({ data: z.array(z.unknown()) }).parse(found).data, reference).toHaveLength(1)
      }
    },
  )
})
