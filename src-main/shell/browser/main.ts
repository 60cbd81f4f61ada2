import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { programArguments, refuseArguments } from '../../../src-node/program-arguments.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import { connectControl } from '../../control/client.ts'
import { openControl } from '../../control/server.ts'
import { createFilesPrivately } from '../../app/private-files.ts'
import { logProcess } from '../../kernel/log/process-log.ts'
import type { StationOptions } from '../../app/station-options.ts'
import { openStation } from '../../app/station.ts'
import type { LedgerAnswer } from '../../data/ledger/ledger.ts'
import { openBrowserHost } from './host.ts'
import { ledgerAnswerOf, logLevelSchema, stationOptions, type HostStationOptions } from '../../app/host-options.ts'
import { openInBrowser } from './open-in-browser.ts'
import { closeOnSignal } from './shut-down.ts'

/** The browser shell: the same app as the desktop shell's, in a browser that is there already. */

const USAGE = `usage: waybill [--data DIR] [--port N] [--webhook-port N] [--log-level LEVEL] [--no-open] [--restore-ledger NAME | --new-ledger]
  --data DIR        the data folder
  --port N          listen on this port of the loopback address (default: a free one)
  --webhook-port N  receive webhooks on this port in this run
  --log-level LEVEL how much the log includes in this run: error, warn, info, or debug
  --no-open         print the address and do not open a browser
If the records are missing or damaged and no backup can be used:
  --restore-ledger NAME  use this file of the data folder or its backups instead
  --new-ledger           start with empty records`

const flagsSchema = z.object({
  data: z.string().min(1, '--data must be a folder').optional(),
  port: z.coerce.number().int().min(0).max(65_535, '--port must be 0 to 65535').default(0),
  'webhook-port': z.coerce.number().int().min(0).max(65_535, '--webhook-port must be 0 to 65535').optional(),
  'log-level': logLevelSchema,
  open: z.boolean().default(true),
  'new-ledger': z.boolean().optional(),
  'restore-ledger': z.string().optional(),
})

interface Launch {
  station: HostStationOptions & { webhookPort?: number | undefined; ledgerAnswer?: LedgerAnswer | undefined } & Pick<
      StationOptions,
      'logLevel'
    >
  port: number
  opensBrowser: boolean
}

function readLaunch(): Launch {
  const { flags } = programArguments(USAGE, flagsSchema)
  const { data, port, open, 'webhook-port': webhookPort, 'log-level': logLevel } = flags
  return {
    station: { ...stationOptions(data, process.env), webhookPort, logLevel, ledgerAnswer: ledgerAnswerOf(flags) },
    port,
    opensBrowser: open,
  }
}

/** What a second start asks the first one for, beside the station's commands. */
const REOPEN = 'shell.reopen'
const reopenInputSchema = z.object({ opensBrowser: z.boolean() })
const reopenedSchema = z.object({ url: z.string() })

async function main(): Promise<void> {
  const launch = readLaunch()
  const running = await reopened(launch)
  if (running !== null) {
    console.log(`This Waybill is running already. It is open at ${running}`)
    return
  }
  const station = await openStation(launch.station)
  logProcess(station.log)
  const opening: { remove?: () => void } = {}
  const host = await openBrowserHost({
    station,
    rendererDir: rendererDir(),
    port: launch.port,
    onOpened: () => opening.remove?.(),
    onContested: () => station.report(sessionContested()),
  }).catch(async (error: unknown) => {
    await station.close()
    throw error
  })
  const show = (url: string) => {
    opening.remove = openInBrowser(url, launch.station.dataDir)
  }
  const reopen = (input: unknown): string => {
    const url = host.newUrl()
    if (reopenInputSchema.parse(input).opensBrowser) show(url)
    return url
  }
  const control = await openControl(
    {
      invoke: async (name, input, caller) =>
        name === REOPEN ? { ok: true, value: { url: reopen(input) } } : station.invoke(name, input, caller),
    },
    launch.station.dataDir,
  )
  closeOnSignal(async () => {
    opening.remove?.()
    await control?.close()
    await host.close()
    await station.close()
  })
  console.log(`Waybill is open at ${host.url}`)
  console.log('Press Ctrl-C to stop it.')
  if (launch.opensBrowser) show(host.url)
}

/** A new address of the Waybill that has the folder open in a browser, which opens it there; null: none has. */
async function reopened({ station: { dataDir, ledgerAnswer }, opensBrowser }: Launch): Promise<string | null> {
  const remote = ledgerAnswer === undefined ? await connectControl(dataDir) : null
  const answer = await remote?.invoke(REOPEN, { opensBrowser })
  remote?.close()
  return answer?.ok ? reopenedSchema.parse(answer.value).url : null
}

/** Shown to the page that is in: that may be the intruder, so the page that was refused is notified as well. */
function sessionContested(): StationError {
  return new StationError({
    code: 'SESSION_CONTESTED',
    message:
      'The address that opens Waybill was used a second time, and refused. To end that session, press Ctrl-C where Waybill was started, then start it again.',
  })
}

/** The build lies beside this file's when built, in out/ when run from source. */
function rendererDir(): string {
  const path = import.meta.url.endsWith('.ts') ? '../../../out/renderer' : '../../../renderer'
  return fileURLToPath(new URL(path, import.meta.url))
}

/** Ends with a sentence for an error that a person can fix, with a stack for a bug. */
function giveUp(error: unknown): void {
  if (error instanceof z.ZodError) refuseArguments(error)
  if (error instanceof StationError) console.error(error.message)
  else console.error(error)
  process.exitCode = 1
}

createFilesPrivately()
await main().catch(giveUp)
