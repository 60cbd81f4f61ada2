import { createTransport } from 'nodemailer'
import { StationError } from '../../src-shared/station/error.ts'
import type { MailSettings } from '../../src-shared/station/inbox/rules.ts'
import type { NewMail } from './mails.rows.ts'

/** A server silent for this long is considered unavailable. Milliseconds. */
const SILENCE_MS = 15_000

export type SendMail = (mail: NewMail, settings: MailSettings, password: string | null) => Promise<void>

/**
 * Sends a mail to the server. Its id is the message's own, so that one that is sent twice, because the station ended
 * between the server's word and the ledger's, is one mail to its reader.
 * @throws StationError MAIL_FAILED
 */
export const sendBySmtp: SendMail = async ({ mailId, subject, body }, settings, password) => {
  const { host, port, security, user, from, to } = settings
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
    ...(user !== '' && { auth: { user, pass: password ?? '' } }),
  })
  try {
    const messageId = `<${mailId}@${from.slice(from.indexOf('@') + 1)}>`
    await transport.sendMail({ messageId, from, to: [...to], subject, text: body })
  } catch (cause) {
    throw mailFailed(cause, settings)
  } finally {
    transport.close()
  }
}

function mailFailed(cause: unknown, { host, port }: MailSettings): StationError {
  const reason = (cause instanceof Error ? cause.message : String(cause)).slice(0, 300)
  return new StationError({
    code: 'MAIL_FAILED',
    message: `The mail server ${host}:${port} did not accept the e-mail (${reason}). Retrying.`,
    details: { reason, host, port },
  })
}
