import type { Role } from '../../src-shared/station/role.ts'
import { placeOf, type Place } from '../screens/settings/places.ts'
import type { Route, Screen } from './route.ts'

/** The least role that may do a screen's work, as the command table has it; those that are absent are everyone's. */
const SCREENS: Partial<Record<Screen, Role>> = {
  orders: 'clerk',
  quote: 'clerk',
  batch: 'clerk',
  addresses: 'clerk',
  spend: 'clerk',
  rehearsal: 'supervisor',
  site: 'supervisor',
}

/** The same for the places of Settings. */
const PLACES: Partial<Record<Place, Role>> = {
  service: 'supervisor',
  rules: 'supervisor',
  carriers: 'supervisor',
  people: 'supervisor',
  site: 'supervisor',
  inbox: 'supervisor',
  carrierRules: 'supervisor',
  scale: 'supervisor',
  papers: 'supervisor',
  connections: 'supervisor',
  webhooks: 'supervisor',
  calls: 'supervisor',
  audit: 'supervisor',
  data: 'supervisor',
}

/** The least role that voids a shipment. */
export const ROLE_OF_VOID: Role = 'clerk'

export const roleOfPlace = (place: Place): Role => PLACES[place] ?? 'packer'

/** The least role that may do the work of a place in the app. */
export function roleNeeded({ screen, params }: Route): Role {
  return screen === 'settings' ? roleOfPlace(placeOf(params['section'])) : (SCREENS[screen] ?? 'packer')
}
