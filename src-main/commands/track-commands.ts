import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { ShipmentDetail } from '../../src-shared/station/shipment.ts'
import { bookingView } from '../booking/booking-view.ts'
import type { Services } from '../services.ts'

type Names = 'shipments.search' | 'shipments.get' | 'shipments.refresh' | 'tracking.sync'

/** The Track screen's commands. */
export function trackCommands(services: Services): Pick<CommandHandlers, Names> {
  const { shipments, source, sync, bookings, labels, printing, environments } = services

  async function detail(shipmentId: string): Promise<ShipmentDetail> {
    const shipment = await shipments.get(shipmentId)
    if (!shipment) {
      throw new StationError({
        code: 'NOT_FOUND',
        message: 'There is no such shipment here.',
        details: { shipmentId },
      })
    }
    const booking = await bookings.findByShipment(environments.link().key, shipmentId)
    return {
      shipment,
      events: await shipments.events(shipmentId),
      booking: booking && bookingView(booking),
      jobs: await printing.queue.ofShipment(shipmentId),
      hasLabel: (await labels.kept(shipmentId)).length > 0,
    }
  }

  return {
    'shipments.search': async (query) => ({
      ...(await shipments.search(query)),
      updatedAt: (await source.cursor()).updatedAt,
    }),
    'shipments.get': ({ shipmentId }) => detail(shipmentId),
    'shipments.refresh': async ({ shipmentId }) => {
      await sync.refresh(shipmentId)
      return detail(shipmentId)
    },
    'tracking.sync': () => sync.syncNow(),
  }
}
