import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PassThrough } from 'node:stream'
import { z } from 'zod'
import { startEmbedded } from '../../src-main/app/embedded.ts'
import { forkProcess } from '../../src-main/kernel/child-program.ts'
import { tempDir } from '../support/temp-dir.ts'

test('the embedded service starts as a process of its own, takes only its key, and ends with the station', async () => {
  const service = await startEmbedded({ dataDir: tempDir(), samples: false })
  const list = (key: string) =>
    fetch(`${service.baseUrl}/shipments`, { headers: { Authorization: `Bearer ${key}` } }).then(({ status }) => status)
  expect(await list(service.apiKey)).toBe(200)
  expect(await list('another')).toBe(401)

  await service.close()
  await service.ended
  await expect(list(service.apiKey)).rejects.toThrow('fetch failed')
})

test('a first start with samples has them, filled by a process that ends before the service begins', async () => {
  const dataDir = tempDir()
  const launches: { args: string[]; isEnded: boolean }[] = []
  const service = await startEmbedded({
    dataDir,
    samples: true,
    launcher: (launch) => {
      const program = forkProcess(launch)
      const noted = { args: launch.args.slice(2), isEnded: false }
      expect(launches.every(({ isEnded }) => isEnded)).toBe(true)
      launches.push(noted)
      program.onExit(() => (noted.isEnded = true))
      return program
    },
  })
  expect(launches.map(({ args }) => args)).toEqual([['--samples', '--prepare'], ['--samples']])
  const answer = await fetch(`${service.baseUrl}/shipments`, { headers: { Authorization: `Bearer ${service.apiKey}` } })
  const { data } = z.object({ data: z.array(z.unknown()) }).parse(await answer.json())
  expect(data.length).toBeGreaterThan(10)
  await service.close()
})

test('two runs have two keys', async () => {
  const dataDir = tempDir()
  const first = await startEmbedded({ dataDir, samples: false })
  await first.close()
  const second = await startEmbedded({ dataDir, samples: false })
  await second.close()
  expect(first.apiKey).not.toBe(second.apiKey)
})

test('a service that cannot start says why', async () => {
  const file = join(tempDir(), 'file')
  writeFileSync(file, '')
  await expect(startEmbedded({ dataDir: join(file, 'data'), samples: false })).rejects.toMatchObject({
    code: 'SERVICE_UNREACHABLE',
    message: expect.stringContaining('did not start (code 1)'),
  })
})

test('a service that is not ready in time is ended, so that the next one finds its folder free', async () => {
  const dataDir = tempDir()
  await expect(startEmbedded({ dataDir, samples: false, startWithinMs: 1 })).rejects.toMatchObject({
    code: 'SERVICE_UNREACHABLE',
    message: expect.stringContaining('was not ready within 0.001 s'),
  })
  const service = await startEmbedded({ dataDir, samples: false })
  await service.close()
})

test('a start is broken off by the station that closes, also where the process never came to be', async () => {
  const closing = new AbortController()
  const neverSpawned = () => ({
    pid: undefined,
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    onExit: () => undefined,
    stop: () => undefined,
  })
  const start = startEmbedded({ dataDir: tempDir(), samples: false, launcher: neverSpawned, signal: closing.signal })
  closing.abort()
  await expect(start).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' })
})

test('what it said last is told, also when that arrives after its end', async () => {
  const stderr = new PassThrough()
  let exit: (code: number) => void = () => undefined
  const start = startEmbedded({
    dataDir: tempDir(),
    samples: false,
    launcher: () => ({
      pid: undefined,
      stdout: new PassThrough(),
      stderr,
      onExit: (listener) => (exit = listener),
      stop: () => undefined,
    }),
  })
  exit(1)
  setImmediate(() => stderr.end('the disk is full\n'))
  await expect(start).rejects.toThrow('the disk is full')
})
