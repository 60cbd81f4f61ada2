import { afterEach, describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { runningClock } from '../support/running-clock.ts'
import { testSandbox } from '../support/sandbox.ts'
import { openApp, type App } from './app.ts'
import { findings } from './findings.ts'
import { full } from '../support/full.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''
const AHEAD_MS = 25 * 60 * 60 * 1000

describe.skipIf(why !== '')(
  `the connection profile in Settings ${why}`.trim(),
  full('tests/freight proves what is learned'),
  () => {
    let app: App | undefined
    afterEach(async () => {
      await app?.close()
      app = undefined
    })

    it.each(['en', 'es'] as const)(
      'tells in plain words what was learned, a clock that is off, and forgets it (%s)',
      async (language) => {
        const sandbox = await testSandbox({ samples: true })
        const machine = runningClock()
        const clock = { now: () => new Date(machine.now().getTime() - AHEAD_MS) }
        app = await openApp(sandbox, { clock })
        const { page, station, picture, complaints } = app
        await station.run('tracking.sync', {})
        await station.until('the facts', async () => {
          const { facts } = await station.run('environment.profile', {})
          return facts.some(({ fact }) => fact === 'clock') && facts.some(({ fact }) => fact === 'envelope')
            ? facts
            : null
        })
        await app.goTo('Settings')
        const places = page.getByRole('navigation', { name: 'Settings' })
        await places.getByRole('link', { name: 'Freight service' }).click()
        await station.run('settings.update', { language })
        await page.locator(`html[lang="${language}"]`).waitFor()
        const profile = page.getByRole('region', { name: WORDS[language].title })
        await profile.getByText(WORDS[language].envelope).waitFor()
        await page.getByText(WORDS[language].clock).first().waitFor()
        for (const theme of ['light', 'dark'] as const) {
          await station.run('settings.update', { theme })
          await page.locator(`html[data-theme="${theme}"]`).waitFor()
          expect(await findings(page, theme === 'light' ? {} : { only: 'colors' })).toEqual([])
        }
        await picture(`service-profile-${language}`)
        await profile.scrollIntoViewIfNeeded()
        await picture(`service-profile-list-${language}`)
        await profile.getByRole('button', { name: WORDS[language].forget }).click()
        await profile.getByText(WORDS[language].envelope).waitFor({ state: 'hidden' })
        expect(complaints).toEqual([])
      },
    )
  },
)

const WORDS = {
  en: {
    title: 'What was learned of this service',
    envelope: 'Answers come in the envelope that the interface shows.',
    clock: '25 h ahead of this computer',
    forget: 'Forget it',
  },
  es: {
    title: 'Lo aprendido de este servicio',
    envelope: 'Las respuestas llegan en la forma que muestra la interfaz.',
    clock: '25 h adelantado',
    forget: 'Olvidarlo',
  },
}
