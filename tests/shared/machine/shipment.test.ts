import { describe, expect, it } from 'vitest'
import { SHIPMENT_STATUSES } from '../../../src-shared/freight/shipment.ts'
import {
  eventMovesStatus,
  hasEndedElsewhere,
  isEnded,
  isOnTheDock,
  mayReplaceStatus,
  MOVING_STATUSES,
} from '../../../src-shared/machine/shipment.ts'
import fc from '../../support/fast-check.ts'

const anyStatus = fc.constantFrom<string>(...SHIPMENT_STATUSES, 'A_STRANGE_WORD')

describe('a shipment', () => {
  it('is on the dock, with the carrier, or at its end, and never two of them', () => {
    for (const status of SHIPMENT_STATUSES) {
      const is = [isOnTheDock({ status }), MOVING_STATUSES.some((moving) => moving === status), isEnded({ status })]
      expect(is.filter(Boolean), status).toHaveLength(1)
    }
  })

  it('with a word that nobody knows is under way', () => {
    expect(isEnded({ status: 'A_STRANGE_WORD' })).toBe(false)
    expect(isOnTheDock({ status: 'A_STRANGE_WORD' })).toBe(false)
  })

  it('that was called off or went back has ended elsewhere', () => {
    expect(SHIPMENT_STATUSES.filter((status) => hasEndedElsewhere({ status }))).toEqual(['CANCELLED', 'RETURNED'])
  })

  it('never goes back from its end to the road', () => {
    fc.assert(
      fc.property(anyStatus, anyStatus, (from, to) => {
        if (isEnded({ status: from }) && !isEnded({ status: to })) {
          expect(mayReplaceStatus(from, to)).toBe(false)
          const reported = { status: to, at: 2, eventId: 'b' }
          expect(eventMovesStatus({ status: from, at: 1, eventId: 'a' }, reported)).toBe(false)
        }
      }),
    )
  })

  it('lets every status replace PENDING', () => {
    for (const status of SHIPMENT_STATUSES) expect(mayReplaceStatus('PENDING', status)).toBe(true)
  })
})
