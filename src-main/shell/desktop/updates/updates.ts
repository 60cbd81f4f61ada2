import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, every } from '../../../../src-node/runtime/wait.ts'
import type { UpdateSettings, UpdateState } from '../../../../src-shared/station/app/desktop.ts'
import { StationError } from '../../../../src-shared/station/error.ts'
import { isAnything, type UnderWay } from '../../../app/under-way.ts'
import { descriptionName, holdSignature, type Release } from './feed-signature.ts'
import type { Installed } from './installed.ts'
import { keepPackages } from './stored-package.ts'
import { readUpdates, writeUpdates } from './update-file.ts'

/** The parts of electron-updater that are used. */
export interface Updater {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  allowDowngrade: boolean
  allowPrerelease: boolean
  disableWebInstaller: boolean
  set updateConfigPath(file: string | null)
  setFeedURL(feed: { provider: 'generic'; url: string }): void
  /** Null: this kind of package is not updated by it. */
  checkForUpdates(): Promise<{ isUpdateAvailable: boolean; updateInfo: Release } | null>
  /** Its files; the first is the installer. */
  downloadUpdate(): Promise<string[]>
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void
  /** Failures while it installs are reported there alone. */
  once(event: 'error', listener: (error: Error) => void): unknown
}

export interface UpdatePorts {
  /** Loaded when there is a feed: nothing of it belongs into a start. */
  updater(): Promise<Updater>
  /** Of the window: the update state is kept there. */
  folder: string
  version: string
  platform: NodeJS.Platform
  arch: string
  installed: Installed
  /** Up to which version this Waybill reads records. */
  records: number
  settings(): Promise<UpdateSettings | undefined>
  work(): Promise<UnderWay>
  backUp(): Promise<unknown>
  /** Closes the station, and does this at the end. */
  endWith(last: () => unknown): void
  /** Starts this version again once it has ended. */
  startAgain(): void
  onChange(): void
  /** A version is here and waits for a person. */
  onReady(version: string): void
}

/** Soon after the start, when leftover work is under way, and then twice a day. */
const FIRST_MS = 60_000
const EVERY_MS = 12 * 60 * 60_000

export type Updates = ReturnType<typeof createUpdates>

/**
 * Newer versions from the feed that a company hosts. It looks and loads automatically, and installs when a person
 * confirms: never while anything is on its way, never without a backup of the ledger, never an installer that the
 * company did not sign.
 */
export function createUpdates(ports: UpdatePorts) {
  const { folder, version, platform, arch, installed, records } = ports
  let state: UpdateState = { kind: 'off' }
  let looking: Promise<void> | undefined
  let updater: Updater | undefined
  /** The installer of the version that is ready. */
  let loaded: string | undefined
  const timers: { cancel(): void }[] = []

  const become = (next: UpdateState) => {
    state = next
    ports.onChange()
  }

  async function updaterFor(feedUrl: string): Promise<Updater> {
    const config = join(folder, 'update.yml')
    // Packed without a feed, there is none beside the program; the library asks it where downloads are kept.
    writeFileSync(config, `provider: generic\nurl: ${JSON.stringify(feedUrl)}\nupdaterCacheDirName: waybill-updater\n`)
    updater ??= await ports.updater()
    updater.autoDownload = false
    updater.autoInstallOnAppQuit = false
    updater.allowPrerelease = false
    // It would load packages that no description names.
    updater.disableWebInstaller = true
    // Last: the library takes a channel for a wish to go back.
    updater.allowDowngrade = false
    updater.updateConfigPath = config
    updater.setFeedURL({ provider: 'generic', url: feedUrl })
    return updater
  }

  async function lookOnce(): Promise<void> {
    const wanted = await ports.settings()
    if (wanted?.feedUrl == null) return become({ kind: 'off' })
    const { feedUrl, publicKey } = wanted
    become({ kind: 'checking' })
    const one = await updaterFor(feedUrl)
    const found = await one.checkForUpdates()
    if (found === null) return become({ kind: 'off' })
    if (!found.isUpdateAvailable) return become({ kind: 'current' })
    const { updateInfo } = found
    if (readUpdates(folder).refused.includes(updateInfo.version))
      return become({ kind: 'taken-back', version: updateInfo.version })
    await holdSignature(feedUrl, descriptionName(platform, arch), publicKey, updateInfo)
    become({ kind: 'loading', version: updateInfo.version })
    loaded = (await one.downloadUpdate())[0]
    become({ kind: 'ready', version: updateInfo.version })
    ports.onReady(updateInfo.version)
  }

  function look(): Promise<void> {
    // A downloaded version is not downloaded again.
    if (state.kind === 'ready' || state.kind === 'held') return Promise.resolve()
    looking ??= lookOnce()
      .catch((error: unknown) => {
        console.error(error)
        become({ kind: 'failed', reason: (error instanceof Error ? error.message : String(error)).slice(0, 300) })
      })
      .finally(() => {
        looking = undefined
      })
    return looking
  }

  /** @throws StationError STATION_BUSY */
  async function assertIdle(to: string): Promise<void> {
    const work = await ports.work()
    if (!isAnything(work)) return
    become({ kind: 'held', version: to })
    throw new StationError({
      code: 'STATION_BUSY',
      message: 'Bookings, labels, or batches are in progress. Install the update when they are done.',
      retryable: true,
      details: { ...work },
    })
  }

  return {
    state: () => state,
    look,
    start: (): void => {
      timers.push(
        after(FIRST_MS, () => void look(), { isBackground: true }),
        every(EVERY_MS, () => void look(), { isBackground: true }),
      )
    },
    stop: (): void => {
      for (const timer of timers.splice(0)) timer.cancel()
    },

    /** @throws StationError NO_UPDATE, STATION_BUSY; what keeps the ledger from being backed up */
    install: async (): Promise<void> => {
      const [one, file] = [updater, loaded]
      if ((state.kind !== 'ready' && state.kind !== 'held') || one === undefined || file === undefined) {
        throw new StationError({ code: 'NO_UPDATE', message: 'There is no newer version to install.' })
      }
      const { version: to } = state
      await assertIdle(to)
      await ports.backUp()
      const before = readUpdates(folder)
      const { kept, own } = await keepPackages({
        ...{ folder, installed, from: version, to, loaded: file, own: before.own },
      })
      // Copying takes a while: a scan or booking may have begun since.
      await assertIdle(to)
      writeUpdates(folder, { ...before, step: { from: version, to, kept, records }, own })
      ports.endWith(() => {
        let hasFailed = false
        one.once('error', (error) => {
          console.error(error)
          hasFailed = true
        })
        one.quitAndInstall(true, true)
        // A person did not know the administrator's password, for one: a packer still needs a Waybill.
        if (hasFailed) ports.startAgain()
        // Squirrel ends the app; ended before that, it would not install.
        return platform === 'darwin' ? 'ends' : undefined
      })
    },
  }
}
