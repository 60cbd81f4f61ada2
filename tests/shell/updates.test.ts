import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, request, type RequestOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takeBack } from '../../src-main/shell/desktop/updates/take-back.ts'
import { readUpdates } from '../../src-main/shell/desktop/updates/update-file.ts'
import { createUpdates, type Updater } from '../../src-main/shell/desktop/updates/updates.ts'
import { tempDir } from '../support/temp-dir.ts'

const require = createRequire(import.meta.url)
/** The library itself, with Node's own requests in place of Electron's. */
const { AppImageUpdater } = require('electron-updater/out/AppImageUpdater.js') as {
  AppImageUpdater: new (
    options: null,
    app: object,
  ) => Updater & {
    httpExecutor: unknown
    install(isSilent: boolean, isForced: boolean): boolean
    on(event: string, listener: () => void): void
    logger: null
  }
}
const { ElectronHttpExecutor } = require('electron-updater/out/electronHttpExecutor.js') as {
  ElectronHttpExecutor: new () => object
}
class NodeRequests extends ElectronHttpExecutor {
  createRequest(options: RequestOptions, onAnswer: (answer: unknown) => void): unknown {
    return request(options, onAnswer)
  }
}

const keys = generateKeyPairSync('ed25519')
const publicKey = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const OLD = '#!/bin/sh\necho old\n'
const NEW = '#!/bin/sh\nexit 0\n'

interface Feed {
  version?: string
  /** What lies there under the digest of the good one. */
  file?: string
  signature?: 'good' | 'other' | 'none'
  staged?: number
}

/** A feed on this machine, and a Waybill of version 1.0.0 that looks there. */
async function withFeed({ version = '1.1.0', file = NEW, signature = 'good', staged }: Feed) {
  const sha512 = createHash('sha512').update(NEW).digest('base64')
  const description = [
    `version: ${version}`,
    'files:',
    `  - url: Waybill-${version}.AppImage`,
    `    sha512: ${sha512}`,
    `    size: ${file.length}`,
    `path: Waybill-${version}.AppImage`,
    `sha512: ${sha512}`,
    ...(staged === undefined ? [] : [`stagingPercentage: ${staged}`]),
    "releaseDate: '2026-11-01T00:00:00.000Z'",
    '',
  ].join('\n')
  const signer = signature === 'good' ? keys.privateKey : generateKeyPairSync('ed25519').privateKey
  const server = createServer(({ url = '' }, answer) => {
    const path = url.split('?', 1)[0] ?? ''
    if (path.endsWith('.yml')) return answer.end(description)
    if (path.endsWith('.sig') && signature !== 'none')
      return answer.end(sign(null, Buffer.from(description), signer).toString('base64'))
    if (path.endsWith('.AppImage')) return answer.end(file)
    answer.statusCode = 404
    return answer.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const folder = tempDir()
  const appImage = join(tempDir(), 'Waybill.AppImage')
  writeFileSync(appImage, OLD)
  chmodSync(appImage, 0o755)
  process.env['APPIMAGE'] = appImage
  onTestFinished(() => void delete process.env['APPIMAGE'])

  const app = {
    version: '1.0.0',
    name: 'Waybill',
    isPackaged: true,
    userDataPath: folder,
    baseCachePath: tempDir(),
    whenReady: async () => undefined,
    onQuit: () => undefined,
    quit: () => undefined,
  }
  class Real extends AppImageUpdater {
    override quitAndInstall(): void {
      this.install(true, true)
    }
  }
  const done: string[] = []
  const work = { bookings: 0, printJobs: 0, batches: 0 }
  const updates = createUpdates({
    updater: async () => {
      const updater = new Real(null, app)
      updater.httpExecutor = new NodeRequests()
      updater.logger = null
      updater.on('error', () => undefined)
      return updater
    },
    folder,
    version: '1.0.0',
    platform: 'linux',
    arch: 'x64',
    appImage,
    settings: async () => ({
      feedUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/waybill`,
      publicKey,
    }),
    work: async () => work,
    backUp: async () => void done.push('backed up'),
    endWith: (last) => {
      done.push('closed')
      last()
    },
    onChange: () => undefined,
    onReady: (ready) => done.push(`asked ${ready}`),
  })
  return { updates, done, work, folder, appImage }
}

test.skipIf(process.platform !== 'linux' || process.arch !== 'x64')(
  'a newer release is loaded and asked about, waits for what is under way, and is installed after a backup; failing twice it is taken back',
  async () => {
    const { updates, done, work, folder, appImage } = await withFeed({})
    await updates.look()
    expect(updates.state()).toEqual({ kind: 'ready', version: '1.1.0' })
    expect(done).toEqual(['asked 1.1.0'])
    work.printJobs = 1
    await expect(updates.install()).rejects.toMatchObject({ code: 'STATION_BUSY' })
    expect(updates.state()).toEqual({ kind: 'held', version: '1.1.0' })
    expect(readFileSync(appImage, 'utf8')).toBe(OLD)
    work.printJobs = 0
    await updates.install()
    expect(done).toEqual(['asked 1.1.0', 'backed up', 'closed'])
    expect(readFileSync(appImage, 'utf8')).toBe(NEW)

    const now = { folder, version: '1.1.0', appImage }
    expect(takeBack({ ...now, crashes: 1 })).toBe('no')
    expect(takeBack({ ...now, crashes: 2 })).toBe('started')
    expect(readFileSync(appImage, 'utf8')).toBe(OLD)
    expect(readUpdates(folder)).toEqual({ step: null, refused: ['1.1.0'] })
  },
)

test.skipIf(process.platform !== 'linux' || process.arch !== 'x64').each<[string, Feed, object]>([
  ['an older one', { version: '0.9.0' }, { kind: 'current' }],
  ['the same', { version: '1.0.0' }, { kind: 'current' }],
  ['one for no share of the stations', { staged: 0 }, { kind: 'current' }],
  ['a damaged file', { file: `${NEW}# and more` }, { kind: 'failed', reason: expect.stringContaining('sha512') }],
  [
    'a signature of somebody else',
    { signature: 'other' },
    { kind: 'failed', reason: expect.stringContaining('signature') },
  ],
  ['no signature', { signature: 'none' }, { kind: 'failed', reason: expect.stringContaining('.sig answers 404') }],
])('nothing is installed of a feed with %s', async (_name, feed, state) => {
  const { updates, done, appImage } = await withFeed(feed)
  await updates.look()
  expect(updates.state()).toMatchObject(state)
  await expect(updates.install()).rejects.toMatchObject({ code: 'NO_UPDATE' })
  expect(done).toEqual([])
  expect(readFileSync(appImage, 'utf8')).toBe(OLD)
})
