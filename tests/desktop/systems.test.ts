import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { shellWords } from '../../src-main/shell/desktop/words.ts'
import { runCommandOf } from '../../src-main/app/run-command.ts'
import { connectControl } from '../../src-main/control/client.ts'
import { batchCells, batchCsv, handIn } from '../support/batch-files.ts'
import { tempDir } from '../support/temp-dir.ts'
import { seededDataDir, type DesktopApp, STARTS } from './desktop-app.ts'
import { describeInChromium } from './in-chromium.ts'
import { invoke, ready } from './main-job.ts'
import type { Note } from './stand-in/talk.ts'
import { text } from '../support/text.ts'

const LABEL = '^XA^FO50,50^A0N,40,40^FDOPENED^FS^XZ'
const reported = (desktop: DesktopApp, what: string, holds: (value: string) => boolean = () => true) =>
  desktop.note('told', (note) => note.what === what && holds(JSON.stringify(note.value)))

describeInChromium('the desktop app as macOS and Windows have it', STARTS, ({ start }) => {
  test('macOS: a file opened with the app, a link later, the dock, its own menu in the language set, and its end with the last window', async () => {
    const label = join(tempDir(), 'label.zpl')
    writeFileSync(label, LABEL)
    const desktop = start({ system: 'darwin', isPackaged: true, opens: [label] })
    const page = await ready(desktop)
    await page.getByText('OPENED').first().waitFor()

    desktop.order({ do: 'open', what: 'waybill-app://booking/bkg_1' })
    const dialog = page.getByRole('dialog')
    await dialog.getByText('booking bkg_1', { exact: false }).waitFor()
    await dialog.getByRole('button', { name: text('common.cancel') }).click()
    await dialog.waitFor({ state: 'detached' })

    await invoke(page, 'inbox.notify', { text: 'The dock door is stuck', code: 'PO-1' })
    await reported(desktop, 'badge', (count) => Number(count) > 0)
    desktop.order({ do: 'menu', label: text('rail.pack') })
    await page.locator('main h1', { hasText: text('rail.pack') }).waitFor()

    await invoke(page, 'settings.update', { language: 'es', desktop: { opensAtLogin: true } })
    await reported(desktop, 'dock menu', (items) => items === '["Nueva cotización","Empaque"]')
    await reported(desktop, 'login item', (settings) => settings.includes('"openAtLogin":true'))
    const { value } = await reported(desktop, 'menu', (items) => items.includes('Salir de Waybill'))
    const { about, services, hide, hideOthers, showAll, quit } = shellWords('es')
    expect(value).toEqual(expect.arrayContaining(['Waybill', about, services, hide, hideOthers, showAll, quit]))
    // Whatever has no words of its own, the system says in English.
    expect(JSON.stringify(value)).not.toMatch(/Quit|Hide|About|Show|Close|Services/)

    // A click in the dock starts no second one: the first comes forward.
    desktop.order({ do: 'emit', of: 'app', event: 'activate', args: [{}, true] })
    await desktop.note('focused')
    desktop.order({ do: 'menu', label: shellWords('es').close })
    expect(await desktop.ended).toBe(0)
    expect(desktop.notes.filter((note) => note.kind === 'told' && note.what === 'not opened')).toEqual([])
  })

  test('Windows: jump list, start at login, overlay, progress, folders, and the end of the session', async () => {
    const [dataDir, local] = [seededDataDir(), tempDir()]
    const env = { APPDATA: dirname(dataDir), LOCALAPPDATA: local }
    const desktop = start({ system: 'win32', isPackaged: true, dataDir, env })
    // Chromium's own files are in no profile that goes from machine to machine.
    await reported(desktop, 'path sessionData', (path) => path.includes(local))
    await reported(desktop, 'setAppUserModelId', (id) => id === '"app.waybill.desktop"')
    const page = await ready(desktop)

    await invoke(page, 'settings.update', { desktop: { opensAtLogin: true } })
    await reported(
      desktop,
      'login item',
      (settings) => settings.includes(JSON.stringify('"--data"')) && settings.includes('true'),
    )
    await invoke(page, 'inbox.notify', { text: 'The dock door is stuck', code: 'PO-1' })
    await reported(desktop, 'overlay icon', (icon) => /^\["overlay-waiting.png",".*needs? attention"\]$/.test(icon))
    await reported(desktop, 'notification', (notice) => notice.includes('The dock door is stuck'))

    // A click in the jump list is a start with its words, which the open one hears.
    const { value: tasks } = await reported(desktop, 'user tasks')
    const [, pack] = tasks as { title: string; arguments: string }[]
    expect(pack?.title).toBe(text('rail.pack'))
    const words = [...(pack?.arguments ?? '').matchAll(/"([^"]*)"/g)].map(([, word = '']) => word)
    const second = start({ system: 'win32', isPackaged: true, dataDir, env, args: words })
    expect(await second.ended).toBe(0)
    await page.locator('main h1', { hasText: text('rail.pack') }).waitFor()

    const remote = await connectControl(dataDir)
    if (remote === null) throw new Error('the station does not answer')
    const run = runCommandOf(remote)
    // Long enough that it runs for several looks of half a second.
    const rows = Array.from({ length: 1_000 }, (_, at) => batchCells(`PO-${at}`))
    const { batch, map } = await handIn(run, batchCsv(rows))
    if (!map) throw new Error('no map was suggested')
    await run('batches.check', { batchId: batch.batchId, map })
    await run('batches.run', { batchId: batch.batchId, agreedBookings: rows.length })
    await reported(desktop, 'progress', (share) => Number(share) > 0 && Number(share) < 1)

    remote.close()

    desktop.order({ do: 'end session' })
    expect(await desktop.ended).toBe(0)
    expect(desktop.notes.filter(({ kind }) => kind === 'box')).toEqual([])
  })

  test('Windows: the overlay says what is wrong, and goes with it', async () => {
    const env = { WAYBILL_BASE_URL: 'http://127.0.0.1:9/api/v1', WAYBILL_API_KEY: 'a-key' }
    const desktop = start({ system: 'win32', env })
    const page = await ready(desktop)
    await invoke(page, 'environment.test', {})
    const { offline } = shellWords('en')
    await reported(desktop, 'overlay icon', (icon) => icon.startsWith(`["overlay-trouble.png","${offline}`))
    const before = desktop.notes.length
    await invoke(page, 'environment.use', { kind: 'embedded' })
    const isAfter = (note: Note) => desktop.notes.indexOf(note) >= before
    const { value } = await desktop.note('told', (note) => note.what === 'overlay icon' && isAfter(note))
    expect(JSON.stringify(value)).not.toMatch(/overlay-trouble|Offline/)
    desktop.order({ do: 'quit' })
    expect(await desktop.ended).toBe(0)
  })
})
