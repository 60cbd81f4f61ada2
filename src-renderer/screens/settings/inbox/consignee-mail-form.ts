import { CONSIGNEE_EVENTS, type ConsigneeEvent } from '../../../../src-shared/machine/consignee-mail.ts'
import {
  consigneeMailSettingsSchema,
  type ConsigneeMailSettings,
} from '../../../../src-shared/station/consignee-mail/consignee-mail.ts'
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
export const parseConsigneeMail = (form: ConsigneeMailFormData): ParsedForm<ConsigneeMailSettings> =>
  parseWith(consigneeMailSettingsSchema, {
    ...form,
    events: CONSIGNEE_EVENTS.filter((event) => form.events[event]),
  })
