import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, request, type RequestOptions, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src-main/kernel/sqlite/database.ts'
import { LEDGER_MIGRATIONS } from '../../src-main/data/ledger/migrations.ts'
import { ledgerVersion } from '../../src-main/data/ledger/ledger-version.ts'
import { holdSignature, signedBytes, type Release } from '../../src-main/shell/desktop/updates/feed-signature.ts'
import { howInstalled } from '../../src-main/shell/desktop/updates/installed.ts'
import { keepPackages } from '../../src-main/shell/desktop/updates/stored-package.ts'
import { takeBack, takenBackBefore } from '../../src-main/shell/desktop/updates/rollback.ts'
import { readUpdates, writeUpdates } from '../../src-main/shell/desktop/updates/update-file.ts'
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
    emit(event: 'error', error: Error): void
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
  /** The description that was signed. */
  signedAs?: string
  /** The system does not let it be installed. */
  failsToInstall?: boolean
}

/** A feed on this machine, and a Waybill of version 1.0.0 that looks there. */
async function withFeed({
  version = '1.1.0',
  file = NEW,
  signature = 'good',
  staged,
  signedAs = 'latest-linux.yml',
  failsToInstall = false,
}: Feed) {
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
      return answer.end(sign(null, signedBytes(signedAs, Buffer.from(description)), signer).toString('base64'))
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
      if (failsToInstall) this.emit('error', new Error('the password was not given'))
      else this.install(true, true)
    }
  }
  const done: string[] = []
  const work = { bookings: 0, printJobs: 0, batches: 0 }
  /** What somebody begins while the ledger is backed up. */
  const duringBackup: Partial<typeof work> = {}
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
    installed: howInstalled('linux', { APPIMAGE: appImage }, '/tmp/.mount/waybill'),
    records: 7,
    settings: async () => ({
      feedUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/waybill`,
      publicKey,
    }),
    work: async () => work,
    backUp: async () => {
      done.push('backed up')
      Object.assign(work, duringBackup)
    },
    endWith: (last) => {
      done.push('closed')
      last()
    },
    startAgain: () => done.push('starts again'),
    onChange: () => undefined,
    onReady: (ready) => done.push(`asked ${ready}`),
  })
  return { updates, done, work, duringBackup, folder, appImage }
}

test.skipIf(process.platform !== 'linux' || process.arch !== 'x64')(
  'a newer release is loaded and asked about, waits for what is under way, and is installed after a backup; failing twice it is taken back',
  async () => {
    const { updates, done, work, duringBackup, folder, appImage } = await withFeed({})
    await updates.look()
    expect(updates.state()).toEqual({ kind: 'ready', version: '1.1.0' })
    expect(done).toEqual(['asked 1.1.0'])
    work.printJobs = 1
    await expect(updates.install()).rejects.toMatchObject({ code: 'STATION_BUSY' })
    expect(updates.state()).toEqual({ kind: 'held', version: '1.1.0' })
    expect(readFileSync(appImage, 'utf8')).toBe(OLD)
    work.printJobs = 0
    duringBackup.bookings = 1
    await expect(updates.install()).rejects.toMatchObject({ code: 'STATION_BUSY', details: { bookings: 1 } })
    expect(readFileSync(appImage, 'utf8')).toBe(OLD)
    duringBackup.bookings = work.bookings = 0
    await updates.install()
    expect(done).toEqual(['asked 1.1.0', 'backed up', 'backed up', 'closed'])
    expect(readFileSync(appImage, 'utf8')).toBe(NEW)

    const installed = { kind: 'appimage', file: appImage } as const
    const now = { folder, version: '1.1.0', installed, records: () => 7, run: () => false }
    expect(takeBack({ ...now, crashes: 1 })).toEqual({ kind: 'no' })
    expect(takeBack({ ...now, crashes: 2 })).toEqual({ kind: 'put' })
    expect(readFileSync(appImage, 'utf8')).toBe(OLD)
    expect(readUpdates(folder)).toMatchObject({ step: null, refused: ['1.1.0'] })
    // The one that was put back says so, once.
    expect(takenBackBefore(folder)).toEqual({ from: '1.1.0', to: '1.0.0' })
    expect(takenBackBefore(folder)).toBeNull()
  },
)

test.skipIf(process.platform !== 'linux' || process.arch !== 'x64')(
  'an installation that the system refuses leaves the version that was there, which starts again',
  async () => {
    const { updates, done, appImage } = await withFeed({ failsToInstall: true })
    await updates.look()
    await updates.install()
    expect(done).toEqual(['asked 1.1.0', 'backed up', 'closed', 'starts again'])
    expect(readFileSync(appImage, 'utf8')).toBe(OLD)
  },
)

/** Version 1.1.0, installed over 1.0.0, whose records were at version 7, by the package that came from the feed. */
async function steppedFrom(kind: 'deb' | 'nsis' | 'mac', ending: string) {
  const folder = tempDir()
  const download = (text: string) => {
    const file = join(tempDir(), `download${ending}`)
    writeFileSync(file, text)
    return file
  }
  const installed = { kind }
  const first = await keepPackages({
    ...{ folder, installed, from: '0.9.0', to: '1.0.0', loaded: download('one'), own: null },
  })
  // 0.9.0 was installed by hand: nobody has its package.
  expect(first.kept).toBeNull()
  const second = await keepPackages({
    ...{ folder, installed, from: '1.0.0', to: '1.1.0', loaded: download('two'), own: first.own },
  })
  const step = { from: '1.0.0', to: '1.1.0', kept: second.kept, records: 7 }
  writeUpdates(folder, { ...readUpdates(folder), step, own: second.own })
  const ran: unknown[] = []
  const back = { folder, version: '1.1.0', crashes: 2, installed, records: () => 7 }
  const file = join(folder, 'older', `waybill-1.0.0${ending}`)
  return { folder, file, back: { ...back, run: (...call: unknown[]) => ran.push(call) > 0 }, ran }
}

test('Windows puts the version before back by its kept installer, unseen and without rights', async () => {
  const { folder, file, back, ran } = await steppedFrom('nsis', '.exe')
  expect(takeBack(back)).toEqual({ kind: 'installing' })
  expect(ran).toEqual([[file, ['--updated', '/S', '--force-run']]])
  expect(takenBackBefore(folder)).toEqual({ from: '1.1.0', to: '1.0.0' })
  // A further step from there knows its package.
  expect(readUpdates(folder).own).toMatchObject({ version: '1.0.0', file })
})

test.each([
  ['deb', '.deb', 'password'],
  ['mac', '.zip', 'by-hand'],
] as const)('a %s keeps the package of the version before, and a person is asked', async (kind, ending, why) => {
  const { file, back, ran } = await steppedFrom(kind, ending)
  expect(takeBack(back)).toEqual({ kind: 'asks', from: '1.1.0', to: '1.0.0', why, file })
  expect(readFileSync(file, 'utf8')).toBe('one')
  expect(ran).toEqual([])
})

test('a kept installer that is another one by now is never run', async () => {
  const { file, back, ran } = await steppedFrom('nsis', '.exe')
  writeFileSync(file, 'somebody else')
  expect(takeBack(back)).toMatchObject({ kind: 'asks', why: 'by-hand', file: null })
  expect(ran).toEqual([])
})

test('no older version is put on records that a newer one has brought to its shape, or that cannot be read', async () => {
  const newer = await steppedFrom('nsis', '.exe')
  expect(takeBack({ ...newer.back, records: () => 8 })).toMatchObject({ kind: 'asks', why: 'records' })
  const unread = await steppedFrom('nsis', '.exe')
  const records = () => {
    throw new Error('busy')
  }
  expect(takeBack({ ...unread.back, records })).toMatchObject({ kind: 'asks', why: 'records' })
  expect([newer.ran, unread.ran]).toEqual([[], []])
  expect(readUpdates(newer.folder).refused).toEqual(['1.1.0'])
})

test('how far records were brought is read with their journal, and changes nothing', async () => {
  const dataDir = tempDir()
  expect(ledgerVersion(dataDir)).toBeNull()
  const file = join(dataDir, 'ledger.db')
  const db = await openDatabase({ file, migrations: LEDGER_MIGRATIONS, synchronous: 'FULL', checkPages: false })
  // As a Waybill leaves them that is killed: what it wrote last stands in the journal alone.
  const killed = join(tempDir(), 'killed')
  mkdirSync(killed)
  for (const name of ['ledger.db', 'ledger.db-wal']) copyFileSync(join(dataDir, name), join(killed, name))
  db.close()
  const before = ['ledger.db', 'ledger.db-wal'].map((name) => readFileSync(join(killed, name)))
  expect(ledgerVersion(killed)).toBe(LEDGER_MIGRATIONS.length)
  expect(['ledger.db', 'ledger.db-wal'].map((name) => readFileSync(join(killed, name)))).toEqual(before)
  expect(existsSync(join(killed, 'ledger.db-shm'))).toBe(false)
})

test('how it was installed is known by the system, and on Linux by where it runs', () => {
  const by = (platform: NodeJS.Platform, environment: NodeJS.ProcessEnv, program: string) =>
    howInstalled(platform, environment, program).kind
  expect(by('win32', {}, 'C:\\Waybill.exe')).toBe('nsis')
  expect(by('darwin', {}, '/Applications/Waybill.app/Contents/MacOS/Waybill')).toBe('mac')
  expect(by('linux', { APPIMAGE: '/home/a/Waybill.AppImage' }, '/tmp/.mount/waybill')).toBe('appimage')
  expect(by('linux', {}, '/opt/Waybill/waybill')).toBe('deb')
  expect(by('linux', {}, '/home/a/dist/linux-unpacked/waybill')).toBe('folder')
})

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
  [
    'the description of another system',
    { signedAs: 'latest.yml' },
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

/** A feed that answers as it likes; how many bytes it was asked for. */
async function strangeFeed(answerTo: (url: string, answer: ServerResponse) => void) {
  const server = createServer(({ url = '' }, answer) => answerTo(url, answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/waybill`
}

const release = { version: '1.1.0', files: [{ url: 'x', sha512: 'x' }] }

test('A description without end is given up after a megabyte', async () => {
  let sent = 0
  const piece = Buffer.alloc(64 * 1024, 'a')
  const url = await strangeFeed((_url, answer) => {
    const more = () => {
      while (!answer.destroyed && answer.write(piece)) sent += piece.length
      answer.once('drain', more)
    }
    more()
  })
  await expect(holdSignature(url, 'latest-linux.yml', publicKey, release)).rejects.toThrow('is too large')
  // Two files are asked for, and a socket holds some of each.
  expect(sent).toBeLessThan(64 * 1024 * 1024)
})

test('A feed that leads elsewhere is not followed', async () => {
  const asked: string[] = []
  const url = await strangeFeed((path, answer) => {
    asked.push(path)
    answer.writeHead(302, { location: '/elsewhere' }).end()
  })
  await expect(holdSignature(url, 'latest-linux.yml', publicKey, release)).rejects.toThrow()
  // Either of the two may be the first to fail.
  expect(asked.length).toBeGreaterThan(0)
  expect(asked).not.toContain('/elsewhere')
})

test.each<[string, Partial<Release>]>([
  ['another path', { path: 'c.exe' }],
  ['packages of an installer on the web', { packages: { x64: { path: 'https://evil.test/a.7z' } } }],
  ['one file with the digest of the other', { files: [{ url: 'a.exe', sha512: 'BB==' }] }],
  ['another version', { version: '1.1.1' }],
  ['no file', { files: [] }],
])('What was signed is not what the library read, which has %s', async (_what, read) => {
  const name = 'latest.yml'
  const files = [
    { url: 'a.exe', sha512: 'AA==' },
    { url: 'b.exe', sha512: 'BB==' },
  ]
  const signed = [
    "version: '1.1.0'",
    'files:',
    ...files.flatMap(({ url, sha512 }) => [`  - url: ${url}`, `    sha512: ${sha512}`, '    size: 1']),
    'path: a.exe',
    '',
  ].join('\n')
  const signature = sign(null, signedBytes(name, Buffer.from(signed)), keys.privateKey).toString('base64')
  const url = await strangeFeed((path, answer) => void answer.end(path.endsWith('.sig') ? signature : signed))
  const whole: Release = { version: '1.1.0', files, path: 'a.exe' }
  await expect(holdSignature(url, name, publicKey, whole)).resolves.toBe(undefined)
  await expect(holdSignature(url, name, publicKey, { ...whole, ...read })).rejects.toThrow('changed while it was read')
})
