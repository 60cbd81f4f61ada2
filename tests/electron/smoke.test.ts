import { _electron as electron } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fetchedElectron } from '../../scripts/electron-program.ts'
import { projectRoot } from '../../scripts/project.ts'
import { comesBack, doMainJob, reloadItself } from '../desktop/main-job.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'
import { tempDir } from '../support/temp-dir.ts'

const program = fetchedElectron()
const hasDisplay = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])
const obstacle = program === null ? 'no Electron binary' : hasDisplay ? null : 'no display'

describe('the desktop shell', () => {
  test('opens a window that shows the app, sandboxed, and whose commands answer', async ({ skip }) => {
    if (program === null || obstacle !== null) return skip(obstacle ?? '')
    const args = [projectRoot, '--data', tempDir()]
    // Chromium refuses to run its sandbox as root, which a container's tests often are.
    if (process.getuid?.() === 0) args.unshift('--no-sandbox')
    const app = await electron.launch({ executablePath: program, args })
    try {
      const page = await app.firstWindow()
      await page.getByRole('navigation').first().waitFor()
      expect(page.url()).toMatch(/^waybill:\/\/app\//)
      expect(await page.title()).toContain('Waybill')
      expect(await page.evaluate('typeof require')).toBe('undefined')
      expect(await page.evaluate("window.waybill.invoke('station.state', {})")).toMatchObject({
        ok: true,
        value: { environment: { kind: 'embedded' } },
      })
      await doMainJob(page, await virtualZebra())
      await reloadItself(page)
      const inWindow = (code: string) =>
        app.evaluate(
          ({ BrowserWindow }, text) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text),
          code,
        )
      const kill = () =>
        app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())
      await comesBack(kill, inWindow)
    } finally {
      await app.close()
    }
  })
})
