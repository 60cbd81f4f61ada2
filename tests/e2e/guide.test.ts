import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { SCREENS } from '../../src-renderer/frame/route.ts'
import { PLACES } from '../../src-renderer/screens/settings/places.ts'
import english from '../../src-renderer/messages/en.json' with { type: 'json' }
import { browserPath } from '../support/browser.ts'
import { testSandbox } from '../support/sandbox.ts'
import { text } from '../support/text.ts'
import { openApp } from './app.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''
const guide = readFileSync(new URL('../../docs/guide.md', import.meta.url), 'utf8')
const screens = SCREENS.map((screen) => text(`rail.${screen}`))

/** Paths as the guide and the texts on screen name them: `Settings > Connections > Order files`, and the words behind. */
const PATH = new RegExp(`\\b(${screens.join('|')})((?: > [A-Z][^.,;:()*_>]*)+)`, 'g')
const paths = [guide, ...Object.values(english)].flatMap((words) =>
  [...words.replaceAll(/\s+/g, ' ').matchAll(PATH)].map(([, screen = '', rest = '']) => [
    screen,
    ...rest.split(' > ').slice(1),
  ]),
)

test('a place is never named with a comma', () => {
  const commas = new RegExp(
    `\\b${text('rail.settings')}, (${PLACES.map((place) => text(`settings.place.${place}`)).join('|')})`,
  )
  expect([guide, ...Object.values(english)].filter((words) => commas.test(words))).toEqual([])
})

describe.skipIf(why !== '')(`the paths that the guide and the screens name ${why}`.trim(), () => {
  it('lead somewhere', async () => {
    const { page, goTo, complaints } = await openApp(await testSandbox())
    expect(paths.length).toBeGreaterThan(20)
    for (const path of new Set(paths.map((one) => one.join(' > ')))) {
      const [screen = '', ...steps] = path.split(' > ')
      await goTo(screen)
      for (const step of steps) {
        const ways = page.locator('main').locator('a, button, [role="tab"], h2, h3, legend')
        await ways.first().waitFor()
        // Words of the sentence may follow a name: the longest that begins them is meant.
        const found = async () => {
          const names = (await ways.allInnerTexts()).map((name) => name.trim())
          const named = names.filter((name) => name !== '' && `${step} `.startsWith(`${name} `))
          return named.toSorted((one, other) => other.length - one.length)[0] ?? null
        }
        await expect.poll(found, { message: `${path}: nothing is called ${step}`, timeout: 10_000 }).not.toBeNull()
        const way = ways.filter({ hasText: new RegExp(`^\\s*${(await found()) ?? ''}\\s*$`) }).first()
        if (await way.evaluate('(way) => way.matches("a, button, [role=tab]")')) await way.click()
      }
    }
    expect(complaints).toEqual([])
  })
})
