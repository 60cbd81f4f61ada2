import type { Log } from '../../src-node/log/log.ts'
import { logHere } from '../../src-node/runtime/runtime.ts'
import type { StationErrorData } from '../../src-shared/station/error.ts'
import { logFault } from '../kernel/log/station-log.ts'
import { asData } from '../kernel/fault.ts'

export interface NoticesOptions {
  /** What the stores reported at opening. */
  atOpening: readonly StationErrorData[]
  /** Records that a person has acknowledged it, so that the next start does not show it again. */
  dismissKept: (code: string) => Promise<void>
  onChange: () => void
  log: Log
}

export type Notices = ReturnType<typeof createNotices>

/** Failures that no call reports; each stays until a person acknowledges it. */
export function createNotices({ atOpening, dismissKept, onChange, log }: NoticesOptions) {
  let notices: StationErrorData[] = [...atOpening]
  return {
    list: (): StationErrorData[] => [...notices],

    /** Shows a fault of ours and logs it; the same one is shown once. */
    fault: (error: unknown): void => {
      const data = asData(error)
      logFault(logHere(log), error)
      console.error(data.details['requestId'] ?? data.code, error)
      if (!notices.some(({ code, message }) => code === data.code && message === data.message)) notices.push(data)
      onChange()
    },

    dismiss: async (code: string): Promise<void> => {
      await dismissKept(code)
      notices = notices.filter((notice) => notice.code !== code)
      onChange()
    },
  }
}
