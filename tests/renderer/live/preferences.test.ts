import { expect, test } from 'vitest'
import { Preferences } from '../../../src-renderer/live/preferences.svelte.ts'
import { createStation } from '../../../src-renderer/station.ts'
import { fakeTransport, type FakeHandlers } from '../../../src-renderer/transports/fake.ts'
import { StationError } from '../../../src-shared/station/error.ts'

const preferencesWith = (handlers: FakeHandlers) => new Preferences(createStation(fakeTransport(handlers)))
const away = () => {
  throw new StationError({ code: 'HOST_UNREACHABLE', message: 'away', retryable: true })
}

test('what a person preferred is there with the first screen, and what is chosen now shows at once', async () => {
  const written: unknown[] = []
  const preferences = preferencesWith({
    'preferences.list': () => ({ 'pack.weightUnit': 'kg' }),
    'preferences.set': (input) => {
      written.push(input)
      return { isSaved: true }
    },
  })
  await preferences.load()
  expect([preferences.get('pack.weightUnit'), preferences.get('pack.printer')]).toEqual(['kg', undefined])
  const saving = preferences.set('pack.weightUnit', 'lb')
  expect(preferences.get('pack.weightUnit')).toBe('lb')
  await saving
  expect(written).toEqual([{ name: 'pack.weightUnit', value: 'lb' }])
})

test('without an answer everything is as nobody preferred anything, and work can begin', async () => {
  const preferences = preferencesWith({ 'preferences.list': away, 'preferences.set': away })
  await preferences.load()
  expect([preferences.isReady, preferences.get('track.columns')]).toEqual([true, undefined])
  await expect(preferences.set('pack.printer', 'PRN-1')).rejects.toMatchObject({ code: 'HOST_UNREACHABLE' })
  expect(preferences.get('pack.printer')).toBe('PRN-1')
})
