import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { insideOf } from '../../../src-node/inside.ts'
import { archiveYearSchema, type Archive, type ArchiveFacts } from '../../../src-shared/station/app/archive.ts'
import { notKept, StationError } from '../../../src-shared/station/error.ts'
import { proveArchive, unpackArchive, withArchive } from '../../data/archive/archive-file.rows.ts'
import { reasonOf } from '../../kernel/sqlite/store-error.ts'
import { readArguments, type CliCommand } from '../command.ts'
import { EXIT } from '../exit.ts'
import { UsageError, type StationLink } from '../io.ts'
import { withStation } from '../with-station.ts'

const yearSchema = z.object({ year: z.coerce.number().pipe(archiveYearSchema.shape.year).optional() })
const optionsSchema = yearSchema.extend({ to: z.string().optional() })

/** `waybill archive`: past years in files of their own. */
export const archiveCommand: CliCommand = {
  name: 'archive',
  summary: 'a past year with its labels and papers in one file',
  usage: `waybill archive [list]              the archives, and what is in them alone
waybill archive make --year YEAR    write that year into a file and read it back
waybill archive remove --year YEAR  let go here of the labels that are in it
waybill archive open FILE           read one through; needs no records
waybill archive open FILE --to DIR  the same, and put its index.csv, labels, papers and rows into a new folder

Bookings, money and the audit log stay here whatever is archived.`,

  async run(args, io) {
    const { words, flags, common } = readArguments(
      args,
      { year: { type: 'string' }, to: { type: 'string' } },
      optionsSchema,
    )
    const [action = 'list', file] = words
    const { value, lines } =
      action === 'open'
        ? opened(file, flags.to)
        : await withStation(io, common, { background: false }, ({ run }) => answerOf(action, flags.year, run))
    if (common.json) io.out(JSON.stringify(value))
    else for (const line of lines) io.out(line)
    return EXIT.done
  },
}

interface Told {
  value: unknown
  lines: string[]
}

async function answerOf(action: string, year: number | undefined, run: StationLink['run']): Promise<Told> {
  if (action === 'list') {
    const value = await run('maintenance.archives', {})
    const lines = value.archives.map(lineOf)
    return { value, lines: lines.length > 0 ? lines : ['There is no archive yet.'] }
  }
  if (action !== 'make' && action !== 'remove') {
    throw new UsageError(`archive: there is no "${action}"; it is list, make, remove or open`)
  }
  if (year === undefined) throw new UsageError(`archive ${action}: say --year YEAR`)
  if (action === 'make') {
    const value = await run('maintenance.makeArchive', { year })
    return { value, lines: [lineOf(value)] }
  }
  const value = await run('maintenance.removeArchived', { year })
  return { value, lines: [lineOf(value.archive), `${value.count} documents of ${value.bytes} bytes went from here.`] }
}

const lineOf = ({ name, bookings, documents, bytes, provenAt, removedAt }: Archive): string =>
  `✓ ${name}  ${bookings} bookings, ${documents} documents, ${bytes} bytes, proven ${provenAt}${removedAt === null ? '' : `; in it alone since ${removedAt}`}`

/** @throws StationError ARCHIVE_UNSOUND, NOT_FOUND */
function opened(file: string | undefined, to: string | undefined): Told {
  if (file === undefined) throw new UsageError('archive open: name the file')
  const facts = factsOf(file)
  const { year, bookings, documents, audit } = facts
  const lines = [`✓ ${year}: ${bookings} bookings, ${documents} documents, ${audit} rows of the audit log`]
  if (to === undefined) return { value: facts, lines }
  mkdirSync(to)
  withArchive(file, (archive) => {
    for (const { name, bytes, isMore } of unpackArchive(archive)) {
      const path = insideOf(to, name)
      mkdirSync(dirname(path), { recursive: true })
      if (isMore) appendFileSync(path, bytes)
      else writeFileSync(path, bytes, { mode: 0o600, flag: 'wx' })
    }
  })
  return { value: facts, lines: [...lines, join(to, 'index.csv')] }
}

function factsOf(file: string): ArchiveFacts {
  try {
    return proveArchive(file)
  } catch (error) {
    if (/unable to open|no such/i.test(reasonOf(error))) throw notKept(`There is no file ${file}.`, { file })
    throw new StationError({
      code: 'ARCHIVE_UNSOUND',
      message: `${file} cannot be read: ${reasonOf(error)}.`,
      details: { name: file, detail: reasonOf(error) },
    })
  }
}
