import { Action } from '../../live/action.svelte.ts'
import { LiveQuery } from '../../live/live-query.svelte.ts'
import { saveFile } from '../../save-file.ts'
import { faultOfDays, lastDays, newestDay, type Days, type Range } from '../track/insight/insight.ts'

const MOST_IN_FILE = 5_000

export interface ReportSource<By extends string, Report> {
  /** @param limit how many rows at most; absent: as many as a screen shows */
  ask(wanted: { by: By; limit?: number } & Days): Promise<Report>
  csv(report: Report, by: By): string
  /** What its file begins with. */
  fileName: string
}

/** Figures of some days, split by one thing: asked for again when either is chosen, and saved as a file. */
export class PeriodReport<By extends string, Report> {
  by: By
  range = $state<Range>('90')
  /** The days that a person chose. */
  own = $state.raw<Days>(lastDays(90, newestDay()))
  /** The grouping of the figures on screen. */
  shownBy: By
  readonly query: LiveQuery<Report>
  readonly exporting = new Action()
  readonly #source: ReportSource<By, Report>

  constructor(by: By, source: ReportSource<By, Report>) {
    this.by = $state(by)
    this.shownBy = $state(by)
    this.#source = source
    this.query = new LiveQuery(async () => {
      const asked = this.by
      const answer = await source.ask({ by: asked, ...this.days })
      this.shownBy = asked
      return answer
    })
  }

  /** No `$derived`: the file is made of it when an answer comes, and the screen may be gone then. */
  get days(): Days {
    return this.range === 'own' ? this.own : lastDays(Number(this.range), newestDay())
  }

  get isPossible(): boolean {
    return faultOfDays(this.days) === null
  }

  readonly ask = (): void => {
    if (this.isPossible) void this.query.refresh()
  }

  readonly save = (): Promise<boolean> =>
    this.exporting.run(async () => {
      const { by, days } = this
      const whole = await this.#source.ask({ by, ...days, limit: MOST_IN_FILE })
      const name = `${this.#source.fileName}-${by}-${days.from}-${days.until}.csv`
      saveFile(name, [this.#source.csv(whole, by)], 'text/csv')
    })
}
