import { DENSITIES } from '../../src-shared/station/app/state.ts'
import { ROLES } from '../../src-shared/station/role.ts'
import type { AppContext } from '../app-context.ts'
import type { PaletteItem } from './palette-item.ts'
import { railGroups } from './rail-order.ts'
import { SCREENS } from './route.ts'
import { shortcutSheet } from './shortcut-sheet.svelte.ts'

/** The parts of Settings that can be gone to by name. */
const SETTINGS_PLACES = [
  'station',
  'service',
  'printers',
  'rules',
  'desktop',
  'people',
  'site',
  'inbox',
  'webhooks',
  'calls',
  'audit',
  'data',
  'about',
] as const

/** Every screen in the rail's order, then those that are not in it, then the parts of Settings. */
export function palettePlaces({ router, store, locale }: AppContext): PaletteItem[] {
  const rail = railGroups(store.railFor).flat()
  const screens = [...rail, ...SCREENS.filter((screen) => !rail.includes(screen) && screen !== 'site')]
  return [
    ...screens.map((screen) => ({
      id: `screen ${screen}`,
      text: locale.t(`rail.${screen}`),
      run: () => router.go(screen),
    })),
    ...SETTINGS_PLACES.map((place) => ({
      id: `settings ${place}`,
      text: locale.t(`settings.place.${place}`),
      detail: locale.t('rail.settings'),
      words: locale.t('rail.settings'),
      run: () => router.go('settings', { section: place }),
    })),
  ]
}

/** What can be done from anywhere. */
export function paletteActions(app: AppContext): PaletteItem[] {
  const { station, store, toasts, locale, router } = app
  const settings = store.value?.settings
  const change = (patch: Parameters<typeof station.invoke<'settings.update'>>[1]) => () =>
    void toasts.attempt(async () => store.acceptSettings(await station.invoke('settings.update', patch)))
  return [
    ...(store.value?.signIn
      ? [
          {
            id: 'do lock',
            text: locale.t('people.lock'),
            run: () => void toasts.attempt(async () => store.accept(await station.invoke('people.signOut', {}))),
          },
        ]
      : []),
    {
      id: 'do sync',
      text: locale.t('palette.sync'),
      run: () =>
        void toasts.attempt(async () => {
          const { shipments, events } = await station.invoke('tracking.sync', {})
          toasts.done(locale.t('palette.synced', { shipments, events }))
        }),
    },
    {
      id: 'do test',
      text: locale.t('palette.test'),
      run: () => void toasts.attempt(async () => store.accept(await station.invoke('environment.test', {}))),
    },
    {
      id: 'do back up',
      text: locale.t('data.backUp'),
      run: () =>
        void toasts.attempt(async () => {
          await station.invoke('maintenance.backUp', {})
          toasts.done(locale.t('data.backedUp'))
        }),
    },
    ...(store.value?.isRehearsing === true
      ? [
          {
            id: 'do end rehearsal',
            text: locale.t('rehearsal.end'),
            run: () =>
              void toasts.attempt(async () => {
                await station.invoke('rehearsal.end', {})
                await store.refresh()
              }),
          },
        ]
      : []),
    {
      id: 'do direct',
      text: locale.t('direct.title'),
      run: () => router.go('book', { new: 'direct' }),
    },
    {
      id: 'do insight',
      text: locale.t('track.view.insight'),
      detail: locale.t('rail.track'),
      run: () => router.go('track', { view: 'insight' }),
    },
    {
      id: 'do templates',
      text: locale.t('templates.title'),
      detail: locale.t('rail.labels'),
      run: () => router.go('labels'),
    },
    {
      id: 'do inspect',
      text: locale.t('labels.inspect'),
      detail: locale.t('rail.labels'),
      run: () => router.go('labels', { view: 'inspect' }),
    },
    { id: 'do keys', text: locale.t('palette.keys'), run: () => (shortcutSheet.isOpen = true) },
    { id: 'do first run', text: locale.t('firstRun.again'), run: () => router.go('settings', { ask: 'first-run' }) },
    { id: 'do light', text: locale.t('palette.light'), run: change({ theme: 'light' }) },
    { id: 'do dark', text: locale.t('palette.dark'), run: change({ theme: 'dark' }) },
    { id: 'do system', text: locale.t('palette.system'), run: change({ theme: 'system' }) },
    { id: 'do en', text: 'English', words: locale.t('palette.language'), run: change({ language: 'en' }) },
    { id: 'do es', text: 'Español', words: locale.t('palette.language'), run: change({ language: 'es' }) },
    ...DENSITIES.map((density) => ({
      id: `do ${density}`,
      text: `${locale.t('settings.density')}: ${locale.t(`density.${density}`)}`,
      run: change({ density }),
    })),
    {
      id: 'do sounds',
      text: locale.t(settings?.sounds === false ? 'palette.soundsOn' : 'palette.soundsOff'),
      run: change({ sounds: settings?.sounds === false }),
    },
    ...ROLES.map((role) => ({
      id: `do ${role}`,
      text: locale.t('palette.role', { role: locale.t(`role.${role}`) }),
      run: change({ role }),
    })),
  ]
}
