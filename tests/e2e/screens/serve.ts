import { openBrowserHost } from '../../../src-main/shell/browser-host.ts'
import { commands, isCommandName, type CommandName } from '../../../src-shared/station/commands.ts'
import { StationError, type CommandResult } from '../../../src-shared/station/error.ts'
import { createFakeStation, type FakeStation } from './fake-station.ts'

/** One call as the station makes it: parsed by the command table, its refusal as data. */
async function call<N extends CommandName>(
  station: FakeStation,
  name: N,
  body: unknown,
): Promise<CommandResult<unknown>> {
  // One row's schema and its handler belong together, which the compiler cannot see through the table's union.
  const input: never = commands[name].input.parse(body) as never
  const handler = station.handlers[name]
  if (!handler) throw new Error(`the fake station does not know ${name}`)
  try {
    return { ok: true, value: await handler(input) }
  } catch (error) {
    if (error instanceof StationError) return { ok: false, error: error.toData() }
    throw error
  }
}

export interface ServedScreens {
  /** Opens the page, once; afterwards it is at `url`. */
  openUrl: string
  url: string
  station: FakeStation
  close(): Promise<void>
}

/** Serves a built renderer through the browser shell, with a fake station behind it. */
export async function serveScreens(rendererDir: string): Promise<ServedScreens> {
  const station = createFakeStation()
  const host = await openBrowserHost({
    rendererDir,
    station: {
      invoke: (name, input) => {
        if (!isCommandName(name)) throw new Error(`there is no command ${name}`)
        return call(station, name, input)
      },
      subscribe: (listener) => station.subscribe(listener),
    },
  })
  return { openUrl: host.url, url: new URL('/', host.url).href, station, close: () => host.close() }
}
