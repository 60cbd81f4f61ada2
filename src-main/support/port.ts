import type { ScreenError } from '../../src-shared/station/app/log.ts'
import type { Health, SupportFile } from '../../src-shared/station/app/support.ts'

/** What a person needs who is asked for help, and who helps. */
export interface Support {
  health(): Promise<Health>
  /** Without `withLabels` there is no name, address, label or key in it. */
  file(withLabels: boolean): Promise<SupportFile>
  noteScreenError(error: ScreenError): void
}
