import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEmbedded } from '../../src-main/app/embedded.ts'
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
