import { z } from 'zod'
import { isOneOf } from '../../../src-shared/machine/one-of.ts'
import { OF_PEOPLE, type SharedKind } from '../../../src-shared/site/shared-record.ts'
import { jsonColumn } from '../../kernel/sqlite/json-column.ts'

const bodyColumn = jsonColumn(z.record(z.string(), z.unknown()))

interface Shared {
  kind: SharedKind
  recordId: string
  body: Record<string, unknown> | null
}

/** A shared record as it may be kept; the very same when it names no one. A unique name stays unique. */
export function withoutForgotten<R extends Shared>(record: R, blank: (text: string) => string): R {
  const { kind, recordId, body } = record
  if (body === null || !isOneOf(kind, OF_PEOPLE)) return record
  const text = JSON.stringify(body)
  const blanked = blank(text)
  if (blanked === text) return record
  const read = bodyColumn.parse(blanked)
  const isRenamed = kind === 'preset' && read['name'] !== body['name']
  return { ...record, body: isRenamed ? { ...read, name: `${String(read['name'])} ${recordId.slice(-6)}` } : read }
}
