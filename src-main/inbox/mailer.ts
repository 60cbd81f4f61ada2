import { after } from '../../src-node/runtime/wait.ts'
import type { Timer } from '../../src-node/runtime/timers.ts'
import type { MailSettings, MailState } from '../../src-shared/station/inbox/rules.ts'
import { delayAfter } from '../kernel/backoff.ts'
import type { Clock } from '../kernel/clock.ts'
import { asData } from '../kernel/fault.ts'
import { oneAtATime } from '../kernel/one-at-a-time.ts'
import type { MailPassword } from './mail-password.ts'
import type { MailStore } from './mails.rows.ts'
import type { SendMail } from './smtp.ts'

export interface MailerPorts {
  mails: MailStore
  settings: () => MailSettings | null
  password: MailPassword
  send: SendMail
  clock: Clock
  onChange: () => void
  onFault: (error: unknown) => void
}

/** After each refusal later, then every hour. */
const TRY_AGAIN_S = [30, 120, 600, 1_800, 3_600] as const
/** A check for due mail, should a timer have slept. */
const LONGEST_WAIT_MS = 60_000

/** Sends queued mail, one after another, until a server has taken it. Without settings it waits. */
export function createMailer({ mails, settings, password, send, clock, onChange, onFault }: MailerPorts) {
  let timer: Timer | null = null
  let isClosed = false

  const sendDue = oneAtATime(async () => {
    for (;;) {
      const to = settings()
      const mail = to === null || isClosed ? null : await mails.next()
      if (to === null || mail === null) return
      const wait = Date.parse(mail.nextAt) - clock.now().getTime()
      if (wait > 0) return again(wait)
      try {
        await send(mail, to, await password.of(to))
        await mails.sent(mail.mailId)
      } catch (error) {
        const seconds = delayAfter(TRY_AGAIN_S, mail.tries)
        await mails.failed(mail.mailId, asData(error), new Date(clock.now().getTime() + seconds * 1_000))
      }
      onChange()
    }
  })

  function again(ms: number): void {
    timer?.cancel()
    if (!isClosed) timer = after(Math.min(ms, LONGEST_WAIT_MS), () => void sendNow(), { isBackground: true })
  }

  /** Sends due mail. */
  const sendNow = (): Promise<void> =>
    sendDue().catch((error: unknown) => {
      onFault(error)
      again(LONGEST_WAIT_MS)
    })

  return {
    kick: (): void => void sendNow(),

    /** Everything that waits is tried now; resolves when it was. */
    tryNow: async (): Promise<void> => {
      await mails.hasten()
      await sendNow()
    },

    state: async (): Promise<MailState> => {
      const first = await mails.next()
      return {
        waiting: await mails.waiting(),
        error: first?.error ?? null,
        lastSentAt: await mails.lastSentAt(),
        password: await password.kept(settings()),
      }
    },

    close: async (): Promise<void> => {
      isClosed = true
      timer?.cancel()
      await sendNow()
    },
  }
}
