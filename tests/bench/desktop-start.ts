import { fork } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSandboxDatabase } from '../../src-sandbox/database.ts'
import { seedLocations } from '../../src-sandbox/locations/seed.ts'
import { startChromium } from '../desktop/chromium.ts'
import { noteSchema, type Note, type Setup } from '../desktop/stand-in/talk.ts'
import { countedCpu, median, type BenchResult, type Sizes } from './ratio.ts'

const MAIN = join(import.meta.dirname, '../../out/src-main/shell/desktop/boot.js')
const STAND_IN = join(import.meta.dirname, '../desktop/stand-in/start.ts')

/** The least that an app can be: one window with one page. */
const EMPTY_APP = `
import { app, BrowserWindow, protocol } from 'electron'
protocol.registerSchemesAsPrivileged([{ scheme: 'empty', privileges: { standard: true } }])
app.whenReady().then(() => {
  protocol.handle('empty', () => new Response('<nav></nav>', { headers: { 'content-type': 'text/html' } }))
  const window = new BrowserWindow({ show: false })
  window.webContents.once('did-finish-load', () => window.show())
  void window.loadURL('empty://app/')
})
`

interface StartTimes {
  /** Processor time of the main process, in milliseconds: until the window was shown, and until its page could be used. */
  shown: number
  usable: number
}

/** Beside the first start, which is what counts where there is no other. */
export const DESKTOP_STARTS: Sizes<{ rounds: number }> = { full: { rounds: 7 }, short: { rounds: 0 } }

/**
 * From the click to a window with screens in it, in the stand-in for electron on records that were there before: processor
 * time of the main process beside that of an app that is one empty window.
 */
export async function benchDesktopStart({ rounds }: { rounds: number }): Promise<BenchResult[]> {
  const root = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  const browser = await startChromium()
  const empty = join(root, 'empty.js')
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  writeFileSync(empty, EMPTY_APP)
  const seeded = join(root, 'seeded')
  mkdirSync(join(seeded, 'embedded'), { recursive: true })
  const db = openSandboxDatabase(join(seeded, 'embedded'))
  seedLocations(db)
  db.close()
  const setup = { browser: browser.endpoint }
  try {
    // What the first start makes, the others have.
    const first = { empty: await startOnce(setup, empty, root), waybill: await startOnce(setup, MAIN, seeded) }
    const times = rounds === 0 ? { empty: [first.empty], waybill: [first.waybill] } : { empty: [], waybill: [] }
    for (let round = 0; round < rounds; round++) {
      const dataDir = join(root, `round-${round}`)
      cpSync(seeded, dataDir, { recursive: true })
      times.empty.push(await startOnce(setup, empty, dataDir))
      times.waybill.push(await startOnce(setup, MAIN, dataDir))
    }
    const of = (name: keyof typeof times, what: keyof StartTimes) =>
      countedCpu(median(times[name].map((one) => one[what])))
    const [baseline, shown, usable] = [of('empty', 'usable'), of('waybill', 'shown'), of('waybill', 'usable')]
    return [
      {
        name: 'click to usable window / an empty app, processor time',
        figures: `${usable.toFixed(0)} / ${baseline.toFixed(0)} ms`,
        measured: [usable, baseline],
        ratio: usable / baseline,
        aim: null,
      },
      {
        name: 'window shown / usable, processor time',
        figures: `${shown.toFixed(0)} / ${usable.toFixed(0)} ms`,
        measured: [shown, usable],
        ratio: shown / usable,
        aim: null,
      },
    ]
  } finally {
    await browser.close()
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Starts the program, waits until its page can be used, and ends it in order. */
async function startOnce(setup: Setup, main: string, dataDir: string): Promise<StartTimes> {
  const child = fork(STAND_IN, [main, '--data', dataDir], {
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:', WAYBILL_STAND_IN: JSON.stringify(setup) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const times = await new Promise<StartTimes>((resolve, reject) => {
    let shown = 0
    child.once('exit', (code) => reject(new Error(`the app ended with ${code}`)))
    child.on('message', (message) => {
      const note: Note = noteSchema.parse(message)
      if (note.kind === 'shown') {
        shown = note.cpuMs
        child.send({ do: 'tell cpu', once: 'document.querySelector("nav") !== null' })
      } else if (note.kind === 'told' && note.what === 'cpu') resolve({ shown, usable: Number(note.value) })
    })
  })
  child.send({ do: 'quit' })
  await ended
  return times
}
