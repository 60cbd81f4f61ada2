import { z } from 'zod'

/** How the desktop app behaves at this station. */
export const desktopSettingsSchema = z.object({
  /** The system starts it at login. */
  opensAtLogin: z.boolean().default(false),
  /** All of the screen, and not closed without a supervisor; holds while people sign in here. */
  isKiosk: z.boolean().default(false),
  /** The window stays above others while it shows Pack. */
  isPackOnTop: z.boolean().default(false),
})
export type DesktopSettings = z.output<typeof desktopSettingsSchema>

/** Where newer versions are looked for; null: nowhere. */
export const updateSettingsSchema = z.object({
  feedUrl: z
    .url({
      protocol: /^https?$/,
      error: 'the feed must be a URL that starts with https://',
    })
    .max(300)
    .refine(
      (text) => /^(https:|http:\/\/(127\.0\.0\.1|localhost)[:/])/.test(text),
      'the feed must start with https://; otherwise the program could be replaced in transit',
    )
    .nullable(),
  /** The public key of the feed's descriptions, Ed25519, as base64 of its DER form; without it nothing is installed. */
  publicKey: z
    .string()
    .max(120)
    .regex(/^[A-Za-z0-9+/]{59}=$/, 'the key must be the base64 line that scripts/sign-feed.ts wrote'),
})
export type UpdateSettings = z.output<typeof updateSettingsSchema>

/** Screens that may have a window of their own. */
export const WINDOW_SCREENS = ['pack', 'track', 'wall'] as const
export type WindowScreen = (typeof WINDOW_SCREENS)[number]

/** A request from outside the window: a menu of the system, a link in a mail, a file. */
export type DesktopRequest =
  | { kind: 'screen'; screen: 'inbox' | 'quote' | 'settings' | WindowScreen }
  /** Only opens it, after a person's confirmation. */
  | { kind: 'link'; of: 'shipment' | 'booking'; id: string }
  | { kind: 'file'; name: string; base64: string }

/** How far a newer version is. `held`: it waits until nothing is under way. */
export type UpdateState =
  | { kind: 'off' | 'current' | 'checking' }
  | { kind: 'loading' | 'ready' | 'held'; version: string }
  /** The version did not start twice and was taken back; it is not offered again. */
  | { kind: 'taken-back'; version: string }
  | { kind: 'failed'; reason: string }

/** The desktop app around a station. */
export interface DesktopState {
  /** False where it is not installed: the system could not start it. */
  canOpenAtLogin: boolean
  /** Without the graphics processor and with no cache, after it crashed twice in a row. */
  isSafeMode: boolean
  updates: UpdateState
}

/** Null: there is no desktop app, as in the browser shell. */
export interface DesktopAnswer {
  desktop: DesktopState | null
}
