import { describe, expect, it } from 'vitest'
import fc from '../../support/fast-check.ts'
import { enrolCodeText, enrolRequestSchema, readEnrolCode } from '../../../src-shared/site/enrol.ts'

const hex = fc.stringMatching(/^[0-9a-f]{64}$/)
const secret = fc.stringMatching(/^[A-Za-z0-9_-]{32}$/)

describe('a one-time code', () => {
  it('is read as it was written, with blanks and line breaks that came with it', () => {
    fc.assert(
      fc.property(fc.option(hex), secret, fc.integer({ min: 0, max: 60 }), (fingerprint, drawn, at) => {
        const code = { urls: ['https://site.example:8791', 'https://10.0.0.5:8791'], fingerprint, secret: drawn }
        const text = enrolCodeText(code)
        expect(readEnrolCode(` ${text.slice(0, at)}\r\n${text.slice(at)} `)).toEqual(code)
      }),
    )
  })

  it('is not read from anything else', () => {
    const text = enrolCodeText({ urls: ['https://a.example'], fingerprint: 'a'.repeat(64), secret: 'b'.repeat(32) })
    expect(readEnrolCode(text.slice(0, -3))).toBeNull()
    expect(readEnrolCode(text.replace('waybill-site:', ''))).toBeNull()
    expect(readEnrolCode(`${text}${'A'.repeat(2_000)}`)).toBeNull()
    fc.assert(
      fc.property(fc.string(), (other) => {
        expect(readEnrolCode(other)).toBeNull()
      }),
    )
  })

  it('comes with a token that the station drew, or is refused', () => {
    const asked = { secret: 's'.repeat(32), stationId: 'stn_1', name: ' Dock 4 ', version: '0.1.0' }
    expect(enrolRequestSchema.parse({ ...asked, token: `wbs_${'x'.repeat(43)}` }).name).toBe('Dock 4')
    expect(enrolRequestSchema.safeParse({ ...asked, token: 'wbs_short' }).success).toBe(false)
  })
})
