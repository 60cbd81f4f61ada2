import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { policyFile } from '../../src-main/app/policy.ts'
import { testSandbox } from '../support/sandbox.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testStation } from '../support/test-station.ts'

const RETENTION = { labels: 730, events: 1095, documents: 365, quotes: 90, requests: 30 }

function policy(content: unknown): string {
  const file = join(tempDir(), 'policy.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

test('what the administrator decides holds, is told with its file, and cannot be changed here', async () => {
  const sandbox = await testSandbox()
  const file = policy({ serviceUrl: sandbox.baseUrl, language: 'es', keep: { ...RETENTION, quotes: 7 } })
  const first = await testStation(sandbox, { policyFile: file, apiKey: sandbox.apiKey })
  const state = await first.run('station.state', {})
  expect(state).toMatchObject({
    environment: { kind: 'service', baseUrl: sandbox.baseUrl },
    settings: { language: 'es', keep: { quotes: 7 } },
    managed: { file, settings: ['serviceUrl', 'language', 'keep'] },
  })
  for (const patch of [{ language: 'en' as const }, { keep: RETENTION }]) {
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

const DOCK = {
  ...{ id: 'dock-4', name: 'Dock 4', language: 'ZPL', dpi: 203, media: { widthIn: 4, heightIn: 6 } },
  ...{ connection: { kind: 'virtual' }, isDefault: true },
}

test('printers of the file stand beside those of people, follow it, and go with it once their jobs are done', async () => {
  const sandbox = await testSandbox()
  const file = policy({ printers: [DOCK, { ...DOCK, id: 'door', name: 'Door', isDefault: false }] })
  const first = await testStation(sandbox, { policyFile: file })
  const {
    printerId: _,
    isDefault: __,
    ...own
  } = await first.run('printers.save', {
    ...{ name: 'Ours', language: 'EPL', dpi: 203, media: { widthIn: 4, heightIn: 6 }, connection: { kind: 'virtual' } },
  })
  const listed = async (station: typeof first) =>
    (await station.run('printers.list', {})).map(({ printerId, name, isDefault }) => [printerId, name, isDefault])
  const [, , ours] = (await first.run('printers.list', {})).map(({ printerId }) => printerId)
  expect(await listed(first)).toEqual([
    ['policy_dock-4_zpl', 'Dock 4', true],
    ['policy_door_zpl', 'Door', false],
    [ours, 'Ours', false],
  ])
  expect((await first.run('station.state', {})).managed).toEqual({ file, settings: ['printers'] })
  const door = { printerId: 'policy_door_zpl' }
  for (const refused of [
    first.run('printers.save', { ...own, ...door }),
    first.run('printers.remove', door),
    first.run('printers.setDefault', door),
    first.run('printers.setDefault', { printerId: ours ?? '' }),
  ]) {
    await expect(refused).rejects.toMatchObject({ code: 'SET_BY_POLICY', message: expect.stringContaining(file) })
  }
  // How it is treated, and what goes there, is for the people of the station.
  await first.run('printers.setOptions', { ...door, options: { carrierSettings: 'allow' } })
  await first.run('printers.setRoute', { document: 'label', ...door, fallbackPrinterId: null, copies: 1 })
  await first.run('printers.pause', door)
  const held = await first.run('printers.test', door)
  await first.close()

  // The door's printer left the file while a label waits there, and dock 4 is called otherwise and is no default.
  writeFileSync(file, JSON.stringify({ printers: [{ ...DOCK, name: 'Dock four', isDefault: false }] }))
  const second = await testStation(sandbox, { dataDir: first.dataDir, policyFile: file })
  expect(await listed(second)).toEqual([
    ['policy_dock-4_zpl', 'Dock four', true],
    ['policy_door_zpl', 'Door', false],
    [ours, 'Ours', false],
  ])
  expect((await second.run('printers.routes', {})).routes.find(({ document }) => document === 'label')).toMatchObject({
    printerId: null,
  })
  await second.run('printers.setDefault', { printerId: ours ?? '' })
  await second.run('jobs.cancel', { jobId: held.jobId })
  await second.close()

  rmSync(file)
  const third = await testStation(sandbox, { dataDir: first.dataDir, policyFile: file })
  expect(await listed(third)).toEqual([[ours, 'Ours', true]])
  const removed = (await third.run('audit.list', { subjectId: 'policy_door_zpl' })).rows.find(
    ({ action }) => action === 'removed',
  )
  expect(removed).toMatchObject({ actor: 'station' })
})

test.each([
  ['two printers of one id', { printers: [DOCK, DOCK] }, 'two printers have the same id'],
  ['an address of no printer', { printers: [{ ...DOCK, connection: { kind: 'tcp', uri: '10.1.4.20' } }] }, 'tcp://'],
  ['two defaults', { printers: [DOCK, { ...DOCK, id: 'b' }] }, 'only one printer can be the default'],
  ['a field that a printer has not', { printers: [{ ...DOCK, port: 9100 }] }, 'port'],
])('a policy with %s says what is wrong', async (_what, content, said) => {
  const sandbox = await testSandbox()
  await expect(testStation(sandbox, { policyFile: policy(content) })).rejects.toMatchObject({
    code: 'POLICY_UNUSABLE',
    message: expect.stringContaining(said),
  })
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
