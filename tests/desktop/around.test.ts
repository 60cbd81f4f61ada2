import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { LEDGER_MIGRATIONS } from '../../src-main/data/ledger/migrations.ts'
import { shellWords } from '../../src-main/shell/desktop/words.ts'
import { tempDir } from '../support/temp-dir.ts'
import { until } from '../support/until.ts'
import { seededDataDir, type DesktopApp, STARTS } from './desktop-app.ts'
import { describeInChromium } from './in-chromium.ts'
import { invoke, ready } from './main-job.ts'
import { text } from '../support/text.ts'

const answerSchema = z.object({ value: z.object({ inbox: z.object({ open: z.int() }).optional() }) })
const reports = (desktop: DesktopApp, what: string, wanted: unknown) =>
  desktop.note('told', (note) => note.what === what && JSON.stringify(note.value) === JSON.stringify(wanted))

describeInChromium('what a desktop has around the window', STARTS, ({ start }) => {
  test('tray, badge, a window of its own, Pack above others, a file to open, a link that is asked about, tools for an hour', async () => {
    const label = join(tempDir(), 'label.zpl')
    writeFileSync(label, '^XA^FO50,50^A0N,40,40^FDOPENED^FS^XZ')
    const config = tempDir()
    const desktop = start({ isPackaged: true, args: [label], env: { XDG_CONFIG_HOME: config } })
    await reports(desktop, 'setAsDefaultProtocolClient', 'waybill-app')
    const page = await desktop.page()
    await page.getByRole('heading', { name: text('labels.view.inspect') }).waitFor()
    await page.getByText('OPENED').first().waitFor()
    await invoke(page, 'settings.update', { firstRun: 'done' })

    await reports(desktop, 'badge', 0)
    await invoke(page, 'inbox.notify', { text: 'The dock door is stuck', code: 'PO-1' })
    // Samples that met an exception may count as well by then.
    const open = await until('the badge to show what is open', async () => {
      const { inbox } = answerSchema.parse(await invoke(page, 'station.state', {})).value
      const isShown = desktop.notes.some(
        (note) => note.kind === 'told' && note.what === 'badge' && note.value === inbox?.open,
      )
      return inbox !== undefined && isShown ? inbox.open : null
    })
    await reports(desktop, 'tray image', 'waiting.png')
    await reports(desktop, 'tray', `Waybill\n${shellWords('en').needsPerson(open)}`)
    desktop.order({ do: 'menu', label: 'New quote' })
    await page
      .getByRole('heading', { name: text('rail.quote') })
      .first()
      .waitFor()

    // A mail's link opens nothing unasked; what is no link of ours is not heard.
    const emit = (url: string) =>
      desktop.order({ do: 'emit', of: 'app', event: 'second-instance', args: [{}, ['/opt/waybill', url], '/'] })
    emit('waybill-app://shipment/SHP-1/../../etc')
    emit('waybill-app://booking/bkg_1')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('booking bkg_1', { exact: false }).waitFor()
    expect(page.url()).not.toContain('bkg_1')
    await dialog.getByRole('button', { name: text('common.cancel') }).click()
    await dialog.waitFor({ state: 'detached' })

    const desktopSettings = { opensAtLogin: true, isPackOnTop: true, isKiosk: false }
    await invoke(page, 'settings.update', { desktop: desktopSettings })
    const refused = await invoke(page, 'settings.update', { desktop: { ...desktopSettings, isKiosk: true } })
    expect(refused).toMatchObject({ ok: false, error: { code: 'KIOSK_NEEDS_SIGN_IN' } })
    await page.evaluate("location.hash = '#/pack'")
    await reports(desktop, 'always on top', true)
    await page.evaluate("location.hash = '#/quote'")
    await reports(desktop, 'always on top', false)
    expect(readFileSync(join(config, 'autostart', 'waybill.desktop'), 'utf8')).toContain('Exec="')
    await invoke(page, 'desktop.openWindow', { screen: 'track' })
    await invoke(page, 'desktop.openWindow', { screen: 'track' })

    await invoke(page, 'desktop.allowTools', {})
    await desktop.note(
      'told',
      ({ what, value }) => what === 'menu' && JSON.stringify(value).includes(text('desktop.tools')),
    )
    desktop.order({ do: 'menu', label: text('desktop.tools') })
    await reports(desktop, 'developer tools', true)
    expect(
      desktop.notes.filter(({ kind, ...note }) => kind === 'told' && 'what' in note && note.what === 'window'),
    ).toHaveLength(2)
    desktop.order({ do: 'quit' })
    expect(await desktop.ended).toBe(0)
  })

  test('Track in a window of its own is loaded, and ends with the first window', async () => {
    const desktop = start()
    await desktop.note('shown')
    desktop.order({ do: 'menu', label: 'Track in its own window' })
    await desktop.loads(2)
    desktop.order({ do: 'close window' })
    expect(await desktop.ended).toBe(0)
  })

  test('a new version that did not start twice ends, the one before is put back, starts and says so', async () => {
    const dataDir = seededDataDir()
    const folder = join(dataDir, 'window')
    mkdirSync(folder)
    const place = tempDir()
    const appImage = join(place, 'Waybill.AppImage')
    const kept = join(place, 'kept.AppImage')
    writeFileSync(appImage, 'new')
    writeFileSync(kept, 'old')
    const sha512 = createHash('sha512').update('old').digest('base64')
    const stepped = (records: number) => {
      const step = { from: '1.0.0', to: '1.1.0', kept: { version: '1.0.0', file: kept, sha512 }, records }
      writeFileSync(join(folder, 'updates.json'), JSON.stringify({ step }))
      writeFileSync(join(folder, 'starts.json'), JSON.stringify({ isRunning: true, crashes: 1 }))
    }
    stepped(LEDGER_MIGRATIONS.length)
    const env = { APPIMAGE: appImage }
    const bad = start({ dataDir, version: '1.1.0', env })
    expect(await bad.ended).toBe(0)
    expect(await bad.note('relaunch')).toMatchObject({ execPath: appImage })
    expect(readFileSync(appImage, 'utf8')).toBe('old')

    const older = start({ dataDir, version: '1.0.0', env })
    const page = await older.page()
    await page.getByText(text('error.UPDATE_TAKEN_BACK'), { exact: false }).first().waitFor()
    older.order({ do: 'quit' })
    expect(await older.ended).toBe(0)

    // Records that the older one could not open: it stays, says why, and starts safely.
    stepped(LEDGER_MIGRATIONS.length - 1)
    writeFileSync(appImage, 'new')
    const newer = start({ dataDir, version: '1.1.0', env })
    const box = await newer.note('box')
    expect(box.text).toContain('may not be able to read the records')
    await reports(newer, 'appendSwitch', 'disable-gpu=')
    await newer.page()
    newer.order({ do: 'quit' })
    expect(await newer.ended).toBe(0)
    expect(readFileSync(appImage, 'utf8')).toBe('new')
  })

  test('a kiosk is not closed until a supervisor has ended it; twice ended by itself it starts safely', async () => {
    const desktop = start()
    const page = await ready(desktop)
    const { value } = (await invoke(page, 'people.save', { name: 'Sam', role: 'supervisor', pin: '4826' })) as {
      value: { personId: string }[]
    }
    await invoke(page, 'people.setRules', { isOn: true, idleMinutes: 10 })
    await invoke(page, 'people.signIn', { personId: value[0]?.personId, pin: '4826' })
    const on = await invoke(page, 'settings.update', {
      desktop: { opensAtLogin: false, isPackOnTop: false, isKiosk: true },
    })
    expect(on).toMatchObject({ ok: true })
    await reports(desktop, 'kiosk', true)
    desktop.order({ do: 'close window' })
    await invoke(page, 'people.signOut', {})
    const locked = await invoke(page, 'settings.update', { desktop: { isKiosk: false } })
    expect(locked).toMatchObject({ ok: false, error: { code: 'SIGN_IN_NEEDED' } })
    expect(desktop.child.exitCode).toBeNull()
    desktop.child.kill('SIGKILL')
    await desktop.ended

    writeFileSync(join(desktop.dataDir, 'window', 'starts.json'), JSON.stringify({ isRunning: true, crashes: 1 }))
    const again = start({ dataDir: desktop.dataDir })
    await reports(again, 'appendSwitch', 'disable-gpu=')
    const second = await again.page()
    await reports(again, 'kiosk', true)
    await invoke(second, 'people.signIn', { personId: value[0]?.personId, pin: '4826' })
    await second.getByText('safe mode', { exact: false }).first().waitFor()
    await invoke(second, 'settings.update', { desktop: { isKiosk: false } })
    await reports(again, 'kiosk', false)
    again.order({ do: 'close window' })
    expect(await again.ended).toBe(0)
  })
})
