import type { z } from 'zod'
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../../src-shared/freight/webhook.ts'
import { webhookCreateInputSchema, type Webhook } from '../../../../src-shared/station/tracking/webhook.ts'
import type { ReceiverState } from '../../../../src-shared/station/tracking/webhook-receiver.ts'
import { fieldErrors, type FieldErrors, type ParsedForm } from '../../../forms/field-error.ts'

/** A subscription being typed. */
export interface WebhookForm {
  url: string
  events: WebhookEvent[]
  active: boolean
}

/** The usual choice: all events of a shipment. */
const USUAL: readonly WebhookEvent[] = ['tracking.updated', 'shipment.exception', 'shipment.delivered']

/** The form of a subscription, or of a new one that goes to our own receiver when that is reached from here. */
export function webhookFormFor(webhook: Webhook | null, receiver: ReceiverState | null): WebhookForm {
  const isChosen = (event: WebhookEvent) => (webhook ? webhook.events.includes(event) : USUAL.includes(event))
  return {
    url: webhook?.url ?? ownAddress(receiver),
    events: WEBHOOK_EVENTS.filter(isChosen),
    active: webhook?.active ?? true,
  }
}

/** Where the station's own receiver is reached on this machine; empty while it does not listen. */
export function ownAddress(receiver: ReceiverState | null): string {
  if (!receiver?.listening || receiver.port === null) return ''
  return `http://127.0.0.1:${receiver.port}${receiver.settings.path}`
}

type Parsed = z.output<typeof webhookCreateInputSchema>

/** The form as the station takes it, or its errors. */
export function parseWebhookForm(form: WebhookForm): ParsedForm<Parsed> {
  const parsed = webhookCreateInputSchema.safeParse({
    url: form.url.trim(),
    events: form.events,
    active: form.active,
  })
  if (parsed.success) return { ok: true, input: parsed.data }
  const errors: Record<string, FieldErrors[string]> = { ...fieldErrors(parsed.error) }
  // The schema refuses more than the form of a URL, with a message in English only.
  if (errors['url']?.key === 'field.invalid') errors['url'] = { key: 'webhooks.badUrl' }
  if (errors['events']) errors['events'] = { key: 'webhooks.noEvents' }
  return { ok: false, errors }
}
