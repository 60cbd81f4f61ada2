import type { ScreenError } from '../../src-shared/station/app/log.ts'
import type { Health, SupportFile } from '../../src-shared/station/app/support.ts'

/** The facts that a person needs to ask for help, and support to give it. */
export interface Support {
  health(): Promise<Health>
  /** Without `withLabels` there is no name, address, label or key in it. */
  file(withLabels: boolean): Promise<SupportFile>
  noteScreenError(error: ScreenError): void
}
