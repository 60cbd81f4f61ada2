import { createHmac } from 'node:crypto'
import fc from '../support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { judge } from '../../src-main/webhooks/judge.ts'
import { isSignedByOne } from '../../src-main/webhooks/signature.ts'

const now = new Date('2026-11-21T15:00:00Z')
const SECRETS = ['first-secret-0123456789', 'second-secret-0123456789']
const sign = (body: Uint8Array, secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))
const payload = {
  eventId: 'evt-1',
  eventType: 'shipment.delivered',
  timestamp: '2026-11-21T14:59:00Z',
  data: { shipmentId: 'SHP-1', status: 'DELIVERED' },
  signature: 'not looked at',
}

describe('the signature of a webhook', () => {
  it('fits with whichever secret of ours it was made', () => {
    const body = bytes(payload)
    for (const secret of SECRETS) expect(isSignedByOne(body, sign(body, secret), SECRETS)).toBe(true)
    expect(
      isSignedByOne(
        body,
        sign(body, SECRETS[0] ?? '')
          .toUpperCase()
          .replace('SHA', 'sha'),
        SECRETS,
      ),
    ).toBe(true)
    expect(isSignedByOne(body, sign(body, 'a-stranger-0123456789'), SECRETS)).toBe(false)
    expect(isSignedByOne(body, sign(body, SECRETS[0] ?? ''), [])).toBe(false)
  })

  it('fits no other bytes, and no header that is cut, longer or of another form', () => {
    const body = bytes(payload)
    const header = sign(body, SECRETS[0] ?? '')
    expect(isSignedByOne(Buffer.concat([body, Buffer.from(' ')]), header, SECRETS)).toBe(false)
    for (const wrong of [
      undefined,
      '',
      'sha256=',
      header.slice(0, -1),
      `${header}0`,
      header.slice(7),
      `sha1=${header.slice(7)}`,
    ]) {
      expect(isSignedByOne(body, wrong, SECRETS)).toBe(false)
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(isSignedByOne(body, text, SECRETS)).toBe(false)
        expect(isSignedByOne(body, `sha256=${text}`, SECRETS)).toBe(false)
      }),
    )
  })
})

describe('a webhook', () => {
  const told = (value: unknown) => {
    const body = typeof value === 'string' ? Buffer.from(value) : bytes(value)
    return judge(body, sign(body, SECRETS[1] ?? ''), SECRETS, now)
  }

  it('is taken for what it is about', () => {
    expect(told(payload)).toEqual({
      ok: true,
      webhook: {
        eventId: 'evt-1',
        eventType: 'shipment.delivered',
        shipmentId: 'SHP-1',
        status: 'DELIVERED',
      },
    })
    expect(told({ ...payload, eventType: 'shipment.on_a_boat', data: {} })).toMatchObject({ ok: true })
  })

  it('is refused when it is older than a day, and not when it was only sent again after hours', () => {
    expect(told({ ...payload, timestamp: '2026-11-20T14:59:59Z' })).toMatchObject({ status: 410, outcome: 'too-old' })
    expect(told({ ...payload, timestamp: '2026-11-21T07:00:00Z' })).toMatchObject({ ok: true })
  })

  it('is refused when it is dated more than five minutes ahead, and not when the sender’s clock is a little fast', () => {
    expect(told({ ...payload, timestamp: '2026-11-21T15:05:01Z' })).toMatchObject({ status: 425, outcome: 'too-early' })
    expect(told({ ...payload, timestamp: '2099-01-01T00:00:00Z' })).toMatchObject({ status: 425, outcome: 'too-early' })
    expect(told({ ...payload, timestamp: '2026-11-21T15:05:00Z' })).toMatchObject({ ok: true })
  })

  it('is refused when it cannot be read', () => {
    for (const value of ['', '{', '[]', 'null', { ...payload, eventId: '' }, { ...payload, timestamp: 'yesterday' }]) {
      expect(told(value)).toMatchObject({ ok: false, status: 400 })
    }
    const notText = Buffer.from([0xff, 0xfe, 0x00])
    expect(judge(notText, sign(notText, SECRETS[0] ?? ''), SECRETS, now)).toMatchObject({ status: 400 })
  })

  it('that is not signed is not even read', () => {
    expect(judge(Buffer.from('{'), undefined, SECRETS, now)).toMatchObject({ status: 401, outcome: 'wrong-signature' })
  })
})
