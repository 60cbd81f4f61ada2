import { spawn, spawnSync } from 'node:child_process'
import { StationError } from '../../../../src-shared/station/error.ts'
import { ledgerVersion } from '../../../data/ledger/ledger-version.ts'
import type { MessageBox } from '../../message-box.ts'
import type { Starts } from '../crash-count.ts'
import { systemWords } from '../words.ts'
import { howInstalled } from './installed.ts'
import { noteBack, takeBack, takenBackBefore, type BackQuestion } from './rollback.ts'

export interface GoingApp {
  getVersion(): string
  getLocale(): string
  releaseSingleInstanceLock(): void
  relaunch(options: { execPath?: string; args: string[] }): void
  exit(code: number): void
}

interface BackStart {
  app: GoingApp
  windowDir: string
  dataDir: string
  starts: Starts
  /** The words that Waybill was started with. */
  args: string[]
}

/**
 * Before anything else of a start: a new version that did not come up twice ends here, where the one before can be
 * put back.
 * @returns `gone` when this process ends now; the question for a person once there are boxes; null: it continues
 */
export function goBack({ app, windowDir, dataDir, starts, args }: BackStart): 'gone' | BackQuestion | null {
  const installed = howInstalled(process.platform, process.env, process.execPath)
  const back = takeBack({
    folder: windowDir,
    version: app.getVersion(),
    crashes: starts.crashes,
    installed,
    records: () => ledgerVersion(dataDir),
    run: begin,
  })
  if (back.kind === 'no') return null
  if (back.kind === 'asks') return back
  starts.endsWell()
  app.releaseSingleInstanceLock()
  if (installed.kind === 'appimage') app.relaunch({ execPath: installed.file, args })
  app.exit(0)
  return 'gone'
}

/**
 * Reports the version that did not start, and puts the older one back when a person wants it. @returns whether it
 * ends
 */
export async function askBack(
  { app, windowDir, starts, args }: BackStart,
  question: BackQuestion,
  box: MessageBox,
): Promise<boolean> {
  const words = systemWords(app.getLocale())
  const { from, to, why, file } = question
  const canPut = why === 'password' && file !== null
  const command = why === 'password' && file !== null ? `sudo dpkg -i ${file}` : file
  const say = (buttons: string[], detail: string) =>
    box.showMessageBox({
      ...{ type: 'warning', title: 'Waybill', message: words.backTitle(from), detail, buttons },
      ...{ defaultId: 0, cancelId: buttons.length - 1, noLink: true },
    })
  const goOn = words.backGoOn(from)
  const { response } = await say(
    canPut ? [words.backPut(to), goOn] : [goOn],
    why === 'records' ? words.backRecords(to) : canPut ? words.backPassword(to) : words.backByHand(to, command),
  )
  if (!canPut || response !== 0) return false
  if (!isDone('pkexec', ['dpkg', '-i', file])) {
    await say([goOn], words.backByHand(to, command))
    return false
  }
  noteBack(windowDir, question)
  starts.endsWell()
  app.releaseSingleInstanceLock()
  app.relaunch({ args })
  app.exit(0)
  return true
}

/** Shown once by the version that was restored. */
export function backNotice(windowDir: string): StationError | null {
  const back = takenBackBefore(windowDir)
  if (back === null) return null
  return new StationError({
    code: 'UPDATE_TAKEN_BACK',
    message: `Version ${back.from} failed to start twice. Version ${back.to} was restored; version ${back.from} will not be offered again.`,
    details: back,
  })
}

/** An installer continues when this process is over. */
function begin(file: string, args: string[]): boolean {
  const child = spawn(file, args, { detached: true, stdio: 'ignore' })
  child.on('error', (error) => console.error(error))
  child.unref()
  // Without a number it never began.
  return child.pid !== undefined
}

function isDone(program: string, args: string[]): boolean {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' })
  if (error) console.error(error)
  return status === 0
}
