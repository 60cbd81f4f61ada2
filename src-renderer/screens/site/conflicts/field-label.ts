import type { Locale } from '../../../locale/locale.svelte.ts'

/** Fields that have a name on a screen already. */
const KNOWN = {
  name: 'conflict.field.name',
  notes: 'conflict.field.notes',
  roles: 'conflict.field.roles',
  accessorials: 'conflict.field.accessorials',
  role: 'conflict.field.role',
  badgeHash: 'conflict.field.badge',
  pinHash: 'conflict.field.pin',
  cargo: 'conflict.field.cargo',
  'map.columns': 'conflict.field.columns',
  'address.companyName': 'address.company',
  'address.address1': 'address.street',
  'address.address2': 'address.suite',
  'address.city': 'address.city',
  'address.state': 'address.state',
  'address.postalCode': 'address.zip',
  'address.country': 'address.country',
  'address.contactName': 'address.contact',
  'address.phone': 'address.phone',
  'address.email': 'address.email',
} as const

const isKnown = (path: string): path is keyof typeof KNOWN => Object.hasOwn(KNOWN, path)

/** What a field of a shared record is called; one without a name of its own by its path. */
export const fieldLabel = (locale: Pick<Locale, 't'>, path: string): string =>
  isKnown(path) ? locale.t(KNOWN[path]) : path
