import { isCancelled } from '../../src-shared/machine/shipment.ts'
import { invalidField, notFound } from '../../src-shared/station/error.ts'
import type { Settings } from '../../src-shared/station/app/state.ts'
import type { ParsedInput } from '../../src-shared/station/commands.ts'
import type { PrintJob } from '../../src-shared/station/printing/printing.ts'
import type {
  Shipment,
  ShipmentDetail,
  ShipmentFilter,
  ShipmentPage,
  ShipmentTiles,
  UnprintedLabels,
} from '../../src-shared/station/tracking/shipment.ts'
import type { ShipmentPlaces } from '../../src-shared/station/tracking/place.ts'
import type { CsvExport, ExportCsv, LookupMany } from '../../src-shared/station/tracking/shipment-list.ts'
import type { FreightLink } from '../app/environment.ts'
import { bookingView } from '../booking/submit/booking-view.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { LabelService } from '../labels/label-service.ts'
import type { StoreFilter } from './shipment-filter.rows.ts'
import type { ShipmentReader } from './shipments.rows.ts'
import { watchTimes } from './watch.rows.ts'
import type { BookingReader } from '../booking/bookings.rows.ts'
import type { ReturnBookings } from '../booking/returns.rows.ts'
import type { AttentionStore } from '../inbox/attention.rows.ts'
import { exportCsv } from './export-csv.ts'
import type { ExportPlace } from './export-place.ts'
import { lookupMany } from './lookup-many.ts'
import { shipmentPlaces } from './places.ts'
import type { Sync } from './sync.ts'
import { DEFAULT_STALE_HOURS } from './sync-state.ts'

export interface ShipmentBoardOptions {
  shipments: ShipmentReader
  bookings: Pick<BookingReader, 'findByShipment'>
  returns: ReturnBookings
  labels: Pick<LabelService, 'kept'>
  /** The print jobs of a shipment, newest first. */
  jobsOf: (shipmentId: string) => Promise<PrintJob[]>
  attention: AttentionStore
  sync: Pick<Sync, 'refresh' | 'refreshQuietly' | 'fetchByNumbers' | 'updatedAt'>
  link: () => FreightLink
  settings: () => Promise<Settings>
  /** A person looks at this shipment. */
  onOpened: (shipmentId: string) => void
  exportPlace: ExportPlace
  clock: Clock
  ids: Ids
}

export type ShipmentBoard = ReturnType<typeof createShipmentBoard>

/**
 * Shipments as a person looks at them: found, filtered, counted, shown in full, noted on. Updates come with the sync.
 */
export function createShipmentBoard(options: ShipmentBoardOptions) {
  const { shipments, bookings, labels, jobsOf, attention, sync, link, settings, exportPlace, clock, ids } = options
  const here = (shipmentId: string) => ({ environment: link().key, shipmentId })

  async function mustGet(shipmentId: string): Promise<Shipment> {
    const shipment = await shipments.get(shipmentId)
    if (shipment) return shipment
    throw notFound('shipment', { shipmentId })
  }

  async function detail(shipmentId: string): Promise<ShipmentDetail> {
    const shipment = await mustGet(shipmentId)
    const booking = await bookings.findByShipment(link().key, shipmentId)
    const returns = await options.returns.of(link().key, shipmentId)
    return {
      shipment,
      events: await shipments.events(shipmentId),
      booking: booking && bookingView(booking),
      jobs: await jobsOf(shipmentId),
      hasLabel: (await labels.kept(shipmentId)).length > 0,
      notes: await attention.notes(here(shipmentId)),
      attention: await attention.attentionOf(here(shipmentId)),
      needsLook: await shipments.needsLook(shipmentId, await times()),
      ...(returns.length > 0 && { returns }),
    }
  }

  async function times() {
    const { thresholds } = await settings()
    return watchTimes(clock.now(), thresholds?.staleHours ?? DEFAULT_STALE_HOURS, thresholds)
  }

  /** A filter with the moments and the people's words that it needs. */
  async function inFull<T extends ShipmentFilter>(filter: T): Promise<T & StoreFilter> {
    const isWatched = [filter.late, filter.atRisk, filter.stale, filter.attention].includes(true)
    const at = isWatched ? await times() : undefined
    const seenTo =
      filter.attention && at ? await attention.quiet(link().key, await shipments.needingLook(at)) : undefined
    return { ...filter, times: at, quiet: seenTo }
  }

  return {
    /** @throws StationError NOT_FOUND */
    open: async (shipmentId: string): Promise<ShipmentDetail> => {
      const opened = await detail(shipmentId)
      options.onOpened(shipmentId)
      return opened
    },

    search: async (query: ParsedInput<'shipments.search'>): Promise<ShipmentPage> => ({
      ...(await shipments.search(await inFull(query))),
      updatedAt: await sync.updatedAt(),
    }),

    /** Asks the service for this shipment and its events now. @throws FreightError, StationError NOT_FOUND */
    refresh: async (shipmentId: string): Promise<ShipmentDetail> => {
      await sync.refresh(shipmentId)
      return detail(shipmentId)
    },

    tiles: async (): Promise<ShipmentTiles> => shipments.tiles(await times()),

    /** Where the shipments under way are. */
    places: async (): Promise<ShipmentPlaces> => shipmentPlaces(shipments, await times()),

    stats: shipments.stats,

    /** Of these labels, those of shipments that are known here and not canceled: the rows of a list. */
    unprinted: async ({ shipmentIds, isComplete }: UnprintedLabels): Promise<UnprintedLabels> => {
      const known = await Promise.all(shipmentIds.map((shipmentId) => shipments.get(shipmentId)))
      return {
        shipmentIds: known.flatMap((one) => (one === null || isCancelled(one) ? [] : [one.shipmentId])),
        isComplete,
      }
    },

    lookupMany: (codes: readonly string[]): Promise<LookupMany> =>
      lookupMany({ shipments, link, refresh: sync.refreshQuietly, fetchByNumbers: sync.fetchByNumbers }, codes),

    exportCsv: async (input: ExportCsv): Promise<CsvExport> =>
      exportCsv(
        input.shipmentIds === undefined
          ? shipments.each(await inFull(input.filter), input.after)
          : shipments.these(input.shipmentIds),
        input,
        exportPlace,
      ),

    /** @throws StationError NOT_FOUND */
    note: async (shipmentId: string, text: string): Promise<ShipmentDetail> => {
      await mustGet(shipmentId)
      const { operatorName, stationName } = await settings()
      const author = operatorName ? operatorName : stationName
      await attention.addNote(here(shipmentId), { noteId: ids.next('note'), text, author })
      return detail(shipmentId)
    },

    /** A person has acknowledged it up to this event: a newer one asks again. @throws StationError NOT_FOUND */
    acknowledge: async (shipmentId: string, seen?: string | null): Promise<ShipmentDetail> => {
      const { lastEvent } = await mustGet(shipmentId)
      await attention.acknowledge(here(shipmentId), seen === undefined ? (lastEvent?.eventId ?? null) : seen)
      return detail(shipmentId)
    },

    /** Not shown as needing a look until then. @throws StationError NOT_FOUND, INVALID_INPUT */
    snooze: async (shipmentId: string, until: Date): Promise<ShipmentDetail> => {
      await mustGet(shipmentId)
      if (until <= clock.now()) throw invalidField('until', 'must be in the future')
      await attention.snooze(here(shipmentId), until)
      return detail(shipmentId)
    },
  }
}
