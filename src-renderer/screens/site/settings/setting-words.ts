import type { SiteSetting } from '../../../../src-shared/site/settings.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'

/** Parts of the site's settings, by name. */
export const settingNames = (names: readonly SiteSetting[], locale: Locale): string =>
  names.map((name) => locale.t(`siteSettings.${name}`)).join(', ')
