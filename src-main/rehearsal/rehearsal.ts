import { wrongState } from '../../src-shared/station/error.ts'
import {
  isPrinterScene,
  SCENES,
  type ResponseVariant,
  type RehearsalState,
  type Scene,
} from '../../src-shared/station/app/rehearsal.ts'
import type { Clock } from '../kernel/clock.ts'
import { createKeyedMutex } from '../kernel/keyed-mutex.ts'
import type { Environments } from '../app/environment.ts'
import type { Printing } from '../printing/printing.ts'
import type { SettingStore } from '../settings/settings.rows.ts'
import { addressOfNobody } from './closed-port.ts'
import { faultsOf, ONCE, REHEARSED_LIMIT } from './scenes.ts'
import { openFaultApi } from './fault-api.ts'
import { createStagePrinter } from './stage-printer.ts'

export interface RehearsalOptions {
  environments: Pick<Environments, 'embedded' | 'divert' | 'test' | 'onSwitch'>
  printing: Pick<Printing, 'printers' | 'queue'>
  settings: SettingStore
  clock: Clock
  /** Forgets the learned format facts of the service in use. */
  forgetManner: () => Promise<void>
  onChange: () => void
  /** A call that is not awaited. */
  inBackground: (work: Promise<unknown>) => void
}

export type Rehearsal = ReturnType<typeof createRehearsal>

/**
 * Bad days on demand: failures are staged at the embedded service, through its fault API, and at a printer of its
 * own; never at another service. Staged scenes are kept in memory: a station that ends in the middle restarts without
 * them.
 */
export function createRehearsal(options: RehearsalOptions) {
  const { environments, clock, onChange, inBackground } = options
  const printer = createStagePrinter(options)
  const staged = new Set<Scene>()
  let since: string | null = null
  let responseVariant: ResponseVariant = 'plain'
  const mutex = createKeyedMutex()
  /** One thing is put up or taken down at a time. */
  const alone = <T>(work: () => Promise<T>): Promise<T> => mutex('stage', work)

  const service = () => {
    const running = environments.embedded()
    return running?.faultToken === undefined ? null : running
  }

  function faultApi() {
    const running = service()
    if (running) return openFaultApi(running)
    throw wrongState('Rehearsals run only with the embedded service, once it is running.', { state: 'other-service' })
  }

  async function state(): Promise<RehearsalState> {
    const waiting = service() !== null && staged.size > 0 ? await faultApi().waiting() : []
    return {
      isAvailable: service() !== null,
      since,
      scenes: SCENES.map((scene) => ({ scene, progress: progressOf(scene, waiting) })),
      responseVariant,
      printer: await printer.view(since !== null),
    }
  }

  function progressOf(scene: Scene, waiting: readonly string[]) {
    if (!staged.has(scene)) return 'off'
    const kind = scene === 'expired' || scene === 'duplicate' ? ONCE[scene] : null
    return kind !== null && !waiting.includes(kind) ? 'happened' : 'on'
  }

  /** Applies the staged scenes to the service. A scene that happened is not staged again unless requested. */
  async function set(scene: Scene, isOn: boolean): Promise<void> {
    if (scene === 'outage') environments.divert(isOn ? await addressOfNobody() : null)
    else if (scene === 'rate-limit') await faultApi().setRateLimit(isOn ? REHEARSED_LIMIT : null)
    else if (isPrinterScene(scene)) await (isOn ? printer.stage(scene) : printer.mend())
    else {
      const waiting = await faultApi().waiting()
      const wanted = new Set([...staged].filter((other) => progressOf(other, waiting) === 'on'))
      if (isOn) wanted.add(scene)
      else wanted.delete(scene)
      await faultApi().setFaults(faultsOf(wanted))
    }
  }

  /** Facts learned of one variant do not apply to the next. */
  async function speak(next: ResponseVariant): Promise<void> {
    if (next === responseVariant) return
    await faultApi().setResponseVariant(next)
    responseVariant = next
    await options.forgetManner()
  }

  /** A call now, so that the frame shows the change at once. */
  const look = () => inBackground(environments.test())

  async function endNow(): Promise<void> {
    environments.divert(null)
    if (service()) {
      await faultApi().setFaults([])
      await faultApi().setRateLimit(null)
      await speak('plain')
    }
    responseVariant = 'plain'
    await printer.end()
    staged.clear()
    since = null
    onChange()
  }

  // Scenes are staged at the embedded service; work with another one does not see them.
  // One that is just being staged has no `since` yet: it is waited for.
  environments.onSwitch(() => alone(async () => (since === null ? undefined : endNow())))

  return {
    /** Removes the remains of an earlier run. */
    start: printer.start,
    isOn: (): boolean => since !== null,
    state,

    /** @throws StationError WRONG_STATE when another service is in use */
    stage: (scene: Scene): Promise<RehearsalState> =>
      alone(async () => {
        faultApi()
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
      alone(async () => {
        faultApi()
        if (!staged.has(scene)) return state()
        await set(scene, false)
        staged.delete(scene)
        onChange()
        if (scene === 'outage') look()
        return state()
      }),

    /** @throws StationError WRONG_STATE when another service is in use */
    speak: (next: ResponseVariant): Promise<RehearsalState> =>
      alone(async () => {
        faultApi()
        await speak(next)
        since ??= clock.now().toISOString()
        onChange()
        return state()
      }),

    end: (): Promise<RehearsalState> =>
      alone(async () => {
        const wasAway = staged.has('outage')
        await endNow()
        if (wasAway) look()
        return state()
      }),

    close: async (): Promise<void> => {
      await alone(async () => undefined)
      await printer.close()
    },
  }
}
