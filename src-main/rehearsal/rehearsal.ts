import { StationError } from '../../src-shared/station/error.ts'
import { isPrinterScene, SCENES, type RehearsalState, type Scene } from '../../src-shared/station/rehearsal.ts'
import type { Clock } from '../clock.ts'
import type { Environments } from '../environment.ts'
import type { Printing } from '../printing/printing.ts'
import type { SettingStore } from '../store/ledger/settings.ts'
import { addressOfNobody } from './closed-port.ts'
import { faultsOf, ONCE, REHEARSED_LIMIT } from './scenes.ts'
import { openServiceDoor } from './service-door.ts'
import { createStagePrinter } from './stage-printer.ts'

export interface RehearsalOptions {
  environments: Pick<Environments, 'embedded' | 'divert' | 'test'>
  printing: Pick<Printing, 'printers' | 'queue'>
  settings: SettingStore
  clock: Clock
  onChange: () => void
  /** A call that nobody waits for. */
  inBackground: (work: Promise<unknown>) => void
}

export type Rehearsal = ReturnType<typeof createRehearsal>

/**
 * Bad days on demand: what may go wrong is staged at the embedded service, through its fault door, and at a printer of its
 * own; never at another service. What is staged is kept in memory: a station that ends in the middle of it begins sound.
 */
export function createRehearsal(options: RehearsalOptions) {
  const { environments, clock, onChange, inBackground } = options
  const printer = createStagePrinter(options)
  const staged = new Set<Scene>()
  let since: string | null = null
  /** One thing is put up or taken down at a time. */
  let turn: Promise<unknown> = Promise.resolve()

  const service = () => {
    const running = environments.embedded()
    return running?.doorToken === undefined ? null : running
  }

  function door() {
    const running = service()
    if (running) return openServiceDoor(running)
    throw new StationError({
      code: 'WRONG_STATE',
      message: 'Bad days are rehearsed with the embedded service only, once it runs.',
      details: { state: 'other-service' },
    })
  }

  async function state(): Promise<RehearsalState> {
    const waiting = service() !== null && staged.size > 0 ? await door().waiting() : []
    return {
      isAvailable: service() !== null,
      since,
      scenes: SCENES.map((scene) => ({ scene, progress: progressOf(scene, waiting) })),
      printer: await printer.view(since !== null),
    }
  }

  function progressOf(scene: Scene, waiting: readonly string[]) {
    if (!staged.has(scene)) return 'off'
    const kind = scene === 'expired' || scene === 'duplicate' ? ONCE[scene] : null
    return kind !== null && !waiting.includes(kind) ? 'happened' : 'on'
  }

  /** Brings the service to what is staged now. What came to pass once is not staged again unless it is asked for. */
  async function set(scene: Scene, isOn: boolean): Promise<void> {
    if (scene === 'outage') environments.divert(isOn ? await addressOfNobody() : null)
    else if (scene === 'rate-limit') await door().setRateLimit(isOn ? REHEARSED_LIMIT : null)
    else if (isPrinterScene(scene)) await (isOn ? printer.stage(scene) : printer.mend())
    else {
      const waiting = await door().waiting()
      const wanted = new Set([...staged].filter((other) => progressOf(other, waiting) === 'on'))
      if (isOn) wanted.add(scene)
      else wanted.delete(scene)
      await door().setFaults(faultsOf(wanted))
    }
  }

  /** A call now, so that the frame shows at once what has changed. */
  const look = () => inBackground(environments.test())

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }

  async function endNow(): Promise<void> {
    environments.divert(null)
    if (service()) {
      await door().setFaults([])
      await door().setRateLimit(null)
    }
    await printer.end()
    staged.clear()
    since = null
    onChange()
  }

  return {
    /** Puts away what an earlier run left. */
    start: printer.start,
    isOn: (): boolean => since !== null,
    state,

    /** @throws StationError WRONG_STATE when another service is in use */
    stage: (scene: Scene): Promise<RehearsalState> =>
      inTurn(async () => {
        door()
        await set(scene, true)
        if (isPrinterScene(scene)) for (const other of [...staged].filter(isPrinterScene)) staged.delete(other)
        staged.add(scene)
        since ??= clock.now().toISOString()
        onChange()
        if (scene === 'outage') look()
        return state()
      }),

    /** @throws StationError WRONG_STATE when another service is in use */
    clear: (scene: Scene): Promise<RehearsalState> =>
      inTurn(async () => {
        door()
        if (!staged.has(scene)) return state()
        await set(scene, false)
        staged.delete(scene)
        onChange()
        if (scene === 'outage') look()
        return state()
      }),

    end: (): Promise<RehearsalState> =>
      inTurn(async () => {
        const wasAway = staged.has('outage')
        await endNow()
        if (wasAway) look()
        return state()
      }),

    /** Another service is in use from now on: nothing staged may stay. */
    abandon: (): Promise<void> => inTurn(endNow),

    close: async (): Promise<void> => {
      await turn
      await printer.close()
    },
  }
}
