import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { StationEvent } from '../../src-shared/station/app/events.ts'
import { stationToCome } from '../../src-main/shell/desktop/station-to-come.ts'
import { scriptedStation } from '../support/scripted-station.ts'

class Page extends EventEmitter {
  isDestroyed = () => false
  isLoading = () => true
}

test('work that holds up the process begins when the page is there to say so, and calls are answered after it', async () => {
  const page = new Page()
  const reported: StationEvent[] = []
  const toCome = stationToCome(
    () => page,
    (event) => reported.push(event),
  )
  const announced = toCome.announce('migration')
  expect(reported).toEqual([])
  page.emit('did-finish-load')
  await announced
  const migration = { name: 'station.opening', payload: { step: 'migration' } }
  expect(reported).toEqual([migration])

  const answer = toCome.invoke('quotes.get', { id: 'q1' })
  expect(reported).toEqual([migration, migration])
  toCome.isHere(scriptedStation())
  expect(await answer).toEqual({ ok: true, value: { fine: true } })
  await toCome.invoke('quotes.get', { id: 'q1' })
  expect(reported).toHaveLength(2)
})

test('a page that never loads holds up no station', async () => {
  const toCome = stationToCome(
    () => new Page(),
    () => undefined,
    1,
  )
  await toCome.announce('check')
})
