import fc from '../../../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import {
  BOUNCE_MS,
  countPiece,
  isComplete,
  isLeftOpen,
  isOnLabel,
  isUnsure,
  pieceCountFor,
  settleUnsure,
  withCodes,
  type PieceCount,
} from '../../../../src-renderer/screens/pack/pieces/piece-count.ts'
import { REPEAT_MS, RepeatGuard } from '../../../../src-renderer/screens/pack/scan/repeat-guard.ts'
import { withEntry, type ScanEntry } from '../../../../src-renderer/screens/pack/scan/scan-entry.ts'
import { scanCommandOf } from '../../../../src-renderer/screens/pack/scan/scan-command.ts'
import { instructionsWith, WeightReport } from '../../../../src-renderer/screens/pack/shipment/weight-report.svelte.ts'
import { createStation } from '../../../../src-renderer/station.ts'
import { fakeTransport } from '../../../../src-renderer/transports/fake.ts'
import { aChange, aShipment } from '../../builders.ts'

const three = aShipment({ pieces: 3, trackingNumber: 'NLTF1', proNumber: '5630000017', reference: 'PO-1' })
function begun(): PieceCount {
  const count = pieceCountFor(three)
  if (!count) throw new Error('three pieces are counted')
  return count
}

describe('the same code again', () => {
  test('within seconds is noticed, another one in between is not', () => {
    const guard = new RepeatGuard()
    expect(guard.notice('PO-1', 1_000)).toBeNull()
    expect(guard.notice('PO-1', 1_400)).toBe(400)
    expect(guard.notice('PO-2', 1_800)).toBeNull()
    expect(guard.notice('PO-1', 2_000)).toBeNull()
  })

  test('is a new scan once the seconds are over, or the screen was cleared', () => {
    const guard = new RepeatGuard()
    guard.notice('PO-1', 1_000)
    expect(guard.notice('PO-1', 1_000 + REPEAT_MS)).toBeNull()
    guard.forget()
    expect(guard.notice('PO-1', 1_001 + REPEAT_MS)).toBeNull()
  })
})

describe('pieces', () => {
  test('of a shipment with one, or an unknown number, are not counted', () => {
    expect(pieceCountFor(aShipment({ pieces: 1 }))).toBeNull()
    expect(pieceCountFor(aShipment({ pieces: null }))).toBeNull()
  })

  test('count by what stands on the label, not by the order’s reference', () => {
    expect(isOnLabel('NLTF1', begun())).toBe(true)
    expect(isOnLabel('5630000017', begun())).toBe(true)
    expect(isOnLabel('PO-1', begun())).toBe(false)
    expect(isOnLabel('', { ...begun(), shipment: aShipment({ trackingNumber: null }) })).toBe(false)
  })

  test('are complete after as many unhurried scans as there are pieces', () => {
    let count = begun()
    for (let piece = 1; piece <= 3; piece++) count = countPiece(count, 'NLTF1', piece * BOUNCE_MS)
    expect(isComplete(count)).toBe(true)
    expect(isLeftOpen(count)).toBe(false)
  })

  test('scanned in a blink ask whether it was another one, and take either answer', () => {
    const unsure = countPiece(countPiece(begun(), 'NLTF1', 5_000), 'NLTF1', 5_200)
    expect(unsure).toMatchObject({ scanned: 1, last: 'unsure' })
    expect(settleUnsure(unsure, true)).toMatchObject({ scanned: 2, last: 'counted' })
    expect(settleUnsure(unsure, false)).toMatchObject({ scanned: 1, last: 'counted' })
  })

  test('are not counted on screen before it is known whether their labels tell them apart', () => {
    expect(begun().codes).toBeNull()
    expect(withCodes(begun(), []).codes).toEqual([])
  })

  test('with codes of their own are each counted once, at whatever pace', () => {
    const codes = ['NLTF1-P001', 'NLTF1-P002', 'NLTF1-P003']
    let count = withCodes(begun(), codes)
    for (let scan = 0; scan < 6; scan++) count = countPiece(count, 'NLTF1-P001', 1_000 + scan)
    expect(count).toMatchObject({ scanned: 1, last: 'again' })
    expect(countPiece(count, 'NLTF1', 9_000)).toMatchObject({ scanned: 1, last: 'of-all' })
    for (const code of codes) count = countPiece(count, code, 10_000)
    expect(isComplete(count)).toBe(true)
    // Begun without codes, it goes on without: what was counted so far was no piece for sure.
    const begunAlready = countPiece(begun(), 'NLTF1', 5_000)
    expect(withCodes(begunAlready, codes)).toEqual({ ...begunAlready, codes: [] })
    expect(withCodes(begun(), codes.slice(1)).codes).toEqual([])
  })

  test('are never counted beyond their number, at whatever pace and with whatever answers', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3_000), fc.boolean()), { maxLength: 20 }), (steps) => {
        let count = begun()
        let now = 10_000
        for (const [pause, isAnother] of steps) {
          now += pause
          count = countPiece(count, 'NLTF1', now)
          if (isUnsure(count)) count = settleUnsure(count, isAnother)
          expect(count.scanned).toBeLessThanOrEqual(count.pieces)
        }
      }),
    )
  })
})

describe('a scanned command', () => {
  test('is known with what scanners put around it', () => {
    expect(scanCommandOf('REPRINT')).toBe('REPRINT')
    expect(scanCommandOf(']C0VOID\r')).toBe('VOID')
  })

  test('is only what the sheet says: a reference stays one', () => {
    expect(['next', 'PRINTED', 'PO-PRINT', 'VOID 1', ''].map(scanCommandOf)).toEqual([null, null, null, null, null])
  })
})

describe('the last scans', () => {
  const entry = (patch: Partial<ScanEntry>): ScanEntry => ({
    id: 1,
    at: '2026-11-21T12:00:00Z',
    code: 'PO-1',
    to: null,
    tone: 'good',
    word: 'banner.printed',
    params: {},
    jobId: 'JOB-1',
    shipmentId: 'SHP-1',
    isVoid: false,
    ...patch,
  })

  test('say once that a shipment was canceled, and leave what its earlier scans did', () => {
    const printed = entry({})
    const other = entry({ shipmentId: 'SHP-2', code: 'PO-2' })
    const voiding = entry({ isVoid: true, word: 'banner.voiding', jobId: null })
    const voided = entry({ isVoid: true, word: 'banner.voided', jobId: null })
    const list = withEntry(withEntry([printed, other], voiding), voided)
    expect(list.map(({ code, word, jobId }) => [code, word, jobId])).toEqual([
      ['PO-1', 'banner.voided', null],
      ['PO-1', 'banner.printed', 'JOB-1'],
      ['PO-2', 'banner.printed', 'JOB-1'],
    ])
  })
})

describe('a weight for the carrier', () => {
  test('is whole behind instructions that are as long as they may be', () => {
    const line = 'Weighed 1,200 lb (544.3 kg), booked 1,000 lb.'
    const cut = instructionsWith('x'.repeat(500), line)
    expect([cut.length, cut.endsWith(` ${line}`)]).toEqual([500, true])
    expect(instructionsWith('Dock 4', line)).toBe(`Dock 4 ${line}`)
    expect(instructionsWith(null, line)).toBe(line)
  })

  test('is reported once, the same one when it is tried again, and another one again', async () => {
    const sent: { submissionId: string; change: unknown }[] = []
    let isDown = true
    const station = createStation(
      fakeTransport({
        'bookings.requestChange': ({ submissionId, change }) => {
          sent.push({ submissionId, change })
          if (isDown) throw new Error('the answer is lost')
          return aChange()
        },
      }),
    )
    const report = new WeightReport(station)
    const send = (grams: number) => report.send(aShipment(), grams, `Weighed ${grams} g.`)
    await expect(send(500_000)).rejects.toThrow()
    expect(report.isReported(500_000)).toBe(false)
    isDown = false
    await send(500_000)
    expect([report.isReported(500_100), report.isReported(520_000)]).toEqual([true, false])
    await send(520_000)
    expect([report.isReported(500_000), report.isReported(520_000)]).toEqual([false, true])
    expect(sent[1]).toEqual(sent[0])
    expect(sent[2]?.change).toEqual({ kind: 'update', instructions: 'Weighed 520000 g.' })
    expect(sent[2]?.submissionId).not.toBe(sent[1]?.submissionId)
  })
})
