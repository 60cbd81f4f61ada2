import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { trackingCommands } from '../../src-shared/station/commands/tracking.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { ShipmentDetail, ShipmentFilter } from '../../src-shared/station/shipment.ts'
import { bookingView } from '../booking/booking-view.ts'
import type { Services } from '../services.ts'
import type { StoreFilter } from '../store/cache/shipment-filter.ts'
import { watchTimes } from '../store/cache/watch.ts'
import { exportCsv } from '../tracking/export-csv.ts'
import { lookupMany } from '../tracking/lookup-many.ts'
import { signatureOf } from '../tracking/signature.ts'
import { DEFAULT_STALE_HOURS } from '../tracking/sync.ts'

/** The Track screen's commands. */
export function trackCommands(services: Services): Pick<CommandHandlers, keyof typeof trackingCommands> {
  const { shipments, source, sync, bookings, labels, printing, environments, attention, clock, ids } = services
  const { webhookReceiver } = services
  const here = (shipmentId: string) => ({ environment: environments.link().key, shipmentId })

  async function detail(shipmentId: string): Promise<ShipmentDetail> {
    const shipment = await known(shipmentId)
    const booking = await bookings.findByShipment(environments.link().key, shipmentId)
    return {
      shipment,
      events: await shipments.events(shipmentId),
      booking: booking && bookingView(booking),
      jobs: await printing.queue.ofShipment(shipmentId),
      hasLabel: (await labels.kept(shipmentId)).length > 0,
      notes: await attention.notes(here(shipmentId)),
      attention: await attention.attentionOf(here(shipmentId)),
    }
  }

  async function known(shipmentId: string) {
    const shipment = await shipments.get(shipmentId)
    if (shipment) return shipment
    throw new StationError({ code: 'NOT_FOUND', message: 'There is no such shipment here.', details: { shipmentId } })
  }

  async function times() {
    const { thresholds } = await services.settings.read()
    return watchTimes(clock.now(), thresholds?.staleHours ?? DEFAULT_STALE_HOURS, thresholds)
  }

  /** A filter with the moments and the people's words that it needs. */
  async function inFull<T extends ShipmentFilter>(filter: T): Promise<T & StoreFilter> {
    const isWatched = [filter.late, filter.atRisk, filter.stale, filter.attention].includes(true)
    return {
      ...filter,
      times: isWatched ? await times() : undefined,
      quiet: filter.attention ? await attention.quiet(environments.link().key) : undefined,
    }
  }

  return {
    'shipments.search': async (query) => ({
      ...(await shipments.search(await inFull(query))),
      updatedAt: (await source.cursor()).updatedAt,
    }),
    'shipments.get': ({ shipmentId }) => detail(shipmentId),
    'shipments.refresh': async ({ shipmentId }) => {
      await sync.refresh(shipmentId)
      return detail(shipmentId)
    },
    'shipments.tiles': async () => shipments.tiles(await times()),
    'shipments.unprinted': () => printing.queue.unprinted(environments.link().key),
    'shipments.lookupMany': ({ codes }) =>
      lookupMany({ shipments, link: environments.link, refresh: sync.refreshQuietly }, codes),
    'shipments.exportCsv': async (input) => exportCsv(shipments.each(await inFull(input.filter), input.after), input),
    'shipments.stats': ({ from, until }) => shipments.stats(new Date(from), new Date(until)),
    'shipments.signature': async ({ shipmentId }) => ({ image: await signatureOf(environments.link(), shipmentId) }),
    'shipments.note': async ({ shipmentId, text }) => {
      await known(shipmentId)
      await attention.addNote(here(shipmentId), ids.next('note'), text)
      return detail(shipmentId)
    },
    'shipments.acknowledge': async ({ shipmentId }) => {
      const { lastEvent } = await known(shipmentId)
      await attention.acknowledge(here(shipmentId), lastEvent?.eventId ?? null)
      return detail(shipmentId)
    },
    'shipments.snooze': async ({ shipmentId, until }) => {
      await known(shipmentId)
      const moment = new Date(until)
      if (moment <= clock.now()) throw notInFuture()
      await attention.snooze(here(shipmentId), moment)
      return detail(shipmentId)
    },
    'tracking.sync': () => sync.syncNow(),
    'tracking.state': () => sync.state(),
    'webhookReceiver.state': () => webhookReceiver.state(),
    'webhookReceiver.configure': (change) => webhookReceiver.configure(change),
  }
}

function notInFuture(): StationError {
  const message = 'until must be in the future'
  return new StationError({ code: 'INVALID_INPUT', message, details: { issues: [{ path: 'until', message }] } })
}
