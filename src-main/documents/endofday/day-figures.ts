import { nextTurn } from '../../../src-node/runtime/wait.ts'
import type { Settings } from '../../../src-shared/station/app/state.ts'
import { addDays, dayBegins } from '../../../src-shared/station/day.ts'
import type { DocumentContent } from '../../../src-shared/station/documents/document.ts'
import type { BookedFigures, CarrierFigures, DayFigures } from '../../../src-shared/station/documents/endofday.ts'
import { sumsOf, type Money } from '../../../src-shared/station/money.ts'
import type { PrintJob } from '../../../src-shared/station/printing/printing.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { OfficePrint } from '../office-print.ts'
import type { DayFigureRows, FigureSums } from './day-figures.rows.ts'
import type { ManifestStore } from './manifests.rows.ts'

export interface DayFiguresOptions {
  rows: DayFigureRows
  manifests: Pick<ManifestStore, 'ofDay'>
  environment: () => string
  settings: () => Promise<Settings>
  officePrint: OfficePrint
  clock: Clock
  /** Null: the station is alone. */
  siteStationName: string | null
}

export type DayFiguresService = ReturnType<typeof createDayFigures>

/** The day in figures, and its sheet. A day is the station's own, as at its closing. */
export function createDayFigures(options: DayFiguresOptions) {
  const { rows, manifests, environment, settings, officePrint, clock, siteStationName } = options

  async function figuresOf(day: string): Promise<DayFigures> {
    const sums = await rows.between(environment(), dayBegins(day), dayBegins(addDays(day, 1)))
    const names = [...new Set(sums.map(({ carrier }) => carrier))].sort((a, b) => a.localeCompare(b))
    const carriers = names
      .map((carrier): CarrierFigures => ({ carrier, ...added(sums.filter((sum) => sum.carrier === carrier)) }))
      .filter(hasAny)
    return { day, ...added(sums), carriers }
  }

  async function summaryOf(day: string): Promise<{ title: string; pdf: Uint8Array }> {
    const { language, stationName, operatorName } = await settings()
    const all = await manifests.ofDay(environment(), day)
    const summary = {
      figures: await figuresOf(day),
      manifests: all.filter(({ voidedAt }) => voidedAt === null).toReversed(),
      station: siteStationName ?? stationName,
      operator: operatorName ? operatorName : null,
      madeAt: clock.now().toISOString(),
    }
    // Here alone: no start needs the 0.8 MB of the PDF writer.
    const { daySummaryPdf } = await import('./day-summary-pdf.ts')
    return { title: `${day} summary`, pdf: await daySummaryPdf(summary, { language }) }
  }

  return {
    of: figuresOf,

    /** Those of so many days that have any figure, newest first. */
    history: async (until: string, days: number): Promise<DayFigures[]> => {
      const found: DayFigures[] = []
      for (let back = 0; back < days; back += 1) {
        const figures = await figuresOf(addDays(until, -back))
        if (hasAny(figures)) found.push(figures)
        await nextTurn()
      }
      return found
    },

    download: async (day: string): Promise<DocumentContent> => {
      const { title, pdf } = await summaryOf(day)
      return { name: `${title}.pdf`, contentType: 'application/pdf', bytes: Buffer.from(pdf).toString('base64') }
    },

    /** @throws StationError NO_OFFICE_PRINTER */
    print: async (day: string, copies?: number): Promise<PrintJob> => {
      const { title, pdf } = await summaryOf(day)
      return officePrint({ document: 'office', bytes: pdf, title, shipmentId: null, copies })
    },
  }
}

const COUNTS = ['shipments', 'canceled', 'onHold', 'notBooked', 'notPrinted'] as const

const hasAny = (figures: BookedFigures): boolean => COUNTS.some((count) => figures[count] > 0)

function added(sums: readonly FigureSums[]): BookedFigures {
  const of = (count: (typeof COUNTS)[number]) => sums.reduce((sum, each) => sum + each[count], 0)
  const spend = sums.flatMap(({ currency, spend: minor }): Money[] => (minor === 0 ? [] : [{ minor, currency }]))
  const refunds = sums.flatMap(({ refundCurrency: currency, refund }): Money[] =>
    refund === 0 ? [] : [{ minor: -refund, currency }],
  )
  return {
    ...{ shipments: of('shipments'), canceled: of('canceled'), onHold: of('onHold') },
    ...{ notBooked: of('notBooked'), notPrinted: of('notPrinted') },
    spend: byCurrency(spend),
    net: byCurrency([...spend, ...refunds]),
  }
}

/** In the same order on every day and in every row. */
const byCurrency = (amounts: readonly Money[]): Money[] =>
  sumsOf(amounts).toSorted((a, b) => a.currency.localeCompare(b.currency))
