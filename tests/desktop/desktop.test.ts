import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCommandOf } from '../../src-main/app/run-command.ts'
import { connectControl } from '../../src-main/control/client.ts'
import { shellWords } from '../../src-main/shell/desktop/words.ts'
import { fakeSite } from '../support/fake-site.ts'
import { startRawPort } from '../support/raw-port.ts'
import { directBooking } from '../support/site-stations.ts'
import { tempDir } from '../support/temp-dir.ts'
import { until } from '../support/until.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'
import { brokenShell, STARTS } from './desktop-app.ts'
import { describeInChromium } from './in-chromium.ts'
import { comesBack, doMainJob, invoke, ready, reloadItself } from './main-job.ts'
import { text } from '../support/text.ts'

describeInChromium('the desktop app in the stand-in for electron', {}, ({ start }) => {
  test('quotes, books over IPC, scans, prints, and the label is seen at the printer; then it ends with its window', async () => {
    const printer = await virtualZebra()
    const desktop = start()
    const page = await desktop.page()
    await doMainJob(page, printer)

    // Nothing but data crosses: the end of a subscription answers nothing.
    expect(await page.evaluate('typeof window.waybill.subscribe(() => undefined)()')).toBe('undefined')
    // A proxy cannot cross, as in Electron: the page's transport makes data of it before.
    const thrown = await page.evaluate(
      '(async () => window.waybill.invoke("station.state", new Proxy({}, {})))().catch(String)',
    )
    expect(thrown).toContain('could not be cloned')
    await reloadItself(page)

    desktop.order({ do: 'close window' })
    expect(await desktop.ended).toBe(0)
    expect(desktop.notes.filter(({ kind }) => kind === 'box')).toEqual([])
  })

  test('its window is shown where nothing is painted before that', STARTS, async () => {
    const desktop = start({ isWayland: true })
    const page = await desktop.page()
    await page.getByRole('navigation').first().waitFor()
    // A dead page is loaded again.
    await comesBack(
      () => desktop.order({ do: 'crash page' }),
      async (code) => (await desktop.page()).evaluate(code),
    )
    desktop.order({ do: 'quit' })
    desktop.order({ do: 'quit' })
    expect(await desktop.ended).toBe(0)
  })

  test('closing while the page loads ends it well, and a second start meanwhile is heard', STARTS, async () => {
    const desktop = start()
    await desktop.note('told', ({ what }) => what === 'window')
    desktop.order({ do: 'close window' })
    expect(await desktop.ended).toBe(0)
    expect(desktop.notes.filter(({ kind }) => kind === 'box')).toEqual([])
  })

  test('a second start finds the window; while the first ends, it is started again after that', async () => {
    const first = start()
    await first.note('shown')
    const second = start({ dataDir: first.dataDir })
    expect(await second.ended).toBe(0)
    await first.note('focused')
    // On macOS a click on the app in the dock starts no second one.
    first.order({ do: 'emit', of: 'app', event: 'activate', args: [{}, true] })
    await first.focused(2)
    first.order({ do: 'emit', of: 'power', event: 'resume', args: [] })
    // Windows ends the session: closing begins, without a question.
    first.order({ do: 'emit', of: 'window', event: 'session-end', args: [] })
    first.order({ do: 'emit', of: 'app', event: 'second-instance', args: [] })
    first.order({ do: 'emit', of: 'app', event: 'second-instance', args: [] })
    expect(await first.ended).toBe(0)
    expect(first.notes.filter(({ kind }) => kind === 'relaunch')).toHaveLength(1)
  })

  test('a file of the app that is missing is said in a box, and nothing stays without a window', STARTS, async () => {
    const desktop = start({ main: brokenShell() })
    const { text } = await desktop.note('box')
    expect(text).toContain('missing.js')
    expect(await desktop.ended).toBe(1)
  })

  test('a data folder that cannot be made is said, and another can be chosen', STARTS, async () => {
    const file = join(tempDir(), 'file')
    writeFileSync(file, '')
    const desktop = start({
      dataDir: join(file, 'inside'),
      answers: [{ text: "can't start", button: 'Choose another folder' }],
      chosenFolder: '/another',
    })
    const { args } = await desktop.note('relaunch')
    expect(args.slice(-2)).toEqual(['--data', '/another'])
    expect(args.filter((arg) => arg === '--data')).toHaveLength(1)
    expect(await desktop.ended).toBe(1)
  })

  test(
    'its window fits a small display and comes back as it was; menus speak the language that is set',
    STARTS,
    async () => {
      // 1366 x 768 at 125 %, with a task bar.
      const area = { x: 0, y: 0, width: 1093, height: 574 }
      const desktop = start({ displays: [area] })
      const { value } = await desktop.note('told', ({ what }) => what === 'window')
      expect(value).toMatchObject(area)
      const page = await desktop.page()
      await page.getByRole('navigation').first().waitFor()
      await invoke(page, 'settings.update', { language: 'es' })
      const isSpanish = (what: string) => (note: { what: string; value?: unknown }) =>
        note.what === what && JSON.stringify(note.value).includes('Copiar')
      await desktop.note('told', isSpanish('menu'))
      const editFlags = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true }
      const place = { x: 0, y: 0, isEditable: true, selectionText: '', editFlags }
      desktop.order({ do: 'emit', of: 'contents', event: 'context-menu', args: [{}, place] })
      await desktop.note('told', isSpanish('context menu'))
      desktop.order({ do: 'close window' })
      expect(await desktop.ended).toBe(0)

      const displays = [{ x: 0, y: 0, width: 1920, height: 1040 }]
      const again = start({ dataDir: desktop.dataDir, displays })
      const second = await again.note('told', ({ what }) => what === 'window')
      expect(second.value).toMatchObject(area)
      await again.note('told', isSpanish('menu'))
      again.order({ do: 'quit' })
      expect(await again.ended).toBe(0)
    },
  )

  test(
    'a form that is half-filled and kept nowhere is asked about before the window closes; one that is kept is not',
    STARTS,
    async () => {
      const desktop = start({
        answers: [
          { text: 'unsaved changes', button: null },
          { text: 'unsaved changes', button: null },
        ],
      })
      const page = await ready(desktop)
      await page.evaluate("location.hash = '#/settings?section=papers'")
      await page.getByLabel(text('papers.company')).fill('Acme')
      desktop.order({ do: 'close window' })
      await desktop.note('box')
      desktop.order({ do: 'press', button: 'Keep it open' })
      // The menu's and the keyboard's ways out are asked about as well.
      await until('the first answer', () =>
        desktop.notes.filter(({ kind }) => kind === 'box').length >= 2 ? true : null,
      )
      desktop.order({ do: 'quit' })
      await until('the second box', () =>
        desktop.notes.filter(({ kind }) => kind === 'box').length >= 3 ? true : null,
      )
      desktop.order({ do: 'press', button: 'Discard and close' })
      expect(await desktop.ended).toBe(0)

      const again = start({ dataDir: desktop.dataDir })
      const second = await again.page()
      await second.getByRole('link', { name: text('rail.quote'), exact: true }).click()
      await second.getByLabel(text('cargo.description')).fill('Machine parts')
      again.order({ do: 'quit' })
      expect(await again.ended).toBe(0)
      expect(again.notes.filter(({ kind }) => kind === 'box')).toEqual([])
    },
  )

  test('a tracking number that is clicked with the other button is copied', STARTS, async () => {
    const desktop = start()
    const page = await ready(desktop)
    await page.getByRole('link', { name: text('rail.track'), exact: true }).click()
    const code = page.locator('[data-tracking]').first()
    await code.waitFor()
    const box = await code.boundingBox()
    if (box === null) throw new Error('the number stands nowhere')
    const [x, y] = [box.x + 3, box.y + 3].map(Math.round)
    const editFlags = { canCut: false, canCopy: false, canPaste: false, canSelectAll: true }
    const place = { x, y, isEditable: false, selectionText: '', editFlags }
    desktop.order({ do: 'emit', of: 'contents', event: 'context-menu', args: [{}, place] })
    await desktop.note('told', ({ what }) => what === 'context menu')
    desktop.order({ do: 'menu', label: 'Copy tracking number' })
    const { value } = await desktop.note('told', ({ what }) => what === 'clipboard')
    expect(value).toBe(await code.getAttribute('data-tracking'))
  })

  test('while a label is on its way the machine stays awake, and closing the window asks first', STARTS, async () => {
    // Takes some bytes a second: the label is under way until the app ends.
    const printer = await startRawPort({ drainRate: 20 })
    onTestFinished(() => printer.close())
    const desktop = start({ answers: [{ text: 'still working', button: 'Close' }] })
    const page = await desktop.page()
    const { value } = (await invoke(page, 'printers.save', {
      name: 'Slow',
      language: 'ZPL',
      dpi: 203,
      media: { widthIn: 4, heightIn: 6 },
      connection: { kind: 'tcp', uri: printer.uri },
    })) as { value: { printerId: string } }
    await invoke(page, 'printers.test', { printerId: value.printerId })
    await desktop.note('told', ({ what }) => what === 'powerSaveBlocker.start')
    desktop.order({ do: 'close window' })
    const { text } = await desktop.note('box')
    expect(text).toContain('1 label is being printed.')
    expect(await desktop.ended).toBe(0)
    expect(desktop.notes).toContainEqual({ kind: 'told', what: 'powerSaveBlocker.stop', value: 1 })
  })

  test('tells on the desktop what needs a person, and a click leads there', STARTS, async () => {
    const desktop = start()
    const page = await ready(desktop)
    await invoke(page, 'inbox.notify', { text: 'The dock door is stuck', code: 'PO-1' })
    const { value } = await desktop.note('told', ({ what }) => what === 'notification')
    expect(value).toMatchObject({
      title: '1 item needs attention',
      body: expect.stringContaining('PO-1: The dock door is stuck') as unknown,
    })
    desktop.order({ do: 'emit', of: 'notification', event: 'click', args: [] })
    await desktop.focused(1)
    await page.getByRole('heading', { name: text('settings.place.inbox') }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'The dock door is stuck' }).waitFor()
    desktop.order({ do: 'close window' })
    expect(await desktop.ended).toBe(0)
  })

  test('installed, it starts with no debugger', STARTS, async () => {
    const desktop = start({ isPackaged: true, args: ['--remote-debugging-port=9222'] })
    expect(await desktop.ended).toBe(1)
    expect(desktop.said()).toContain('does not start with --remote-debugging-port')
  })

  test('a base URL that is none is said in words once there are windows', STARTS, async () => {
    const desktop = start({ env: { WAYBILL_BASE_URL: 'nonsense' } })
    const { text } = await desktop.note('box')
    expect(text).toContain('WAYBILL_BASE_URL must be a URL')
    expect(text).not.toContain('{')
    expect(await desktop.ended).toBe(1)
  })

  test('a station that joins a site opens its stores again, and all around the window asks the new one', async () => {
    const site = await fakeSite()
    const desktop = start({ system: 'win32' })
    const page = await ready(desktop)
    await page.evaluate('window.heard = []; void window.waybill.subscribe(({ name }) => window.heard.push(name))')
    expect(await invoke(page, 'site.enrol', { code: site.code(), name: 'Dock 4' })).toMatchObject({ ok: true })
    expect(await invoke(page, 'site.view', {})).toMatchObject({ value: { kind: 'of-site' } })

    // What happens from here on happens in stores that were not open when the window was.
    const before = desktop.notes.length
    const reported = (what: string, holds: (value: string) => boolean) =>
      desktop.note(
        'told',
        (note) => note.what === what && desktop.notes.indexOf(note) >= before && holds(JSON.stringify(note.value)),
      )
    await page.evaluate('window.heard.length = 0')
    const remote = await connectControl(desktop.dataDir)
    if (remote === null) throw new Error('the station does not answer')
    const run = runCommandOf(remote)
    const { bookingId } = await run('bookings.submit', directBooking('PO-AFTER'))
    await until('the booking at the site', () => site.bookings.get(bookingId) ?? null)
    await run('inbox.notify', { text: 'The dock door is stuck', code: 'PO-1' })
    await reported('notification', (notice) => notice.includes('The dock door is stuck'))
    await reported(
      'overlay icon',
      (icon) => icon.includes('1 booking waits') && icon.includes('1 item needs attention'),
    )
    expect(await page.evaluate('window.heard')).toEqual(expect.arrayContaining(['bookings.changed', 'inbox.news']))
    await run('settings.update', { language: 'es' })
    const { newQuote } = shellWords('es')
    await reported('user tasks', (tasks) => tasks.includes(newQuote))
    await reported('menu', (items) => items.includes(shellWords('es').quit))
    remote.close()

    desktop.order({ do: 'emit', of: 'power', event: 'resume', args: [] })
    desktop.order({ do: 'quit' })
    expect(await desktop.ended).toBe(0)
    expect(desktop.said()).not.toContain('not open')
  })

  test('an error that nobody caught ends it in order, and it starts again once', async () => {
    const desktop = start()
    await desktop.note('shown')
    desktop.order({ do: 'throw', message: 'a fault in a corner' })
    expect(await desktop.ended).toBe(1)
    const { args } = await desktop.note('relaunch')
    const again = start({ dataDir: desktop.dataDir, args: args.filter((arg) => arg.startsWith('--after')) })
    const page = await again.page()
    await page.getByText('a fault in a corner', { exact: false }).first().waitFor()
    again.order({ do: 'throw', message: 'and again' })
    expect(await again.ended).toBe(1)
    expect(again.notes.filter(({ kind }) => kind === 'relaunch')).toEqual([])
  })
})
