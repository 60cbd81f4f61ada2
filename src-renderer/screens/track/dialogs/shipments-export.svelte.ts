import type { StationErrorData } from '../../../../src-shared/station/error.ts'
import type { CsvColumn } from '../../../../src-shared/station/shipment-list.ts'
import type { ShipmentFilter } from '../../../../src-shared/station/shipment.ts'
import { errorData } from '../../../error-data.ts'
import type { Station } from '../../../station.ts'

/** Lets spreadsheets see that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Fetches everything a filter leaves as CSV, piece by piece. What failed goes on from the piece it failed at. */
export class ShipmentsExport {
  rows = $state(0)
  isRunning = $state(false)
  error = $state.raw<StationErrorData | null>(null)
  readonly #station: Station
  #pieces: string[] = []
  #after: string | null = null
  /** Tells a run that it was given up. */
  #run = 0

  constructor(station: Station) {
    this.#station = station
  }

  /** Begins anew. The pieces of the file; null when it failed (see `error`) or was given up. */
  readonly start = (filter: Partial<ShipmentFilter>, columns: CsvColumn[]): Promise<string[] | null> => {
    this.stop()
    return this.goOn(filter, columns)
  }

  /** Goes on where an error ended it. */
  readonly goOn = async (filter: Partial<ShipmentFilter>, columns: CsvColumn[]): Promise<string[] | null> => {
    const run = ++this.#run
    this.isRunning = true
    this.error = null
    try {
      for (;;) {
        const piece = await this.#station.invoke('shipments.exportCsv', {
          filter,
          columns,
          ...(this.#after === null ? {} : { after: this.#after }),
        })
        if (run !== this.#run) return null
        this.#pieces.push(piece.text ?? '')
        this.rows += piece.rows
        this.#after = piece.next
        if (piece.next === null) return [BYTE_ORDER_MARK, ...this.#pieces]
      }
    } catch (error) {
      if (run === this.#run) this.error = errorData(error)
      return null
    } finally {
      if (run === this.#run) this.isRunning = false
    }
  }

  readonly stop = (): void => {
    this.#run++
    this.#pieces = []
    this.#after = null
    this.rows = 0
    this.isRunning = false
    this.error = null
  }
}
