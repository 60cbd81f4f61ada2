import { MOST_PRINT_LIST } from '../../../../src-shared/station/printing/printer-settings.ts'
import type { StationErrorData } from '../../../../src-shared/station/error.ts'
import type { Station } from '../../../station.ts'

/** The result of printing the labels of a batch so far. */
export interface LabelsPrinted {
  handedOver: number
  /** Those that were not sent to a printer, with the reason. */
  problems: StationErrorData[]
}

/**
 * Sends the labels of all booked rows of a batch to the printers, in the order of the file. Asked for again it prints
 * none twice: earlier prints are reported as ALREADY_PRINTED.
 */
export async function printLabels(
  station: Station,
  batchId: string,
  onProgress: (printed: LabelsPrinted) => void,
): Promise<LabelsPrinted> {
  let printed: LabelsPrinted = { handedOver: 0, problems: [] }
  let after = 0
  for (;;) {
    const rows = await station.invoke('batches.rows', {
      batchId,
      bookingStates: ['BOOKED'],
      after,
      limit: MOST_PRINT_LIST,
    })
    const codes = rows.flatMap(({ booking }) => booking?.shipmentId ?? [])
    if (codes.length > 0) {
      const { items } = await station.invoke('printLists.add', { codes })
      const problems = items.flatMap(({ problem }) => problem ?? [])
      printed = {
        handedOver: printed.handedOver + items.length - problems.length,
        problems: [...printed.problems, ...problems],
      }
      onProgress(printed)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < MOST_PRINT_LIST) return printed
    after = last.row
  }
}
