import type { StationErrorData } from '../../../src-shared/station/error.ts'
import {
  receiverSettingsSchema,
  type ReceivedWebhook,
  type ReceiverChange,
  type ReceiverSettings,
  type ReceiverState,
} from '../../../src-shared/station/tracking/webhook-receiver.ts'
import type { Clock } from '../../kernel/clock.ts'
import { asData } from '../../kernel/fault.ts'
import type { WebhookSecrets } from '../../kernel/secrets/webhook-secrets.ts'
import type { WebhookInbox } from '../webhook-inbox.rows.ts'
import { changed } from '../../settings/differences.ts'
import type { SettingStore } from '../../settings/settings.rows.ts'
import { verify } from './verify.ts'
import { signatureHeaders } from './signature.ts'
import { listen, type Listener, type WebhookRequest } from './listener.ts'

export interface ReceiverOptions {
  settings: Pick<SettingStore, 'read' | 'write'>
  secrets: WebhookSecrets
  inbox: WebhookInbox
  clock: Clock
  /** Asks the service about these shipments and gives those that it could not ask about. */
  refresh: (shipmentIds: readonly string[]) => Promise<string[]>
  /** The header that a delivery was verified by. */
  onVerified: (header: string) => void
  /** Something for the screens to read again. */
  onChange: () => void
  /** The outcome of each delivery. */
  onReceived?: (delivery: ReceivedWebhook) => void
  /** False: too many come at once, and this one is put off before it is read. */
  admit?: () => boolean
  /** Work that is not awaited. */
  inBackground: (work: Promise<unknown>) => void
  /** Listen on this port in this run, ignoring saved settings. */
  port?: number | undefined
}

const SETTING = 'webhookReceiver'
const RECENT = 20

export type WebhookReceiver = ReturnType<typeof createWebhookReceiver>

/**
 * Receives webhooks: off until configured. A webhook is never trusted for a shipment's state; it is a
 * reason to ask the service now instead of at the next turn. Its sender gets its 200 as soon as the event is kept.
 */
export function createWebhookReceiver(options: ReceiverOptions) {
  const { settings, secrets, inbox, clock, refresh, onChange, inBackground } = options
  let listener: Listener | undefined
  let listening: ReceiverSettings | undefined
  let error: StationErrorData | null = null
  let received = 0
  let refused = 0
  const recent: ReceivedWebhook[] = []
  /** The one that verified last; null: none since the start. */
  let signatureHeader: string | null = null

  async function readSettings(): Promise<ReceiverSettings> {
    const saved = (await settings.read(SETTING, receiverSettingsSchema)) ?? receiverSettingsSchema.parse({})
    return options.port === undefined ? saved : { ...saved, enabled: true, port: options.port }
  }

  async function onRequest(path: string, request: WebhookRequest): Promise<number> {
    if (request.path !== path) return refuse(404, 'wrong-path')
    if (request.method !== 'POST') return refuse(405, 'wrong-method')
    const known = Object.values(await secrets.all())
    const validated = verify(request.body, signatureHeaders(request.headers), known, clock.now())
    if (!validated.ok) return refuse(validated.status, validated.outcome)
    const { header, ...webhook } = validated.webhook
    signatureHeader = header
    options.onVerified(header)
    const isNew = await inbox.take(webhook, clock.now())
    received += 1
    note(200, isNew ? 'taken' : 'known', webhook)
    if (isNew) inBackground(askAgain())
    return 200
  }

  /** All open shipments are asked for; failed ones stay open for the next turn or start. */
  async function askAgain(): Promise<void> {
    const until = clock.now()
    const reported = await inbox.open()
    const left = new Set(await refresh(reported))
    await inbox.done(
      reported.filter((shipmentId) => !left.has(shipmentId)),
      until,
    )
  }

  function refuse(status: number, outcome: ReceivedWebhook['outcome']): number {
    refused += 1
    note(status, outcome, null)
    return status
  }

  function note(
    status: number,
    outcome: ReceivedWebhook['outcome'],
    reported: { eventId: string; eventType: string; shipmentId: string | null } | null,
  ): void {
    const delivery: ReceivedWebhook = {
      at: clock.now().toISOString(),
      status,
      outcome,
      eventId: reported?.eventId ?? null,
      eventType: reported?.eventType ?? null,
      shipmentId: reported?.shipmentId ?? null,
    }
    options.onReceived?.(delivery)
    recent.unshift(delivery)
    recent.splice(RECENT)
    onChange()
  }

  /** Opens the new door before the old one is closed, so that a port that is taken changes nothing. */
  async function open(next: ReceiverSettings): Promise<void> {
    const isSameDoor = listening && next.enabled && listening.host === next.host && listening.port === next.port
    if (isSameDoor && listening?.path === next.path) return
    if (isSameDoor || !next.enabled) await shut()
    if (next.enabled) {
      const opened = await listen({
        host: next.host,
        port: next.port,
        onRequest: async (request) => {
          try {
            return await onRequest(next.path, request)
          } catch (cause) {
            // Not kept, so not taken: the sender will send it again.
            error = asData(cause)
            return refuse(500, 'not-kept')
          }
        },
        ...(options.admit && { admit: options.admit }),
        onTooLarge: () => refuse(413, 'too-large'),
      })
      await shut()
      listener = opened
      listening = next
    }
    error = null
  }

  async function shut(): Promise<void> {
    await listener?.close()
    listener = undefined
    listening = undefined
  }

  async function state(): Promise<ReceiverState> {
    return {
      settings: await readSettings(),
      listening: listener !== undefined,
      port: listener?.port ?? null,
      error,
      secretsAreStored: await secrets.areStored(),
      received,
      refused,
      signatureHeader,
      lastAt: recent[0]?.at ?? null,
      recent: [...recent],
    }
  }

  return {
    state,

    /** The service answers: earlier reports that could not be checked are checked now. */
    askAgain,

    /** Opens the port when the settings say so, and asks about reports from before the last end. Never throws. */
    start: async (): Promise<void> => {
      try {
        await open(await readSettings())
      } catch (cause) {
        error = asData(cause)
        onChange()
      }
      inBackground(askAgain())
    },

    /**
     * Changes the named fields; nothing changes when the new port cannot be opened. @throws StationError
     * LISTEN_FAILED, KEYCHAIN_FAILED
     */
    configure: async ({ addSecret, removeSecret, ...change }: ReceiverChange): Promise<ReceiverState> => {
      const before = await readSettings()
      const next = receiverSettingsSchema.parse({ ...before, ...withoutAbsent(change) })
      await open(next)
      await settings.write(SETTING, next, changed(before, next))
      if (removeSecret !== undefined) await secrets.remove(removeSecret)
      if (addSecret) await secrets.set(addSecret.name, addSecret.secret)
      onChange()
      return state()
    },

    close: shut,
  }
}

function withoutAbsent<T extends object>(change: T): Partial<T> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>
}
