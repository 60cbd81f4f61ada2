import { setInboxRulesSchema, type InboxRules } from '../../../../src-shared/station/inbox/rules.ts'
import type { z } from 'zod'
import { parseWith, type ParsedForm } from '../../../forms/field-error.ts'

/** The form as it is typed. */
export interface NoticesFormData {
  printerMinutes: string
  desktop: boolean
  sound: boolean
  isQuiet: boolean
  from: string
  until: string
  hasMail: boolean
  host: string
  port: string
  security: NonNullable<InboxRules['mail']>['security']
  user: string
  password: string
  sender: string
  to: string
}

export function noticesFormFor({ printerMinutes, desktop, sound, quiet, mail }: InboxRules): NoticesFormData {
  return {
    printerMinutes: String(printerMinutes),
    desktop,
    sound,
    isQuiet: quiet !== null,
    from: quiet?.from ?? '18:00',
    until: quiet?.until ?? '07:00',
    hasMail: mail !== null,
    host: mail?.host ?? '',
    port: String(mail?.port ?? 587),
    security: mail?.security ?? 'starttls',
    user: mail?.user ?? '',
    password: '',
    sender: mail?.from ?? '',
    to: mail?.to.join(', ') ?? '',
  }
}

const numberOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text))

/** The station's input. Errors are by the paths of the command's input. */
export function parseNotices(form: NoticesFormData): ParsedForm<z.output<typeof setInboxRulesSchema>> {
  return parseWith(setInboxRulesSchema, {
    rules: {
      printerMinutes: numberOf(form.printerMinutes) ?? Number.NaN,
      desktop: form.desktop,
      sound: form.sound,
      quiet: form.isQuiet ? { from: form.from.trim(), until: form.until.trim() } : null,
      mail: form.hasMail
        ? {
            host: form.host,
            port: numberOf(form.port) ?? Number.NaN,
            security: form.security,
            user: form.user,
            from: form.sender,
            to: form.to
              .split(/[,;\s]+/)
              .map((address) => address.trim())
              .filter((address) => address !== ''),
          }
        : null,
    },
    ...(form.password !== '' && { mailPassword: form.password }),
  })
}
