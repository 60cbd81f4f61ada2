import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { StationError, type StationErrorData } from '../../src-shared/station/error.ts'
import type { MailSettings } from '../../src-shared/station/inbox/rules.ts'
import type { NewMail } from './mails.rows.ts'

/** A server silent for this long is considered unavailable. Milliseconds. */
const SILENCE_MS = 15_000

export type SendMail = (mail: NewMail, settings: MailSettings, password: string | null) => Promise<void>

/** What became of a mail. unsent: the server has nothing of it. refused: for good. unknown: it may have it. */
export type MailOutcome =
  { kind: 'sent' } | { kind: 'unsent' | 'refused' | 'unknown'; cause: unknown; error: StationErrorData }

/**
 * Sends a mail to the server. Its id is the message's own, so that one that is sent twice, because the station ended
 * between the server's word and the ledger's, is one mail to its reader.
 * @throws StationError MAIL_FAILED
 */
export const sendBySmtp: SendMail = async (mail, settings, password) => {
  const outcome = await trySmtp({ ...mail, to: settings.to }, settings, password)
  if (outcome.kind !== 'sent') throw mailError('unsent', outcome.cause, settings)
}

/** A file that goes with a mail. */
export interface MailFile {
  filename: string
  contentType: string
  content: Buffer
}

/** Sends a mail once, and says what is known of it after. */
export async function trySmtp(
  { mailId, subject, body, to, files = [] }: NewMail & { to: readonly string[]; files?: MailFile[] },
  server: MailSettings,
  password: string | null,
): Promise<MailOutcome> {
  const { host, port, security, user, from } = server
  let hasBegun = false
  const silent = () => undefined
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    // A mail is text: nothing in it makes this fetch a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
    // The one way to know whether the text was on its way when a connection broke off. Nothing is written.
    debug: true,
    logger: {
      ...{ level: silent, trace: silent, info: silent, warn: silent, error: silent, fatal: silent },
      debug: (entry: { tnx?: string }, line: unknown) => {
        if (entry.tnx === 'client' && /(^|\n)DATA$/.test(String(line))) hasBegun = true
      },
    },
    ...(user !== '' && { auth: { user, pass: password ?? '' } }),
  })
  try {
    const messageId = `<${mailId}@${from.slice(from.indexOf('@') + 1)}>`
    const headers = { 'Auto-Submitted': 'auto-generated' }
    await transport.sendMail({ messageId, headers, from, to: [...to], subject, text: body, attachments: files })
    return { kind: 'sent' }
  } catch (cause) {
    const kind = outcomeOf(cause, hasBegun)
    return { kind, cause, error: mailError(kind, cause, server).toData() }
  } finally {
    transport.close()
  }
}

const SAYS = {
  unsent: { code: 'MAIL_FAILED', what: 'did not accept the e-mail', next: 'Retrying.' },
  refused: { code: 'MAIL_REFUSED', what: 'refused the e-mail', next: 'It is not sent again.' },
  unknown: { code: 'MAIL_UNKNOWN', what: 'may have the e-mail', next: 'It is not sent again.' },
} as const

/** A refused recipient or text stays refused; of the sender, the sign-in and the connection that is not said. */
function outcomeOf(cause: unknown, hasBegun: boolean): 'unsent' | 'refused' | 'unknown' {
  const { responseCode, command } = answerSchema.parse(cause)
  if (responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')) return 'refused'
  return hasBegun && responseCode === 0 ? 'unknown' : 'unsent'
}

/** What nodemailer's errors carry of the server's answer, and to which command it was. */
const answerSchema = z
  .object({ responseCode: z.number().catch(0), command: z.string().catch('') })
  .catch({ responseCode: 0, command: '' })

function mailError(kind: keyof typeof SAYS, cause: unknown, { host, port }: MailSettings): StationError {
  const reason = (cause instanceof Error ? cause.message : String(cause)).slice(0, 300)
  const { code, what, next } = SAYS[kind]
  const message = `The mail server ${host}:${port} ${what} (${reason}). ${next}`
  return new StationError({ code, message, details: { reason, host, port } })
}
