import type { Base } from '../app/wire-base.ts'
import type { Booking } from '../booking/wire-booking.ts'
import { joinByPolicy } from './join-by-policy.ts'
import { joiningStore } from './joining.rows.ts'
import { createSiteService } from './site-service.ts'

/** Joining a site and leaving it; the site hears what becomes of the jobs that it granted. */
export function wireSiteService(base: Base, { side, siteStation, outbox }: Booking) {
  const { ledger, options, policy, environment, version, clock, ids, settingRows, closing, events, onFault } = base
  const site = createSiteService({
    ...{ side, environment, version, clock, ids, settings: settingRows, token: options.siteToken },
    joining: joiningStore(ledger.db, clock),
    closing: closing.signal,
    stopSending: outbox.close,
    reopen: options.reopen,
    onChange: base.onStationChange,
  })
  if (siteStation) {
    events.subscribe(({ name, payload }) => {
      if (name === 'jobs.changed') siteStation.jobMoved(payload.jobId)
    })
  }
  return {
    site,
    /** Without a wait: joining ends what runs here, and opens it again. */
    joinByPolicy: (): void => {
      if (policy?.site && side.kind === 'alone') void joinByPolicy(site, policy.site, closing.signal).catch(onFault)
    },
  }
}
