import { z } from 'zod'
import type { SharedConflict } from '../../../src-shared/station/site/conflict.ts'
import { differingPaths, leavesOf } from '../../../src-shared/station/site/body-fields.ts'
import type { SharedRow } from '../../store/ledger/site/shared-row.ts'

/** What is nobody's to read. */
const SECRETS: readonly string[] = ['badgeHash', 'pinHash']
const MOST_TEXT = 500
const bodySchema = z.looseObject({}).nullable()
const nameSchema = z.looseObject({ name: z.string() })

/** Two edits of one record, as a person picks between them. @param mine what stands here; null: it was removed */
export function conflictOf(row: SharedRow, mine: unknown): SharedConflict {
  const { kind, record_id: recordId, theirs, changed } = row
  if (theirs === null) throw new Error(`${kind} ${recordId} has no conflict`)
  const here = bodySchema.parse(mine)
  const there = theirs.body
  const nameOf = (body: unknown): string | null => {
    const read = nameSchema.safeParse(body)
    return read.success ? read.data.name : null
  }
  return {
    kind,
    recordId,
    name: nameOf(here) ?? nameOf(there) ?? recordId,
    isDouble: theirs.recordId !== recordId,
    version: theirs.version,
    mine: { person: changed.person?.name ?? null, at: changed.at, isRemoved: here === null },
    theirs: {
      ...{ stationName: theirs.stationName, person: theirs.person, at: theirs.at },
      ...{ isRemoved: there === null, name: nameOf(there) ?? recordId },
    },
    fields: here === null || there === null ? [] : fieldsOf(here, there),
  }
}

function fieldsOf(here: object, there: object): SharedConflict['fields'] {
  const [mine, theirs] = [leavesOf(here), leavesOf(there)]
  return differingPaths(here, there).map((path) => {
    const [a, b] = [mine.get(path), theirs.get(path)]
    if (!SECRETS.includes(path)) return { path, mine: textOf(a), theirs: textOf(b) }
    return {
      path,
      mine: a === undefined ? null : 'set',
      theirs: b === undefined ? null : a === undefined ? 'set' : 'another',
    }
  })
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = wordsOf(value)
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text
}

/** As a person reads it: of a list each entry, of an entry each field that says something. */
function wordsOf(value: unknown): string {
  if (Array.isArray(value)) {
    const isOfWords = value.every((one) => typeof one !== 'object')
    return value.map(wordsOf).join(isOfWords ? ', ' : '; ')
  }
  if (typeof value !== 'object' || value === null) return String(value)
  return [...leavesOf(value)].map(([path, leaf]) => `${path} ${wordsOf(leaf)}`).join(', ')
}
