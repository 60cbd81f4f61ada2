import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { TEST_START } from '../support/running-clock.ts'
import { testSandbox } from '../support/sandbox.ts'
import type { TestStation } from '../support/test-station.ts'
import { openApp } from './app.ts'
import { expectUsable, findings } from './findings.ts'
import { text } from '../support/text.ts'

const DAY = 24 * 60 * 60 * 1000
const why = browserPath() === null ? 'skipped: no browser' : ''

/** One of the samples in an exception is held by customs instead. */
function holdAtCustoms({ station }: TestStation): void {
  const { db } = station.stores.cache
  const id = db.prepare(`SELECT shipment_id FROM shipment WHERE status = 'EXCEPTION' ORDER BY 1`).pluck().get()
  db.prepare(
    `UPDATE tracking_event SET exception_code = '006', exception_reason = 'CUSTOMS_HOLD'
     WHERE shipment_id = ? AND status = 'EXCEPTION'`,
  ).run(id)
  db.prepare(`UPDATE shipment SET exception_code = '006' WHERE shipment_id = ?`).run(id)
}

describe.skipIf(why !== '')(`the supervisor's board ${why}`.trim(), () => {
  it('draws the way of a shipment that comes through a town again', async () => {
    const { page, station, complaints } = await openApp(await testSandbox({ samples: true }))
    const { db } = station.station.stores.cache
    const shipmentId = await station.until('the samples', async () => {
      const id = db.prepare('SELECT shipment_id FROM shipment WHERE has_detail = 1 ORDER BY shipment_id').pluck().get()
      return typeof id === 'string' ? id : null
    })
    const insert = db.prepare(
      `INSERT INTO tracking_event (event_id, shipment_id, at, timestamp, status, city, state, country)
       VALUES (?, ?, ?, ?, 'IN_TRANSIT', ?, ?, 'US')`,
    )
    const towns = ['Dallas TX', 'Memphis TN', 'Dallas TX', 'Memphis TN', 'Dallas TX']
    for (const [index, town] of towns.entries()) {
      const at = new Date(Date.parse(TEST_START) + index * DAY)
      const [city, state] = town.split(' ')
      insert.run(`EVT-AGAIN-${index}`, shipmentId, at.getTime(), at.toISOString(), city, state)
    }
    await page.evaluate(`location.hash = '#/track?shipment=${shipmentId}'`)
    const drawer = page.getByRole('complementary', { name: text('track.detail') })
    await drawer.getByRole('img', { name: /Dallas, TX → Memphis, TN → Dallas, TX → Memphis, TN/ }).waitFor()
    expect(complaints).toEqual([])
  })

  it('counts, narrows, opens, sees to it, finds many, exports and looks back', async () => {
    // Which of the samples is where on its way follows the weekday: a Wednesday with no holiday near.
    const clock = new FakeClock(TEST_START)
    const sandbox = await testSandbox({ samples: true, clock })
    const app = await openApp(sandbox, { clock })
    const { page, station, complaints, goTo } = app
    await station.run('tracking.sync', {})
    holdAtCustoms(station)
    await goTo(text('rail.track'))
    await page.getByText('24 shipments').waitFor()
    // Each event is whole, its time below it.
    const events: unknown = await page.evaluate(`[...document.querySelectorAll('[role="grid"] .event')].map((event) => {
      const [what, when] = event.children
      const isBelow = when.getBoundingClientRect().top >= what.getBoundingClientRect().bottom - 1
      return isBelow && what.scrollWidth <= what.clientWidth ? 'whole' : what.textContent
    })`)
    expect(new Set(Array.isArray(events) ? events : [])).toEqual(new Set(['whole']))
    const grid = page.getByRole('grid', { name: text('track.grid') })
    const rows = async (count: number) => page.locator(`[role=grid][aria-rowcount="${count + 1}"]`).waitFor()
    expect(await findings(page)).toEqual([])
    // Title with search, tabs and heads of columns, and no more, stand over the first row; the search shows its words whole.
    const topOf = async (what: Locator) => (await what.boundingBox())?.y ?? 0
    const bands = (await topOf(page.locator('[role=row][aria-rowindex="2"]'))) - (await topOf(page.locator('main h1')))
    expect(bands).toBeLessThan(3 * 48)
    expect(await isSearchCut(page)).toBe(false)
    // Every carrier is whole at 1280.
    const carriers = await grid
      .locator('.words')
      .evaluateAll((cells: { scrollHeight: number; clientHeight: number }[]) =>
        cells.map((cell) => cell.scrollHeight <= cell.clientHeight + 1),
      )
    expect([carriers.length > 0, carriers.every(Boolean)]).toEqual([true, true])
    const heads = () => grid.getByRole('columnheader').allInnerTexts()
    expect(await heads()).toContain(text('track.column.consignee'))
    // Rows lie one below the other in the spacing that was chosen.
    await station.run('settings.update', { density: 'compact' })
    await page.locator('html[data-density="compact"]').waitFor()
    await expect.poll(() => rowGaps(page)).toEqual({ height: 30, gaps: [0] })
    await station.run('settings.update', { density: 'comfortable' })
    await page.locator('html[data-density="comfortable"]').waitFor()
    const { exceptionCodes } = await station.run('shipments.tiles', {})
    const { total: needLook } = await station.run('shipments.search', { attention: true, limit: 1 })
    const inTrouble = Object.values(exceptionCodes).reduce((sum, count) => sum + count, 0)
    const heldByCustoms = exceptionCodes['006'] ?? 0
    expect(heldByCustoms).toBeGreaterThan(0)

    // Tiles and reasons are filters; one can be kept under a name.
    await page.getByRole('button', { name: `${inTrouble} Exceptions` }).click()
    await rows(inTrouble)
    await page.getByRole('button', { name: `${heldByCustoms} ${text('track.tile.customs')}` }).click()
    await rows(heldByCustoms)
    await page.getByRole('button', { name: text('track.savedFilters') }).click()
    await page.getByRole('menuitem', { name: text('track.saveFilter') }).click()
    await page.getByLabel(text('track.filterName'), { exact: true }).fill('Customs')
    await page.getByRole('button', { name: text('common.save'), exact: true }).click()
    await page.getByRole('button', { name: text('track.clear') }).click()
    await rows(24)
    await page.getByRole('button', { name: text('track.savedFilters') }).click()
    await page.getByRole('menuitem', { name: text('track.tile.customs'), exact: true }).click()
    await rows(heldByCustoms)

    // By keyboard alone: the one row opens, and Escape of a document leaves the shipment open.
    await grid.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('complementary', { name: text('track.detail') })
    await drawer.getByText(text('track.code', { code: '006' })).waitFor()
    await drawer.locator('header').getByText(text('exception.CUSTOMS_HOLD')).waitFor()
    // What stands beside it stands whole.
    await expect
      .poll(heads)
      .toEqual(expect.arrayContaining([text('track.status'), text('track.column.consignee'), text('track.promised')]))
    expect(await heads()).not.toContain(text('track.lastEvent'))
    const titles = drawer.getByRole('heading', { level: 3 })
    await expect
      .poll(async () => (await titles.allInnerTexts()).slice(0, 3))
      .toEqual([text('track.timeline'), text('track.todo'), text('track.documents')])
    await drawer.getByRole('img', { name: /^Route: / }).waitFor()
    await drawer
      .getByText(/ [ECMP][SD]T · /)
      .first()
      .waitFor()
    await drawer.getByRole('button', { name: 'Open Bill of lading' }).click()
    await page.getByRole('dialog').getByAltText('Page 1 of 1').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.getByRole('button', { name: `${needLook} Needs attention` }).waitFor()
    await drawer.getByRole('button', { name: text('track.acknowledge') }).click()
    await drawer.getByText('hidden until the next update', { exact: false }).waitFor()
    await drawer.getByRole('button', { name: text('track.acknowledge') }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `${needLook - 1} Needs attention` }).waitFor()
    await drawer.getByRole('button', { name: text('track.note.add') }).click()
    await drawer.getByText(text('track.note.empty')).waitFor()
    await drawer.getByLabel(text('track.note.label')).fill('Broker has the papers')
    await drawer.getByLabel(text('track.note.label')).blur()
    await expect.poll(() => station.run('drafts.list', { form: 'track.note' })).toHaveLength(1)
    await page.reload()
    await drawer.getByLabel(text('track.note.label')).focus()
    await expect.poll(() => drawer.getByLabel(text('track.note.label')).inputValue()).toBe('Broker has the papers')
    await page.keyboard.press('Control+Enter')
    await drawer.getByRole('listitem').filter({ hasText: 'Broker has the papers' }).waitFor()
    await expectUsable({ page, station })
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })

    // Columns and filter survive a reload.
    await page.getByRole('button', { name: text('track.columns') }).click()
    await page.getByRole('menuitemcheckbox', { name: text('shipment.weight') }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: text('shipment.weight') }).waitFor()
    await page.reload()
    await page.getByRole('columnheader', { name: text('shipment.weight') }).waitFor()
    await rows(heldByCustoms)
    await page.getByRole('button', { name: text('track.clear') }).click()
    await rows(24)

    // A heading orders the rows, and turns them round; a view is opened again in the columns it was saved in.
    const weights = () => page.locator('[role=row][aria-rowindex="2"]').textContent()
    await page.getByRole('button', { name: text('shipment.weight') }).click()
    await page.locator('[role=columnheader][aria-sort="ascending"]').getByText(text('shipment.weight')).waitFor()
    const lightest = await weights()
    await page.getByRole('button', { name: text('shipment.weight') }).click()
    await page.locator('[role=columnheader][aria-sort="descending"]').getByText(text('shipment.weight')).waitFor()
    await expect.poll(weights, { timeout: 30_000 }).not.toBe(lightest)
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: text('track.savedFilters') }).click()
    await page.getByRole('menuitem', { name: text('track.tile.customs'), exact: true }).click()
    await rows(heldByCustoms)
    await page.getByRole('columnheader', { name: text('shipment.weight') }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: text('track.columns') }).click()
    await page.getByRole('menuitemcheckbox', { name: text('shipment.weight') }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: text('track.clear') }).click()
    await rows(24)

    await pasteNumbers(page)
    await page.getByText('2 pasted shipments').waitFor()
    await rows(2)
    await page.getByRole('button', { name: text('track.list.close') }).click()

    await page.getByRole('button', { name: text('track.export.button') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(text('track.export.text', { count: 24 }), { exact: false }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: text('track.export.button') }).click(),
    ])
    const csv = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(csv[0]).toContain('weightLb')
    expect(csv).toHaveLength(25)

    // News while somebody points at a row: nothing moves, and a pill tells.
    await page.getByRole('button', { name: `${inTrouble} Exceptions` }).click()
    await rows(inTrouble)
    const first = page.locator('[role=row][aria-rowindex="2"]')
    const before = await first.locator('strong').textContent()
    await first.hover()
    await sandbox.jump(30 * DAY)
    clock.advance(30 * DAY)
    await station.run('tracking.sync', {})
    const pill = page.getByRole('button', { name: /moved/ })
    await pill.waitFor()
    expect(await first.locator('strong').textContent()).toBe(before)
    await pill.click()
    await pill.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: text('track.view.insight') }).click()
    await page.getByRole('img', { name: /^On time by carrier: / }).waitFor()
    await page.getByText(text('track.insight.table')).first().click()
    await page.getByRole('columnheader', { name: text('track.insight.promised') }).waitFor()
    await app.picture('track-insight')
    expect(await findings(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})

/** Is the placeholder of the search wider than its field? */
const isSearchCut = (page: Page): Promise<boolean> =>
  page.evaluate(`(() => {
    const input = document.querySelector('main input[type="search"]')
    const style = getComputedStyle(input)
    const context = document.createElement('canvas').getContext('2d')
    context.font = style.font
    const room = input.clientWidth - parseFloat(style.paddingInlineStart) - parseFloat(style.paddingInlineEnd)
    return context.measureText(input.placeholder).width > room
  })()`)

async function pasteNumbers(page: Page): Promise<void> {
  await page.getByRole('button', { name: text('track.paste.button') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: text('track.paste.find') }).click()
  await dialog.getByText(text('track.paste.none')).waitFor()
  await dialog.getByLabel(text('track.paste.label')).fill('PO-48260\nNOPE-7\n PO-48127\tPO-48260')
  await dialog.getByRole('button', { name: text('track.paste.find') }).click()
  await dialog.getByText('2 found, 1 not found').waitFor()
  await dialog.getByText(text('track.paste.nowhere')).waitFor()
  expect(await findings(page)).toEqual([])
  await dialog.getByRole('button', { name: text('track.paste.show') }).click()
}

/** How high a row of the grid is, and what lies between it and the next, in CSS pixels, each once. */
async function rowGaps(page: Page): Promise<{ height: number; gaps: number[] }> {
  const rows = await page.locator('[role=grid] .body [role=row]').all()
  const boxes = (await Promise.all(rows.map((row) => row.boundingBox()))).filter((box) => box !== null)
  const sorted = boxes.toSorted((one, other) => one.y - other.y)
  const gaps = sorted.slice(1).map(({ y }, index) => {
    const above = sorted[index]
    return above ? Math.round(y - above.y - above.height) : 0
  })
  return { height: Math.round(sorted[0]?.height ?? 0), gaps: [...new Set(gaps)] }
}
