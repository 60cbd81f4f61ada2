import { createHmac } from 'node:crypto'
import fc from '../support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { verify } from '../../src-main/shipments/webhooks/verify.ts'
import { signatureHeaders, signedBy } from '../../src-main/shipments/webhooks/signature.ts'

const now = new Date('2026-11-21T15:00:00Z')
const SECRETS = ['first-secret-0123456789', 'second-secret-0123456789']
const sign = (body: Uint8Array, secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
const headerOf = (value: string) => [{ name: 'x-acme-signature', value }]
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))
const payload = {
  eventId: 'evt-1',
  eventType: 'shipment.delivered',
  timestamp: '2026-11-21T14:59:00Z',
  data: { shipmentId: 'SHP-1', status: 'DELIVERED' },
  signature: 'not looked at',
}

describe('the signature of a webhook', () => {
  const body = bytes(payload)
  const header = sign(body, SECRETS[0] ?? '')
  const reported = (value: string, name = 'x-waybill-signature') => signedBy(body, [{ name, value }], SECRETS)

  it('fits with whichever secret of ours it was made', () => {
    for (const secret of SECRETS) expect(reported(sign(body, secret))).toBe('x-waybill-signature')
    expect(reported(sign(body, 'a-stranger-0123456789'))).toBeNull()
    expect(signedBy(body, [{ name: 'x-waybill-signature', value: header }], [])).toBeNull()
  })

  it('fits in the header of whatever service, in any case, with and without its prefix', () => {
    const digest = header.slice(7)
    for (const value of [header, header.toUpperCase(), `Sha256=${digest}`, digest, ` ${digest.toUpperCase()} `]) {
      expect(reported(value, 'x-freight-co-signature')).toBe('x-freight-co-signature')
    }
    expect(
      signatureHeaders({
        'x-acme-signature': 'a',
        'x-signature': 'b',
        signature: 'c',
        'x-acme-signature-2': 'd',
        host: 'e',
      }),
    ).toEqual([{ name: 'x-acme-signature', value: 'a' }])
    const both = signatureHeaders({ 'x-old-signature': 'sha256=00', 'x-new-signature': header })
    expect(signedBy(body, both, SECRETS)).toBe('x-new-signature')
  })

  it('fits no other bytes, and no header that is cut, longer or of another form', () => {
    const value = header
    expect(signedBy(Buffer.concat([body, Buffer.from(' ')]), [{ name: 'x-a-signature', value }], SECRETS)).toBeNull()
    expect(signedBy(body, [], SECRETS)).toBeNull()
    for (const wrong of [
      '',
      'sha256=',
      value.slice(0, -1),
      `${value}0`,
      `sha1=${value.slice(7)}`,
      `${value},${value}`,
    ]) {
      expect(reported(wrong)).toBeNull()
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(reported(text)).toBeNull()
        expect(reported(`sha256=${text}`)).toBeNull()
      }),
    )
  })
})

describe('a webhook', () => {
  const reported = (value: unknown) => {
    const body = typeof value === 'string' ? Buffer.from(value) : bytes(value)
    return verify(body, headerOf(sign(body, SECRETS[1] ?? '')), SECRETS, now)
  }

  it('is taken for what it is about', () => {
    expect(reported(payload)).toEqual({
      ok: true,
      webhook: {
        eventId: 'evt-1',
        eventType: 'shipment.delivered',
        shipmentId: 'SHP-1',
        status: 'DELIVERED',
        header: 'x-acme-signature',
      },
    })
    expect(reported({ ...payload, eventType: 'shipment.on_a_boat', data: {} })).toMatchObject({ ok: true })
  })

  it('is refused when it is older than a day, and not when it was only sent again after hours', () => {
    expect(reported({ ...payload, timestamp: '2026-11-20T14:59:59Z' })).toMatchObject({
      status: 410,
      outcome: 'too-old',
    })
    expect(reported({ ...payload, timestamp: '2026-11-21T07:00:00Z' })).toMatchObject({ ok: true })
  })

  it('is refused when it is dated more than five minutes ahead, and not when the sender’s clock is a little fast', () => {
    expect(reported({ ...payload, timestamp: '2026-11-21T15:05:01Z' })).toMatchObject({
      status: 425,
      outcome: 'too-early',
    })
    expect(reported({ ...payload, timestamp: '2099-01-01T00:00:00Z' })).toMatchObject({
      status: 425,
      outcome: 'too-early',
    })
    expect(reported({ ...payload, timestamp: '2026-11-21T15:05:00Z' })).toMatchObject({ ok: true })
  })

  it('is refused when it cannot be read', () => {
    for (const value of ['', '{', '[]', 'null', { ...payload, eventId: '' }]) {
      expect(reported(value)).toMatchObject({ ok: false, status: 400 })
    }
    const notText = Buffer.from([0xff, 0xfe, 0x00])
    expect(verify(notText, headerOf(sign(notText, SECRETS[0] ?? '')), SECRETS, now)).toMatchObject({ status: 400 })
  })

  it('without a time, or with one that cannot be read, is taken by its signature and its id', () => {
    for (const timestamp of [undefined, null, '', 'yesterday', {}]) {
      expect(reported({ ...payload, timestamp })).toMatchObject({ ok: true, webhook: { eventId: 'evt-1' } })
    }
    expect(reported({ ...payload, timestamp: '2026-11-21 14:59:00' })).toMatchObject({ ok: true })
    expect(reported({ ...payload, timestamp: '2020-01-01' })).toMatchObject({ status: 410 })
  })

  it('with ids that are numbers, and a status that is none, is taken', () => {
    expect(reported({ ...payload, eventId: 7, eventType: null, data: { shipmentId: 4711, status: {} } })).toMatchObject(
      {
        ok: true,
        webhook: { eventId: '7', shipmentId: '4711', status: null },
      },
    )
  })

  it('with ids that are long numbers keeps their digits', () => {
    const ids = ['9007199254740992', '9007199254740993'].map((id) => {
      const body = Buffer.from(`{"eventId": ${id}, "eventType": "shipment.delivered", "data": {"shipmentId": ${id}}}`)
      const reported = verify(body, headerOf(sign(body, SECRETS[0] ?? '')), SECRETS, now)
      return reported.ok ? [reported.webhook.eventId, reported.webhook.shipmentId] : null
    })
    expect(ids).toEqual([
      ['9007199254740992', '9007199254740992'],
      ['9007199254740993', '9007199254740993'],
    ])
  })

  it('that is not signed is not even read', () => {
    expect(verify(Buffer.from('{'), [], SECRETS, now)).toMatchObject({ status: 401, outcome: 'wrong-signature' })
  })
})
