import { after, every } from '../../src-node/runtime/wait.ts'
import type { Timer } from '../../src-node/runtime/timers.ts'
import { isOneOf } from '../../src-shared/machine/one-of.ts'
import { notFound, StationError } from '../../src-shared/station/error.ts'
import type { StationEventName, StationEvents } from '../../src-shared/station/app/events.ts'
import type { Settings, StationState } from '../../src-shared/station/app/state.ts'
import { SEVERITY_OF, worstOf } from '../../src-shared/station/inbox/due.ts'
import {
  MOST_OPEN_SHOWN,
  WRITTEN_KINDS,
  type InboxItem,
  type InboxPage,
  type NotifyInput,
} from '../../src-shared/station/inbox/item.ts'
import {
  inboxRulesSchema,
  isQuiet,
  type InboxRules,
  type InboxSetup,
  type MailSettings,
  type MailState,
} from '../../src-shared/station/inbox/rules.ts'
import type { ApprovalState, RefusedCommand } from '../../src-shared/station/inbox/approval.ts'
import { currentUser } from '../kernel/current-user.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import { oneAtATime } from '../kernel/one-at-a-time.ts'
import type { Approvals } from '../people/approvals.ts'
import type { InboxStore } from './inbox-items.rows.ts'
import type { MailStore } from './mails.rows.ts'
import type { SettingStore } from '../settings/settings.rows.ts'
import type { ParsedInput } from '../../src-shared/station/commands.ts'
import { createMailer } from './mailer.ts'
import { isForSame, type MailPassword } from './mail-password.ts'
import { watchPrinters, type PrinterTrouble, type PrinterTroublePorts } from './printer-trouble.ts'
import type { SendMail } from './smtp.ts'
import { openItemsNow, type SourcePorts } from './sources.ts'
import { inboxWords, mailOf, newsOf } from './words.ts'

export interface InboxPorts {
  store: InboxStore
  mails: MailStore
  rows: SettingStore
  password: MailPassword
  approvals: Pick<Approvals, 'ask' | 'answer' | 'isAsked' | 'state' | 'refusalOf'>
  /** The signed-in person; null: none, or sign-in is off. */
  personId: () => string | null
  /** What a supervisor is shown of a command's input. */
  factsOf: (command: string, input: unknown) => Promise<string>
  sources: Omit<SourcePorts, 'troubled'>
  printers: Omit<PrinterTroublePorts, 'clock'>
  settings: () => Promise<Settings>
  send: SendMail
  clock: Clock
  ids: Ids
  emit: <N extends StationEventName>(name: N, payload: StationEvents[N]) => void
  onFault: (error: unknown) => void
}

export type Inbox = Awaited<ReturnType<typeof openInbox>>

const SETTING = 'inbox'
/** How often idle printers are asked and everything is looked at, events or not. */
const LOOK_MS = 60_000
/** Changes come in a bunch. */
const SOON_MS = 1_000
/** What comes up within this time is reported together. */
const TOGETHER_MS = 30_000
const MOST_REPORTED = 200

/** One list of what needs a person, and who is notified of it. */
export async function openInbox(ports: InboxPorts) {
  const { store, mails, rows, password, approvals, sources, settings, clock, ids, emit, onFault } = ports
  let rules = (await rows.read(SETTING, inboxRulesSchema)) ?? inboxRulesSchema.parse({})
  const printers = watchPrinters({ ...ports.printers, clock })
  const onChange = () => emit('inbox.changed', {})
  const mailer = createMailer({
    mails,
    settings: () => rules.mail,
    password,
    send: ports.send,
    clock,
    onChange,
    onFault,
  })
  let timer: Timer | null = null
  let soon: Timer | null = null
  let reportedAt = Number.NEGATIVE_INFINITY
  let isClosed = false

  async function lookOnce(): Promise<void> {
    // Closing services send events, too.
    if (isClosed) return
    const openNow = await openItemsNow(
      {
        ...sources,
        troubled: () => printers.troubledFor(rules.printerMinutes),
      },
      clock.now(),
    )
    if (isClosed) return
    if (await store.take(openNow, () => ids.next('inb'))) onChange()
    await report()
  }

  /** Sends one notification for all new items, unless it is quiet now. One at a time: each item is reported once. */
  const report = oneAtATime(async () => {
    const now = clock.now()
    if (isQuiet(rules, now) || Math.abs(now.getTime() - reportedAt) < TOGETHER_MS) return
    const items = await store.untold(MOST_REPORTED)
    if (items.length === 0) return
    const said = await settings()
    const mail = rules.mail && { mailId: ids.next('mail'), ...mailOf(items, said) }
    const itemIds = items.map(({ itemId }) => itemId)
    if (!(await store.noteReported(itemIds, mail))) return
    // What could not be noted is reported by the next look.
    reportedAt = now.getTime()
    if (rules.desktop) emit('inbox.news', newsOf(items, said.language))
    if (rules.sound) emit('inbox.heard', {})
    mailer.kick()
  })

  const look = oneAtATime(() => lookOnce().catch(onFault))

  async function lookAtPrinters(): Promise<void> {
    await printers.look().catch(onFault)
    await look()
  }

  /** The current user: the person signed in, the operator named in Settings, or the station. */
  async function whoBooks(): Promise<string> {
    const { operatorName = '', stationName } = await settings()
    return currentUser()?.name ?? (operatorName === '' ? stationName : operatorName)
  }

  async function setup(): Promise<InboxSetup> {
    return { rules, mail: await mailer.state() }
  }

  return {
    look,

    /** Something happened that may need a person. */
    lookSoon: (): void => {
      if (isClosed || timer === null || soon !== null) return
      const run = () => {
        soon = null
        void look()
      }
      soon = after(SOON_MS, run, { isBackground: true })
    },

    /** Asks the printers now, and looks. */
    lookAtPrinters,

    start: (): void => {
      timer?.cancel()
      timer = every(LOOK_MS, () => void lookAtPrinters(), { isBackground: true })
      mailer.kick()
    },

    list: async ({ state, before, limit }: ParsedInput<'inbox.list'>): Promise<InboxPage> => {
      const items = state === 'open' ? await store.open(limit) : await store.ended(before ?? null, limit)
      const last = items.length >= limit && state === 'ended' ? items.at(-1) : undefined
      return { items, open: await store.countOpen(), next: last?.endedAt ?? null }
    },

    /** Printers that cannot print, as they were when they were asked last. */
    troubledPrinters: (): PrinterTrouble[] => printers.troubledFor(0),

    /** Whether a printer cannot print, for as long as the rules wait before reporting. */
    hasPrinterTrouble: (): boolean => printers.troubledFor(rules.printerMinutes).length > 0,

    /** The summary in the frame; null: nothing is open. */
    summary: async (): Promise<StationState['inbox'] | null> => {
      const open = await store.countOpen()
      if (open === 0) return null
      const items = await store.open(MOST_OPEN_SHOWN)
      return { open, worst: worstOf(items.map(({ severity }) => severity)) ?? 'normal' }
    },

    report: async ({ kind, text, code }: NotifyInput): Promise<InboxItem> => {
      const label = await whoBooks()
      const said = code === undefined || code === '' ? text : `${code}: ${text}`
      const item = await store.write(ids.next('inb'), kind, { severity: SEVERITY_OF[kind], label, text: said })
      onChange()
      await report().catch(onFault)
      return item
    },

    /** @throws StationError NOT_FOUND, WRONG_STATE */
    assign: async ({ itemId, assignee, dueAt }: ParsedInput<'inbox.assign'>): Promise<InboxItem> => {
      const item = await store.assign(itemId, { assignee: assignee === undefined ? await whoBooks() : assignee, dueAt })
      onChange()
      return item
    },

    /** @throws StationError NOTHING_OPEN */
    assignAbout: async ({ subjectIds, assignee }: ParsedInput<'inbox.assignAbout'>): Promise<InboxItem[]> => {
      // Items of a moment ago are included.
      await look()
      const items = await store.assignAbout(subjectIds, assignee)
      if (items.length === 0) {
        throw new StationError({
          code: 'NOTHING_OPEN',
          message: 'The inbox has no open item about this.',
          details: { subjectIds },
        })
      }
      onChange()
      return items
    },

    /** Asks a supervisor about a refused command; asked twice it is one item. @throws StationError NOT_FOUND */
    askApproval: async ({ refusalId, note }: ParsedInput<'inbox.askApproval'>): Promise<InboxItem> => {
      const item = await approvals.ask(refusalId, ports.personId(), note ?? '', ports.factsOf)
      onChange()
      await report().catch(onFault)
      return item
    },

    /** @throws StationError NOT_FOUND */
    refusal: async (refusalId: string): Promise<RefusedCommand> => {
      const { command, input } = approvals.refusalOf(refusalId, ports.personId())
      return { command, text: await ports.factsOf(command, input) }
    },

    /** @throws StationError NOT_FOUND, WRONG_STATE */
    approve: async ({ itemId, isApproved, note }: ParsedInput<'inbox.approve'>): Promise<InboxItem> => {
      const item = await approvals.answer(itemId, { isApproved, by: await whoBooks(), note: note ?? null })
      onChange()
      return item
    },

    /** Mail that waits is tried now; resolves when it was. */
    hasten: mailer.tryNow,

    approval: (itemId: string): Promise<ApprovalState> => approvals.state(itemId),

    /** A question that is ended is refused. @throws StationError NOT_FOUND, WRONG_STATE */
    end: async ({ itemId, note }: ParsedInput<'inbox.end'>): Promise<InboxItem> => {
      if (await approvals.isAsked(itemId)) {
        const refused = await approvals.answer(itemId, { isApproved: false, by: await whoBooks(), note: note ?? null })
        onChange()
        return refused
      }
      const { kind } = await store.get(itemId)
      const item = await store.end(itemId, await whoBooks(), note ?? null, isOneOf(kind, WRITTEN_KINDS))
      onChange()
      return item
    },

    rules: setup,

    /** The mail server and its password; null: none is set. */
    mailAccess: async (): Promise<{ server: MailSettings; password: string | null } | null> => {
      const server = rules.mail
      return server && { server, password: await password.of(server) }
    },

    /** @throws StationError KEYCHAIN_FAILED */
    setRules: async (next: InboxRules, mailPassword: string | undefined): Promise<InboxSetup> => {
      const isSame = next.mail === null || (rules.mail !== null && isForSame(rules.mail, next.mail))
      if (mailPassword !== undefined && next.mail !== null) await password.set(next.mail, mailPassword)
      else if (!isSame) await password.forget()
      await rows.write(SETTING, next, { ...next })
      rules = next
      await mailer.tryNow()
      onChange()
      return setup()
    },

    /** @throws StationError MAIL_FAILED, NOT_FOUND: none is set up */
    tryMail: async (): Promise<MailState> => {
      const server = rules.mail
      if (server === null) throw notFound('mail server', {})
      const { language, stationName } = await settings()
      const { trial, foot } = inboxWords(language)
      const mail = {
        mailId: ids.next('mail'),
        subject: `Waybill, ${stationName}`,
        body: `${trial}\n\n${foot(stationName)}\n`,
      }
      await ports.send(mail, server, await password.of(server))
      await mailer.tryNow()
      return mailer.state()
    },

    close: async (): Promise<void> => {
      isClosed = true
      soon?.cancel()
      timer?.cancel()
      await look()
      await mailer.close()
    },
  }
}
