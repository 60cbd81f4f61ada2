import { fileQuestionSchema } from '../../../../src-shared/station/printing/print-file.ts'
import type { LabelQuestion } from '../../../../src-shared/station/printing/label-question.ts'
import type { Printer } from '../../../../src-shared/station/printing/printing.ts'
import type { AppContext } from '../../../app-context.ts'
import { Action } from '../../../live/action.svelte.ts'
import { LiveQuery } from '../../../live/live-query.svelte.ts'
import { manyLabels } from '../../../ui/document/many-labels.ts'

/** A person's answers to the station's questions about this file. */
interface Answers {
  agreedLabels?: number | undefined
  reason?: string
  despite?: string[]
  /** Of a page that holds several. */
  label?: number | 'all'
}

/** Prints the open file, and shows the station's questions about it. */
export class PrintFileController {
  readonly printers: LiveQuery<Printer[]>
  readonly action = new Action()
  copies = $state('1')
  fromPage = $state('1')
  reason = $state('')
  #printerId = $state<string | null>(null)
  #answers = $state.raw<Answers>({})
  readonly #app: Pick<AppContext, 'station' | 'toasts' | 'locale'>

  constructor(app: Pick<AppContext, 'station' | 'toasts' | 'locale'>) {
    this.#app = app
    this.printers = new LiveQuery(() => app.station.invoke('printers.list', {}))
  }

  get printer(): Printer | null {
    const printers = this.printers.value ?? []
    return (
      printers.find(({ printerId }) => printerId === this.#printerId) ?? printers.find((one) => one.isDefault) ?? null
    )
  }

  /** Problems of the file; null: none, or not checked yet. */
  get question(): LabelQuestion | null {
    const { failure } = this.action
    if (failure?.code !== 'ASKS_FIRST') return null
    return fileQuestionSchema.safeParse(failure.details).data ?? null
  }

  /** A number of labels that is printed only after a person confirms it. */
  get many(): number | null {
    const { failure } = this.action
    return failure ? (manyLabels(failure)?.labels ?? null) : null
  }

  readonly choosePrinter = (printerId: string): void => {
    this.#printerId = printerId
    this.forget()
  }

  /** Earlier answers were for another file, or for another printer. */
  readonly forget = (): void => {
    this.#answers = {}
    this.reason = ''
    this.action.abandon()
  }

  readonly print = (file: { name: string; base64: string }): Promise<boolean> =>
    this.action.run(async (isWanted) => {
      const { printer, copies, fromPage } = this
      if (!printer) return
      const job = await this.#app.station.invoke('jobs.printFile', {
        ...file,
        printer: { printerId: printer.printerId },
        copies: Number(copies),
        ...(fromPage === '1' ? {} : { fromPage: Number(fromPage) }),
        ...this.#answers,
      })
      this.#app.toasts.done(this.#app.locale.t('label.printing', { printer: job.printerName }))
      if (isWanted()) this.forget()
    })

  /** One of the labels on a page, or all of them. */
  readonly choose = (file: { name: string; base64: string }, label: number | 'all'): Promise<boolean> => {
    this.#answers = { ...this.#answers, label }
    return this.print(file)
  }

  /** Yes to the number of labels. */
  readonly agree = (file: { name: string; base64: string }): Promise<boolean> => {
    this.#answers = { ...this.#answers, agreedLabels: this.many ?? undefined }
    return this.print(file)
  }

  /** Yes to the question, with the reason that was written. */
  readonly answer = (file: { name: string; base64: string }): Promise<boolean> => {
    const { question } = this
    if (question) {
      this.#answers = {
        ...this.#answers,
        reason: this.reason.trim(),
        despite: [...(this.#answers.despite ?? []), question.key],
      }
    }
    return this.print(file)
  }
}
