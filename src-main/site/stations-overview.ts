import bwipjs from 'bwip-js/node'
import { SITE_GETS, SITE_POSTS } from '../../src-shared/site/endpoints.ts'
import { enrolCodeText } from '../../src-shared/site/enrol.ts'
import type { StationList } from '../../src-shared/site/state.ts'
import type { UnderWay } from '../../src-shared/site/under-way.ts'
import { invalidField, notFound } from '../../src-shared/station/error.ts'
import type { FoundShipment, JoinCode } from '../../src-shared/station/site/stations.ts'
import { currentSitePerson } from '../kernel/current-user.ts'
import type { SiteClient } from './link/site-client.ts'
import type { Membership } from './membership.ts'

/** What a supervisor at this station sees of the whole site. Every function throws SITE_UNREACHABLE. */
export function createStationsOverview({ client, membership }: { client: SiteClient; membership: Membership }) {
  return {
    stations: (): Promise<StationList> => client.get(SITE_GETS.stations),
    underWay: (): Promise<UnderWay> => client.get(SITE_GETS.underWay),

    /** The shipment of a booking of any station. @throws StationError NOT_FOUND, INVALID_INPUT when the code fits several */
    find: async ({ code }: { code: string }): Promise<FoundShipment> => {
      const { booking, others = [] } = await client.get(SITE_GETS.lookUp, { code })
      const found = [...(booking ? [booking] : []), ...others.map((other) => other.booking)].flatMap(
        ({ reference, course: { shipmentId } }) => (shipmentId === null ? [] : { shipmentId, label: reference }),
      )
      const [first, second] = found
      if (first === undefined) throw notFound('shipment', { code })
      if (second === undefined) return first
      const which = found.map(({ label, shipmentId }) => `${label} (${shipmentId})`).join(', ')
      throw invalidField('code', `matches ${found.length} shipments: ${which}. Enter the shipment id.`)
    },

    /** A code for one more station: it reaches the site where this one does. */
    makeCode: async (): Promise<JoinCode> => {
      const { secret, endsAt } = await client.post(SITE_POSTS.makeCode, { person: currentSitePerson() })
      const { urls, fingerprint } = membership
      const code = enrolCodeText({ urls, fingerprint, secret })
      return { code, endsAt, qr: bwipjs.toSVG({ bcid: 'qrcode', text: code }) }
    },
  }
}
