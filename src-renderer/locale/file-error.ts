import type { StationErrorData } from '../../src-shared/station/error.ts'
import type { Message } from '../messages/catalogue.ts'

/** Why a file cannot be read as a table, where the catalogue has words for it; null: the original message is used. */
export function fileFault({ code, details }: StationErrorData): Message | null {
  if (code !== 'UNREADABLE_FILE') return null
  const { why, missing, row } = details
  if (Array.isArray(missing)) return { key: 'error.file.missing', params: { columns: missing.join(', ') } }
  if (why === 'empty') return { key: 'error.file.empty' }
  if (why === 'no rows') return { key: 'error.file.noRows' }
  if (why === 'encoding') return { key: 'error.file.encoding' }
  if (why === 'CSV_QUOTE_NOT_CLOSED' && typeof row === 'number') return { key: 'error.file.quote', params: { row } }
  return null
}
