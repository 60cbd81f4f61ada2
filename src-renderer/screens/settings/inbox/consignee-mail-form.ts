import { CONSIGNEE_EVENTS, type ConsigneeEvent } from '../../../../src-shared/machine/consignee-mail.ts'
import {
  consigneeMailSettingsSchema,
  type ConsigneeMailSettings,
} from '../../../../src-shared/station/consignee-mail/consignee-mail.ts'
import { MAIL_LANGUAGES, unknownPlaceholder } from '../../../../src-shared/station/consignee-mail/template.ts'
import { parseWith, type ParsedForm } from '../../../forms/field-error.ts'

/** The form as it is typed. */
export type ConsigneeMailFormData = Omit<ConsigneeMailSettings, 'events'> & { events: Record<ConsigneeEvent, boolean> }

export function consigneeMailFormFor({ events, ...settings }: ConsigneeMailSettings): ConsigneeMailFormData {
  const isChosen = (event: ConsigneeEvent) => events.includes(event)
  return {
    ...structuredClone(settings),
    events: {
      shipped: isChosen('shipped'),
      'out-for-delivery': isChosen('out-for-delivery'),
      delivered: isChosen('delivered'),
      exception: isChosen('exception'),
    },
  }
}

/** The settings as the station takes them, or the errors of their fields. */
export function parseConsigneeMail(form: ConsigneeMailFormData): ParsedForm<ConsigneeMailSettings> {
  const events = CONSIGNEE_EVENTS.filter((event) => form.events[event])
  const parsed = parseWith(consigneeMailSettingsSchema, { ...form, events })
  if (parsed.ok) return parsed
  const errors = { ...parsed.errors }
  for (const language of MAIL_LANGUAGES) {
    for (const part of ['subject', 'text'] as const) {
      const name = unknownPlaceholder(form.templates[language][part])
      if (name === null) continue
      errors[`templates.${language}.${part}`] = { key: 'consigneeMail.noPlaceholder', params: { name: `{${name}}` } }
    }
  }
  return { ok: false, errors }
}
