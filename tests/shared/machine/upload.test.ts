import { describe, expect, it } from 'vitest'
import fc from '../../support/fast-check.ts'
import { BOOKING_STATES, isOpen } from '../../../src-shared/machine/booking.ts'
import {
  asksItsPerson,
  UPLOAD_STATES,
  UPLOAD_TRANSITIONS,
  isChangeDoubtedByFailOver,
  isDoubtedByFailOver,
  isDoubtedByTakeover,
  isOpenUpload,
  isTokenFresh,
  lateResultOf,
  mayMoveUpload,
  receivedAs,
  whyNotSending,
} from '../../../src-shared/machine/upload.ts'

const states = fc.constantFrom(...UPLOAD_STATES)
const timelines = fc.constantFrom('00000001', '00000002', '0000000A')

describe('what is handed over to a site', () => {
  it('is never given up here once its first byte may have left and nobody answered', () => {
    expect(mayMoveUpload({ state: 'HANDING', triedUnder: '00000001' }, 'DROPPED')).toBe(false)
    expect(mayMoveUpload({ state: 'HANDING', triedUnder: null }, 'DROPPED')).toBe(true)
    expect(mayMoveUpload({ state: 'REFERENCE_TAKEN', triedUnder: '00000001' }, 'DROPPED')).toBe(true)
  })

  it('is taken when the site tells that it has it, whatever was said of it here', () => {
    for (const state of UPLOAD_STATES.filter((each) => each !== 'TAKEN')) {
      expect(mayMoveUpload({ state, triedUnder: '00000001' }, 'TAKEN')).toBe(true)
    }
  })

  it('is open as long as the site has not said that it has it', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(isOpenUpload({ state })).toBe(state !== 'TAKEN' && state !== 'DROPPED')
        expect(UPLOAD_TRANSITIONS[state].every((to) => UPLOAD_STATES.includes(to))).toBe(true)
        if (asksItsPerson({ state })) expect(mayMoveUpload({ state, triedUnder: null }, 'HANDING')).toBe(true)
      }),
    )
  })

  it('is sent only under the timeline that it was first handed over under', () => {
    fc.assert(
      fc.property(timelines, timelines, (tried, now) => {
        expect(receivedAs(tried, now)).toBe(tried === now ? 'QUEUED' : 'UNKNOWN')
      }),
    )
  })
})

describe('one sender', () => {
  const mine = { epoch: 3, beats: 9 }

  it('sends under its own epoch, the timeline that it knows, and with every station in step', () => {
    const kept = { epoch: 3, timeline: '00000001', beats: 9 }
    expect(whyNotSending(mine, kept, '00000001', 0)).toBeNull()
    expect(whyNotSending(mine, { ...kept, epoch: 4 }, '00000001', 0)).toBe('not-the-sender')
    expect(whyNotSending(mine, kept, '00000002', 0)).toBe('timeline-changed')
    expect(whyNotSending(mine, kept, '00000001', 1)).toBe('stations-to-sync')
    expect(whyNotSending({ ...mine, beats: 10 }, kept, '00000001', 0)).toBe('timeline-changed')
  })

  it('doubts what an older one was sending, and after a fail-over all that is open', () => {
    for (const state of BOOKING_STATES) {
      expect(isDoubtedByTakeover({ state, epoch: 2 }, 3)).toBe(state === 'SENDING')
      expect(isDoubtedByTakeover({ state, epoch: 3 }, 3)).toBe(false)
      expect(isDoubtedByFailOver({ state })).toBe(isOpen({ state }))
    }
  })

  it('doubts a change that may have been carried out, and none that waits for its booking', () => {
    expect(isChangeDoubtedByFailOver({ state: 'QUEUED', shipmentId: 'S1' })).toBe(true)
    expect(isChangeDoubtedByFailOver({ state: 'QUEUED', shipmentId: null })).toBe(false)
    expect(isChangeDoubtedByFailOver({ state: 'DONE', shipmentId: 'S1' })).toBe(false)
  })

  it('sends within the guard, by a clock that did not go back', () => {
    expect(isTokenFresh(1_000, 11_000, 10_000)).toBe(true)
    expect(isTokenFresh(1_000, 11_001, 10_000)).toBe(false)
    expect(isTokenFresh(1_000, 999, 10_000)).toBe(false)
  })

  it('takes a result that comes late for what it is: never lost, never taken for another', () => {
    for (const state of BOOKING_STATES) {
      expect(lateResultOf({ state, shipmentId: 'S1' }, 'S1')).toBe('known')
      const reported = lateResultOf({ state, shipmentId: null }, 'S1')
      if (state === 'SENDING') expect(reported).toBe('wait')
      else expect(reported).toBe(isOpen({ state }) ? 'adopt' : 'one-too-many')
    }
    expect(lateResultOf({ state: 'BOOKED', shipmentId: 'S2' }, 'S1')).toBe('one-too-many')
  })
})
