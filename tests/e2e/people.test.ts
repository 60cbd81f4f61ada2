import { describe, expect, it } from 'vitest'
import { browserPath } from '../support/browser.ts'
import { testSandbox } from '../support/sandbox.ts'
import { until } from '../support/until.ts'
import { openApp } from './app.ts'
import { expectUsable } from './findings.ts'
import { scan } from './typing.ts'
import { full } from '../support/full.ts'
import { text } from '../support/text.ts'

const why = browserPath() === null ? 'skipped: no browser' : ''

describe.skipIf(why !== '')(`People who sign in ${why}`.trim(), full('tests/people proves roles and PINs'), () => {
  it('are added, sign in by PIN and by a scan on Pack, and ask a supervisor for what their role does not allow', async () => {
    const app = await openApp(await testSandbox())
    const { page, station, goTo, complaints } = app
    const dialog = page.getByRole('dialog')
    const section = (name: string) =>
      page.getByRole('navigation', { name: text('rail.settings') }).getByRole('link', { name })
    const clean = (place: string) => expectUsable(app, place)
    /** Maria's, on the locked screen. */
    const enterPin = async (pin: string) => {
      await page.getByRole('button', { name: 'Maria Lopez' }).click()
      await page
        .getByLabel(text('people.pinOf', { name: 'Maria Lopez' }))
        .and(page.locator(':focus'))
        .waitFor()
      await scan(page, pin)
    }

    await goTo(text('rail.settings'))
    await section(text('people.title')).click()
    await page.getByText(text('people.empty')).waitFor()
    await page.getByRole('checkbox', { name: text('people.isOn') }).check()
    await page.getByRole('button', { name: text('common.save') }).click()
    await page.getByText('Add a supervisor with a PIN before', { exact: false }).waitFor()

    await page.getByRole('button', { name: text('people.add') }).click()
    await dialog.getByLabel(text('people.name')).fill('Maria Lopez')
    await dialog.getByRole('radio', { name: /^Supervisor/ }).check()
    await dialog.getByLabel(text('people.pin'), { exact: true }).fill('1234')
    await dialog.getByRole('button', { name: text('common.save') }).click()
    await dialog.locator('[aria-invalid="true"]:focus').waitFor()
    await clean('person form')
    await dialog.getByLabel(text('people.pin'), { exact: true }).fill('9038')
    await dialog.getByRole('button', { name: text('common.save') }).click()
    await page.getByRole('listitem').filter({ hasText: 'Maria Lopez' }).waitFor()

    const [, ana] = (await station.run('people.save', { name: 'Ana Ruiz', role: 'packer' })).toSorted((a, b) =>
      b.name.localeCompare(a.name),
    )
    const row = page.getByRole('listitem').filter({ hasText: 'Ana Ruiz' })
    await row.getByRole('button', { name: text('people.drawBadge') }).click()
    await dialog.getByRole('button', { name: text('people.drawBadge') }).click()
    const badge = (await dialog.getByText(/^WBP-/).textContent()) ?? ''
    await dialog
      .getByRole('button', { name: text('common.close') })
      .last()
      .click()
    await row.getByText(text('people.hasBadge'), { exact: false }).waitFor()
    await clean('people')

    await page.getByRole('button', { name: text('common.save') }).click()
    await page.getByRole('heading', { name: text('people.locked') }).waitFor()
    await clean('lock screen')
    await page.locator('input:focus').waitFor()
    await scan(page, 'NOBODYS-BADGE')
    await page.getByText(text('people.why.unknown-badge')).waitFor()
    await enterPin('4711')
    await page.getByText(text('people.why.wrong-pin')).waitFor()
    await scan(page, '9038')
    await page.getByRole('button', { name: 'Maria Lopez · Supervisor' }).waitFor()
    // Everyone begins on their own first screen.
    await page.getByRole('heading', { name: text('rail.track'), level: 1 }).waitFor()

    await goTo(text('rail.pack'))
    await page.locator('#scan').waitFor()
    await scan(page, badge)
    await page.getByRole('button', { name: 'Ana Ruiz · Packer' }).waitFor()

    await goTo(text('rail.settings'))
    // A packer has what packers work with; what is another role's asks before it is opened.
    const rail = page.getByRole('navigation', { name: text('frame.screens') }).getByRole('link')
    expect(await rail.allInnerTexts()).toEqual(
      (['pack', 'endofday', 'track', 'settings'] as const).map((screen) => text(`rail.${screen}`)),
    )
    await section(text('settings.place.data')).click()
    await page.getByRole('heading', { name: text('roleLock.title', { role: text('role.supervisor') }) }).waitFor()
    await clean('another role')
    await page.getByRole('button', { name: text('roleLock.continue') }).click()
    const keep = page.locator('form').filter({ has: page.getByRole('button', { name: text('keep.look') }) })
    await keep.getByRole('spinbutton').or(keep.getByRole('textbox')).first().fill('900')
    await keep.getByRole('button', { name: text('common.save') }).click()
    await page.getByRole('button', { name: text('people.askSupervisor') }).click()
    await dialog.getByRole('button', { name: 'Maria Lopez' }).click()
    await clean('approval')
    await dialog.getByLabel(text('people.pinOf', { name: 'Maria Lopez' })).fill('9038')
    await dialog.getByRole('button', { name: text('people.approve') }).click()
    await page.getByText(text('people.approved', { name: 'Maria Lopez' })).waitFor()
    await keep.getByRole('button', { name: text('common.save') }).click()
    // An earlier "Saved" may still stand on a quick machine: the audit log tells of this one.
    const newest = await until('the change to be kept', async () => {
      const { rows } = await station.run('audit.list', { subjectId: 'settings', text: 'keep' })
      return rows[0] ?? null
    })
    expect(newest).toMatchObject({
      operator: 'Ana Ruiz',
      detail: { changes: [{ path: expect.stringMatching(/^keep\./), now: 900 }], approvedBy: 'Maria Lopez' },
    })

    // A supervisor who is elsewhere: asked through the inbox, approved there, and handed in again.
    const days = keep.getByRole('spinbutton').or(keep.getByRole('textbox')).first()
    const lock = page.getByRole('heading', { name: text('people.locked') })
    await days.fill('800')
    await keep.getByRole('button', { name: text('common.save') }).click()
    await page.getByRole('button', { name: text('approval.ask') }).click()
    await dialog.getByLabel(text('inbox.refuseNote')).fill('The auditor asked')
    await clean('ask by the inbox')
    await dialog.getByRole('button', { name: text('approval.send'), exact: true }).click()
    await page.getByText('Approval requested, due', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Ana Ruiz · Packer' }).click()
    await lock.waitFor()
    await enterPin('9038')
    await page.getByRole('button', { name: 'Maria Lopez · Supervisor' }).waitFor()
    await page.getByRole('link', { name: text('inbox.countLabel', { count: '1' }) }).click()
    await page.getByRole('heading', { name: text('settings.place.inbox'), level: 1 }).waitFor()
    const question = page.getByRole('listitem').filter({ hasText: 'The auditor asked' })
    await question.getByText(text('approval.what.settings.update')).waitFor()
    await clean('inbox with a question')
    await question.getByRole('button', { name: text('people.approve') }).click()
    await question.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: text('inbox.ended') }).click()
    await page.getByText(/^Approved by Maria Lopez, /).waitFor()
    await goTo(text('rail.pack'))
    await page.locator('#scan').waitFor()
    await scan(page, badge)
    await page.getByRole('button', { name: 'Ana Ruiz · Packer' }).waitFor()
    // She left the form that she asked from.
    await page
      .getByText(text('people.approved', { name: 'Maria Lopez' }), { exact: false })
      .filter({ hasText: 'The auditor asked' })
      .waitFor()
    await goTo(text('rail.settings'))
    await section(text('settings.place.data')).click()
    await days.fill('800')
    await keep.getByRole('button', { name: text('common.save') }).click()
    await until('the second change to be kept', async () => {
      const { rows } = await station.run('audit.list', { subjectId: 'settings', text: '800' })
      return rows[0] ?? null
    })

    // What one person's screen reports is not shown over the lock.
    await page.evaluate(`window.dispatchEvent(new ErrorEvent('error', { message: 'late' }))`)
    await page.getByRole('alert').getByText('late').waitFor()
    await page.getByRole('button', { name: 'Ana Ruiz · Packer' }).click()
    await page.getByRole('heading', { name: text('people.locked') }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    // It is there again for that person, and not for another one.
    await scan(page, badge)
    await page.getByRole('alert').getByText('late').waitFor()
    await page.getByRole('button', { name: 'Ana Ruiz · Packer' }).click()
    await enterPin('9038')
    await page.getByRole('button', { name: 'Maria Lopez · Supervisor' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByRole('button', { name: 'Maria Lopez · Supervisor' }).click()
    await page.getByRole('heading', { name: text('people.locked') }).waitFor()
    expect(await page.getByRole('link', { name: text('rail.pack') }).count()).toBe(0)
    expect(ana).toMatchObject({ name: 'Ana Ruiz' })
    expect(complaints).toEqual([])
  }, 240_000)
})
