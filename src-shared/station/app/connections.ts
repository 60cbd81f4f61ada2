import { z } from 'zod'
import { idSchema, nameSchema } from '../limits.ts'
import { ROLES, type Role } from '../role.ts'
import type { StationErrorData } from '../error.ts'

/**
 * What another system can be allowed to do, by the area of its commands: all of it, or those named. Commands added to
 * the table are not included automatically. Never on it: who signs in and who connects, approvals of a supervisor,
 * where updates, mail, backups and orders come from or go to, which service and which site a station has, and the
 * keys to all of them.
 */
const FOR_TOKENS: Readonly<Record<string, 'all' | readonly string[]>> = {
  station: ['state', 'dismissNotice'],
  environment: ['test', 'profile'],
  quotes: 'all',
  rules: 'all',
  bookings: 'all',
  shipments: 'all',
  tracking: 'all',
  pack: 'all',
  labels: 'all',
  jobs: 'all',
  printLists: 'all',
  labelTemplates: 'all',
  printers: 'all',
  stock: 'all',
  virtualPrinter: 'all',
  batches: 'all',
  columnMaps: 'all',
  orders: ['add', 'list', 'get', 'quote', 'book', 'answer', 'dismiss', 'feed', 'look', 'readAgain'],
  spend: 'all',
  addressBook: 'all',
  presets: 'all',
  audit: 'all',
  requests: 'all',
  locations: 'all',
  addresses: 'all',
  satCodes: 'all',
  documents: 'all',
  endofday: 'all',
  pickups: 'all',
  webhookReceiver: ['state'],
  webhooks: ['list'],
  maintenance: ['state', 'backUp', 'verify', 'lookAtAge', 'archives', 'lookForPerson', 'forgetPerson'],
  support: ['health', 'file'],
  inbox: ['list', 'notify', 'assign', 'assignAbout', 'approval', 'end', 'rules'],
  scale: ['state', 'requote'],
  papers: 'all',
  site: ['view', 'stations', 'underWay', 'find'],
}

/** May a token's scope hold this command at all? */
export function isForTokens(command: string): boolean {
  const [area = '', name = ''] = command.split('.')
  const allowed = Object.hasOwn(FOR_TOKENS, area) ? FOR_TOKENS[area] : undefined
  return allowed === 'all' || allowed?.includes(name) === true
}

export const TOKEN_PREFIX = 'wbt_'

/** All that a web page may do, whatever its token may do besides: print, and follow its print job. */
export const PAGE_COMMANDS: readonly string[] = ['printers.list', 'jobs.printFile', 'jobs.get']

/** Web pages that are allowed, and as many that are refused. */
export const MOST_PAGES = 30
/** Pages that are asking at one time; more are refused without a question. */
export const MOST_ASKING_PAGES = 5

/** The origin of a page exactly as its browser sends it: scheme, host, and the port unless it is the scheme's own. */
function isOrigin(text: string): boolean {
  if (text.includes('*') || !URL.canParse(text)) return false
  const { origin, protocol } = new URL(text)
  return ['https:', 'http:'].includes(protocol) && origin === text
}

export const originSchema = z
  .string()
  .trim()
  .max(200, 'origin must be at most 200 characters')
  .refine(
    isOrigin,
    'origin must be the start of one page address, such as https://wms.example.com, without a path or wildcard',
  )

const PAGE_DECISIONS = ['allow', 'refuse', 'forget'] as const
export const pageDecisionSchema = z.object({
  origin: originSchema,
  decision: z.enum(PAGE_DECISIONS, { error: `decision must be one of ${PAGE_DECISIONS.join(', ')}` }),
})
export type PageDecision = z.output<typeof pageDecisionSchema>

/** The origin of web pages, and whether they may print. */
export interface WebPage {
  origin: string
  state: 'asking' | 'allowed' | 'refused'
}

export const apiSettingsSchema = z.object({
  isOn: z.boolean(),
  port: z
    .int('port must be a whole number')
    .min(0, 'port must be 0 to 65535')
    .max(65_535, 'port must be 0 to 65535')
    .default(8790),
})
export type ApiSettings = z.output<typeof apiSettingsSchema>

const MOST_COMMANDS = 200
export const tokenInputSchema = z.object({
  name: nameSchema('name', 40),
  role: z.enum(ROLES, { error: `role must be one of ${ROLES.join(', ')}` }),
  /** Names of commands, as far as the role may give them; absent: all that it may. */
  commands: z
    .array(z.string().trim().min(1).max(80))
    .min(1, 'give at least one command')
    .max(MOST_COMMANDS, `commands can have at most ${MOST_COMMANDS}`)
    .optional(),
})
export type TokenInput = z.output<typeof tokenInputSchema>
export const tokenIdSchema = z.object({ tokenId: idSchema('tokenId') })

/** A token as it is listed; its text is shown once, when it is made. */
export interface ApiToken {
  tokenId: string
  name: string
  role: Role
  /** Null: every command that the role may give. */
  commands: string[] | null
  createdAt: string
  /** To the minute. */
  lastUsedAt: string | null
  /** Null: it is good. */
  revokedAt: string | null
}

/** Events that another system can subscribe to. */
export const HOOK_EVENTS = ['booked', 'printed', 'exception'] as const
export type HookEvent = (typeof HOOK_EVENTS)[number]

/** https, or http to this machine; no name and password in it. */
export function isHookTarget(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
}

export const hookInputSchema = z.object({
  /** Absent: a new one. */
  hookId: idSchema('hookId').optional(),
  url: z
    .string()
    .trim()
    .max(500, 'url must be at most 500 characters')
    .refine(
      isHookTarget,
      'url must start with https:// (or http:// on this computer), without a user name or password',
    ),
  events: z
    .array(z.enum(HOOK_EVENTS, { error: `must be one of ${HOOK_EVENTS.join(', ')}` }))
    .min(1, 'choose at least one event')
    .max(HOOK_EVENTS.length),
  isActive: z.boolean().default(true),
  /** A new secret in place of the one before. */
  hasNewSecret: z.boolean().default(false),
})
export type HookInput = z.output<typeof hookInputSchema>
export const hookIdSchema = z.object({ hookId: idSchema('hookId') })

/** A webhook of another system, and its delivery status. */
export interface Hook {
  hookId: string
  url: string
  events: HookEvent[]
  isActive: boolean
  /**
   * False: its secret is gone with a restart, because there is no keychain; queued events are sent when it has a new
   * one.
   */
  hasSecret: boolean
  /** Events that were not taken yet. */
  waiting: number
  /** Tries in a row that failed. */
  failures: number
  /** The next try of queued events; null: at once, or there are none. */
  dueAt: string | null
  lastAt: string | null
  lastError: string | null
}

/** The page Connections. */
export interface ConnectionsState {
  api: ApiSettings & {
    /** The address that it listens at; null: it does not. */
    url: string | null
    error: StationErrorData | null
  }
  tokens: ApiToken[]
  /** Those that ask come first. */
  pages: WebPage[]
  hooks: Hook[]
  /** False: secrets of webhooks are forgotten when Waybill ends. */
  secretsAreStored: boolean
}

/** A token's or a webhook's secret, shown only here, and the page as it is now. */
export interface NewSecret {
  secret: string | null
  state: ConnectionsState
}
