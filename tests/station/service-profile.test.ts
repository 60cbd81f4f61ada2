import { describe, expect, it } from 'vitest'
import { formatQuirksOf } from '../../src-main/freight/answer/format-quirks.ts'
import { minutesApart } from '../../src-shared/station/app/service-profile.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'

describe('what is learned of a service', () => {
  it('is how it writes, told by its answers, and gone when a person forgets it', async () => {
    const sandbox = await testSandbox({ samples: true })
    const station = await testStation(sandbox, { background: false })
    await station.run('tracking.sync', {})
    const facts = await station.until('the facts', async () => {
      const { facts: reported } = await station.run('environment.profile', {})
      return reported.some(({ fact }) => fact === 'limit-general')
        ? new Map(reported.map(({ fact, value }) => [fact, value]))
        : null
    })
    expect(facts.get('envelope')).toBe('full')
    expect(facts.get('dates')).toBe('iso')
    expect(facts.get('track-many')).toBe('works')
    expect(facts.get('limit-general')).toMatch(/^\d+$/)
    expect((await station.run('environment.forgetProfile', {})).facts).toEqual([])
  })

  it.each([
    [25 * 60, '1500', ['25 h']],
    [-132, '-132', ['2 h 12 min']],
    [6, '6', ['6 min']],
    [4, 'right', []],
  ])(
    'is that its clock is %d min apart, which is in the inbox until it is right again',
    async (minutes, reported, shown) => {
      const sandbox = await testSandbox()
      const machine = sandbox.clock
      let apartMs = minutes * 60_000
      const clock = { now: () => new Date(machine.now().getTime() - apartMs) }
      const station = await testStation(sandbox, { background: false, clock })
      const heard = (value: string) =>
        station.until(`the clock to be ${value}`, async () => {
          await station.run('environment.test', {})
          const { facts } = await station.run('environment.profile', {})
          return facts.some((one) => one.fact === 'clock' && one.value === value) ? facts : null
        })
      const inInbox = async () => {
        await station.station.services.inbox.look()
        const { items } = await station.run('inbox.list', {})
        return items.flatMap(({ kind, label }) => (kind === 'clock' ? [label] : []))
      }
      await heard(reported)
      expect(await inInbox()).toEqual(shown)
      apartMs = 0
      await heard('right')
      expect(await inInbox()).toEqual([])
    },
  )

  it('begins to matter at five minutes', () => {
    const atFive = 5 * 60_000
    expect([atFive - 1, atFive, -atFive, 1 - atFive].map((apartMs) => Math.abs(minutesApart(apartMs)))).toEqual([
      0, 5, 5, 0,
    ])
  })

  it('is the time of the service itself where its answers name none', async () => {
    const sandbox = await testSandbox({ clock: new FakeClock() })
    const answer = await fetch(`${sandbox.baseUrl}/shipments`)
    expect(Date.parse(answer.headers.get('date') ?? '')).toBe(sandbox.clock.now().getTime())
  })

  it.each<[answer: unknown, quirks: object]>([
    [{ data: [{ createdAt: '2026-11-01 08:00:00', totalCost: '12.50' }] }, { envelope: 'bare', dates: 'blank' }],
    [
      { success: true, data: [{ createdAt: 1_700_000_000 }] },
      { envelope: 'without-meta', dates: 'number' },
    ],
    [
      { success: true, data: [], meta: { pagination: { page: 1 } } },
      { envelope: 'full', paging: 'told' },
    ],
    ['<html>', {}],
    [null, {}],
  ])('reads %j', (answer, quirks) => {
    expect(formatQuirksOf(answer)).toMatchObject(quirks)
  })
})
