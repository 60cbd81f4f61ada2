import { z } from 'zod'
import { nameSchema } from '../limits.ts'
import type { StationErrorData } from '../error.ts'

/** Where the receiver listens: on this machine only (behind a tunnel or a reverse proxy), or on every network it is in. */
export const RECEIVER_HOSTS = ['127.0.0.1', '0.0.0.0'] as const

/** The stored settings of the receiver. Secrets are not among them: they are in the keychain. */
export const receiverSettingsSchema = z.object({
  enabled: z.boolean().default(false),
  host: z.enum(RECEIVER_HOSTS).default('127.0.0.1'),
  /** 0 means: any free one, reported in the state. */
  port: z.int().min(0).max(65_535).default(8787),
  path: z
    .string()
    .trim()
    .max(121)
    .regex(/^\/[A-Za-z0-9/_.~-]{0,120}$/, 'path must start with / and contain only letters, digits, and / _ . ~ -')
    .default('/webhooks'),
})
export type ReceiverSettings = z.output<typeof receiverSettingsSchema>

/** Input of `webhookReceiver.configure`: absent fields stay. */
export const receiverChangeSchema = z.object({
  enabled: z.boolean().optional(),
  host: z
    .enum(RECEIVER_HOSTS, { error: 'host must be 127.0.0.1 (this machine) or 0.0.0.0 (every network)' })
    .optional(),
  port: z.int('port must be a whole number').min(0).max(65_535, 'port must be from 0 to 65535').optional(),
  path: receiverSettingsSchema.shape.path.unwrap().optional(),
  /** A subscription's secret under a name of its own, its webhook id for instance; the same name replaces it. */
  addSecret: z
    .object({
      name: nameSchema('name of the secret', 80),
      secret: z.string().min(16, 'secret must have at least 16 characters').max(256),
    })
    .optional(),
  removeSecret: z.string().min(1).max(80).optional(),
})
export type ReceiverChange = z.output<typeof receiverChangeSchema>

/** One request, shown for a while; with only the content proved by its signature. */
export interface ReceivedWebhook {
  at: string
  /** The answer: 200 taken, 401 wrong signature, 410 too old, 425 dated ahead ... */
  status: number
  /** `taken`: new. `known`: this eventId came before. Otherwise why it was refused. */
  outcome:
    | 'taken'
    | 'known'
    | 'wrong-signature'
    | 'too-old'
    | 'too-early'
    | 'unreadable'
    | 'too-large'
    | 'wrong-method'
    | 'wrong-path'
    | 'not-kept'
  eventId: string | null
  eventType: string | null
  shipmentId: string | null
}

/** Answer of `webhookReceiver.state` and `webhookReceiver.configure`. */
export interface ReceiverState {
  settings: ReceiverSettings
  listening: boolean
  /** The port it listens on; null while it does not. */
  port: number | null
  /** Why it does not listen although it should. */
  error: StationErrorData | null
  /** False: the secrets are kept for this run only. */
  secretsAreStored: boolean
  /** Since the start: taken or known, and refused. */
  received: number
  refused: number
  /** The header that the last signature which fitted came in: services use their own name in it; null: none so far. */
  signatureHeader: string | null
  lastAt: string | null
  /** Newest first, 20 at most. */
  recent: ReceivedWebhook[]
}
