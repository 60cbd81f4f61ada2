import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { policyFile } from '../../src-main/app/policy.ts'
import { testSandbox } from '../support/sandbox.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testStation } from '../support/test-station.ts'

const KEEP = { labels: 730, events: 1095, documents: 365, quotes: 90, requests: 30 }

function policy(content: unknown): string {
  const file = join(tempDir(), 'policy.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

test('what the administrator decides holds, is told with its file, and cannot be changed here', async () => {
  const sandbox = await testSandbox()
  const file = policy({ serviceUrl: sandbox.baseUrl, language: 'es', keep: { ...KEEP, quotes: 7 } })
  const first = await testStation(sandbox, { policyFile: file, apiKey: sandbox.apiKey })
  const state = await first.run('station.state', {})
  expect(state).toMatchObject({
    environment: { kind: 'service', baseUrl: sandbox.baseUrl },
    settings: { language: 'es', keep: { quotes: 7 } },
    managed: { file, settings: ['serviceUrl', 'language', 'keep'] },
  })
  for (const patch of [{ language: 'en' as const }, { keep: KEEP }]) {
    await expect(first.run('settings.update', patch)).rejects.toMatchObject({ code: 'SET_BY_POLICY' })
  }
  for (const other of [
    { kind: 'embedded' as const },
    { kind: 'service' as const, baseUrl: 'https://other.example/api/v1' },
  ]) {
    await expect(first.run('environment.use', other)).rejects.toMatchObject({
      code: 'SET_BY_POLICY',
      message: expect.stringContaining(file),
    })
  }
  // A key for the service that was decided is a person's to enter.
  await first.run('environment.use', { kind: 'service', baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey })
  expect(await first.run('settings.update', { stationName: 'Dock 4' })).toMatchObject({ language: 'es' })
  await first.close()

  // What the file decided was never saved: it ends with it.
  rmSync(file)
  const second = await testStation(sandbox, { dataDir: first.dataDir, policyFile: file })
  const { settings, managed } = await second.run('station.state', {})
  expect([settings.language, settings.keep, settings.stationName, managed]).toEqual([
    'en',
    undefined,
    'Dock 4',
    undefined,
  ])
})

test.each([
  ['no JSON', '{', 'POLICY_UNUSABLE'],
  ['a name that nobody knows', { languages: 'es' }, 'POLICY_UNUSABLE'],
  ['a language that there is not', { language: 'fr' }, 'POLICY_UNUSABLE'],
])('a policy that is %s is told, and nothing opens without what it may forbid', async (_what, content, code) => {
  const sandbox = await testSandbox()
  await expect(testStation(sandbox, { policyFile: policy(content) })).rejects.toMatchObject({ code })
})

test('stands where only an administrator may write', () => {
  expect(policyFile('linux', {})).toBe('/etc/waybill/policy.json')
  expect(policyFile('darwin', {})).toBe('/Library/Application Support/Waybill/policy.json')
  expect(policyFile('win32', { ProgramData: 'C:/Data' })).toBe(join('C:/Data', 'Waybill', 'policy.json'))
})
