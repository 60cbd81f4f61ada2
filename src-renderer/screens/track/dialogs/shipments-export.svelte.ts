import { CSV_MARK } from '../../../../src-shared/csv.ts'
import type { CsvColumn } from '../../../../src-shared/station/tracking/shipment-list.ts'
import type { ShipmentFilter } from '../../../../src-shared/station/tracking/shipment.ts'
import { Action } from '../../../live/action.svelte.ts'
import { localToday } from '../../../locale/format.ts'
import { saveFile } from '../../../save-file.ts'
import type { Station } from '../../../station.ts'

/** Saves rows of shipments under the day's name. */
export function saveShipments(pieces: readonly string[]): void {
  saveFile(`shipments-${localToday()}.csv`, [...pieces], 'text/csv;charset=utf-8')
}

/** Fetches everything a filter leaves as CSV, piece by piece. A failed export resumes from the piece it failed at. */
export class ShipmentsExport {
  rows = $state(0)
  readonly action = new Action()
  readonly #station: Station
  #pieces: string[] = []
  #after: string | null = null

  constructor(station: Station) {
    this.#station = station
  }

  /** Begins again. The pieces of the file; null when it failed (see `action.failure`) or was canceled. */
  readonly start = (filter: Partial<ShipmentFilter>, columns: CsvColumn[]): Promise<string[] | null> => {
    this.stop()
    return this.goOn(filter, columns)
  }

  /** Resumes where an error ended it. */
  readonly goOn = async (filter: Partial<ShipmentFilter>, columns: CsvColumn[]): Promise<string[] | null> => {
    let whole: string[] | null = null
    await this.action.run(async (isWanted) => {
      while (whole === null) {
        const piece = await this.#station.invoke('shipments.exportCsv', {
          filter,
          columns,
          ...(this.#after === null ? {} : { after: this.#after }),
        })
        if (!isWanted()) return
        this.#pieces.push(piece.text ?? '')
        this.rows += piece.rows
        this.#after = piece.next
        if (piece.next === null) whole = [CSV_MARK, ...this.#pieces]
      }
    })
    return whole
  }

  readonly stop = (): void => {
    this.action.abandon()
    this.#pieces = []
    this.#after = null
    this.rows = 0
  }
}
