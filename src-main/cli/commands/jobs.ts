import { z } from 'zod'
import { PRINT_JOB_STATES } from '../../../src-shared/station/printing/printing.ts'
import { readArguments, type CliCommand } from '../command.ts'
import { EXIT } from '../exit.ts'
import { UsageError, type StationLink } from '../io.ts'
import { jobExit, jobLine } from '../job-text.ts'
import { withStation } from '../with-station.ts'

const flagsSchema = z.object({
  state: z
    .string()
    .transform((word) => word.toUpperCase())
    .pipe(z.enum(PRINT_JOB_STATES, { error: `must be one of ${PRINT_JOB_STATES.join(', ')}` }))
    .optional(),
  limit: z.coerce.number().int().min(1, 'must be 1 to 500').max(500, 'must be 1 to 500').default(50),
})

/** `waybill jobs`: print jobs and a person's answers to them. */
export const jobsCommand: CliCommand = {
  name: 'jobs',
  summary: 'print jobs, and answers to those nobody knows about',
  usage: `waybill jobs [list] [--state WORD] [--limit N]
waybill jobs printed JOB       it came out
waybill jobs print-again JOB   it did not come out: print it again, as a new job
waybill jobs retry JOB         send a FAILED one once more
waybill jobs cancel JOB        give up one that is still QUEUED`,

  async run(args, io) {
    const { flags, words, common } = readArguments(
      args,
      { state: { type: 'string' }, limit: { type: 'string' } },
      flagsSchema,
    )
    const [action = 'list', jobId] = words
    return withStation(io, common, { background: false }, async (link) => {
      if (action === 'list') {
        const listed = await link.run('jobs.list', { limit: flags.limit })
        const jobs = listed.filter(({ state }) => flags.state === undefined || state === flags.state)
        if (common.json) io.out(JSON.stringify(jobs))
        else for (const job of jobs) io.out(jobLine(job))
        return EXIT.done
      }
      if (jobId === undefined) throw new UsageError(`jobs ${action}: name the job`)
      const job = await act(link, action, jobId)
      io.out(common.json ? JSON.stringify(job) : jobLine(job))
      return jobExit(job)
    })
  },
}

function act({ run }: StationLink, action: string, jobId: string) {
  switch (action) {
    case 'printed':
    case 'print-again':
      return run('jobs.answer', { jobId, answer: action })
    case 'retry':
      return run('jobs.retry', { jobId })
    case 'cancel':
      return run('jobs.cancel', { jobId })
    default:
      throw new UsageError(`jobs: there is no "${action}"; it is list, printed, print-again, retry or cancel`)
  }
}
