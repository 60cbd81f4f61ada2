import type { z } from 'zod'
import { commands, isCommandName } from '../src-shared/station/commands.ts'
import { StationError, type CommandResult } from '../src-shared/station/error.ts'
import type { StationEvent } from '../src-shared/station/events.ts'
import { systemClock } from './clock.ts'
import { commandHandlers } from './commands/handlers.ts'
import { asData } from './fault.ts'
import type { Services } from './services.ts'
import { openCache } from './store/cache/cache.ts'
import { openLedger } from './store/ledger/ledger.ts'
import { wire, type StationOptions } from './wiring.ts'

export type { StationOptions } from './wiring.ts'

/** The whole app without a window: every host and the demo talk to this. */
export interface Station {
  /** Runs a command of the table. Never throws: what fails comes back as data. */
  invoke(name: string, input: unknown): Promise<CommandResult<unknown>>
  subscribe(listener: (event: StationEvent) => void): () => void
  /** The same services the commands use, for programs in this process. */
  services: Services
  close(): Promise<void>
}

/**
 * Opens the stores, wires the services, starts the background work.
 * @throws StationError DATABASE_FROM_FUTURE, DATA_IN_USE, INVALID_INPUT for a base URL that cannot be used
 */
export async function openStation(options: StationOptions): Promise<Station> {
  const { dataDir, clock = systemClock } = options
  const opened: { close(): void }[] = []
  try {
    const ledger = await openLedger(dataDir, clock)
    opened.push(ledger)
    const cache = await openCache(dataDir, clock)
    opened.push(cache)
    const { services, subscribe, onFault, close } = await wire(options, ledger, cache)
    const handlers = commandHandlers(services)
    return { services, subscribe, invoke: (name, input) => invoke(handlers, name, input, onFault), close }
  } catch (error) {
    for (const store of opened.reverse()) store.close()
    throw error
  }
}

async function invoke(
  handlers: ReturnType<typeof commandHandlers>,
  name: string,
  input: unknown,
  onFault: (error: unknown) => void,
): Promise<CommandResult<unknown>> {
  try {
    if (!isCommandName(name)) {
      throw new StationError({ code: 'INVALID_INPUT', message: `There is no command ${name}.`, details: { name } })
    }
    const parsed = commands[name].input.safeParse(input)
    if (!parsed.success) throw invalidInput(parsed.error)
    const handler: (input: never) => Promise<unknown> = handlers[name]
    return { ok: true, value: await handler(parsed.data as never) }
  } catch (error) {
    if (!(error instanceof StationError)) onFault(error)
    return { ok: false, error: asData(error) }
  }
}

function invalidInput(error: z.ZodError): StationError {
  const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  const [first] = issues
  return new StationError({
    code: 'INVALID_INPUT',
    message: first ? `${first.path}: ${first.message}`.replace(/^: /, '') : 'The input cannot be read.',
    details: { issues },
  })
}
