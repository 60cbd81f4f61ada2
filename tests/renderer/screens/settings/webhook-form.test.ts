import { describe, expect, it } from 'vitest'
import {
  ownAddress,
  parseWebhookForm,
  webhookFormFor,
} from '../../../../src-renderer/screens/settings/webhooks/webhook-form.ts'
import { isPage, placeOf } from '../../../../src-renderer/screens/settings/places.ts'
import { receiverSettingsSchema, type ReceiverState } from '../../../../src-shared/station/tracking/webhook-receiver.ts'

const receiver: ReceiverState = {
  settings: receiverSettingsSchema.parse({ enabled: true, port: 0 }),
  listening: true,
  port: 8787,
  error: null,
  secretsAreStored: true,
  signatureHeader: null,
  received: 0,
  refused: 0,
  lastAt: null,
  recent: [],
}

describe('a webhook subscription being typed', () => {
  it('begins with this station and what most want to hear of', () => {
    expect(parseWebhookForm(webhookFormFor(null, receiver))).toEqual({
      ok: true,
      input: {
        url: 'http://127.0.0.1:8787/webhooks',
        events: ['shipment.delivered', 'shipment.exception', 'tracking.updated'],
        active: true,
      },
    })
    expect(ownAddress({ ...receiver, listening: false, port: null })).toBe('')
  })

  it('is told what is wrong in words, beside its field', () => {
    const errorsOf = (url: string) => {
      const parsed = parseWebhookForm({ url, events: [], active: true })
      return parsed.ok ? {} : parsed.errors
    }
    expect(errorsOf('')).toMatchObject({ events: { key: 'webhooks.noEvents' } })
    expect(errorsOf('http://hooks.example.com/x')).toMatchObject({ url: { key: 'webhooks.badUrl' } })
    expect(errorsOf('https://me:secret@hooks.example.com/x')).toMatchObject({ url: { key: 'webhooks.badUrl' } })
    expect(errorsOf('ftp://hooks.example.com')).toMatchObject({ url: { key: 'field.url' } })
  })
})

describe('a place in Settings', () => {
  it('is the beginning when nobody names one, or one that there is not', () => {
    expect([placeOf(undefined), placeOf('nowhere'), placeOf('data')]).toEqual(['station', 'station', 'data'])
    expect([isPage('printers'), isPage('audit')]).toEqual([false, true])
  })
})
