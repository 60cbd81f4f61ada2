import { randomBytes } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { totalsOf } from '../../src-main/documents/endofday/day-view.ts'
import { labelStore } from '../../src-main/labels/labels.rows.ts'
import { hashOf, MOST_PACKED_BYTES, packed, unpacked } from '../../src-main/labels/document-bytes.rows.ts'
import { printJobStore } from '../../src-main/printing/queue/print-jobs.rows.ts'
import { manifestStore } from '../../src-main/documents/endofday/manifests.rows.ts'
import { testLedger } from '../support/ledger.ts'
import { pictureLabel } from '../support/picture-label.ts'

const label = pictureLabel('Globex')
const noise = randomBytes(12_000)

describe('bytes that are kept', () => {
  it.each([
    ['a label with a picture', label, true],
    ['a label of one field, which packing would make longer', Buffer.from('^XA^FDone^FS^XZ'), false],
    ['noise, as in a PDF', noise, false],
    ['nothing', Buffer.alloc(0), false],
    ['a document that is packed by zstd itself', zstdCompressSync(noise), false],
    ['a document of zeros packed by zstd twice', zstdCompressSync(zstdCompressSync(Buffer.alloc(900_000))), false],
    ['a document that begins as one that is packed, and is none', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1]), false],
    ['the largest that is packed', Buffer.alloc(MOST_PACKED_BYTES, 'A'), true],
    ['a larger one', Buffer.alloc(MOST_PACKED_BYTES + 1, 'A'), false],
  ])('are the same when they are read: %s', (_what, bytes, isPacked) => {
    const kept = packed(bytes)
    expect(kept.length < bytes.length).toBe(isPacked)
    expect(Buffer.from(unpacked(hashOf(bytes), kept) ?? 'none')).toEqual(bytes)
  })

  it('are never others: one changed byte, wherever, and a cut anywhere are found', () => {
    const bytes = label.subarray(0, 3000)
    const sha256 = hashOf(bytes)
    const kept = packed(bytes)
    expect(kept.length).toBeLessThan(bytes.length)
    const whole = Buffer.from(bytes).toString('latin1')
    for (let at = 0; at < kept.length; at++) {
      const changed = Buffer.from(kept)
      changed.writeUInt8(changed.readUInt8(at) ^ 0x10, at)
      const read = unpacked(sha256, changed)
      // Some bits of a frame decide nothing of what it holds.
      if (read !== null) expect(Buffer.from(read).toString('latin1')).toBe(whole)
      expect(unpacked(sha256, kept.subarray(0, at))).toBeNull()
    }
  })

  it('that unpack to more than was ever packed are refused before they fill the memory', () => {
    const bomb = zstdCompressSync(Buffer.alloc(64 * 1024 * 1024))
    expect(unpacked(hashOf(Buffer.alloc(64 * 1024 * 1024)), bomb)).toBeNull()
  })
})

describe('a label in the ledger', () => {
  async function kept() {
    const { clock, ledger } = await testLedger()
    const labels = labelStore(ledger.db, clock)
    const documents = [{ documentId: 'DOC-1', format: 'ZPL' as const, bytes: label }]
    await labels.keep('embedded', 'SHP-1', documents)
    const sizes = () => ledger.db.prepare('SELECT length(bytes) FROM document_bytes').pluck().all()
    return { clock, ledger, labels, documents, sizes }
  }

  it('takes less than it has, and goes to a printer byte for byte', async () => {
    const { clock, ledger, labels, documents, sizes } = await kept()
    const jobs = printJobStore(ledger.db, clock, { nameOfUnkept: () => 'Dock' })
    const job = { jobId: 'job_1', printerId: 'prn_1', title: 'PO', purpose: 'label', reason: null } as const
    await jobs.add({ ...job, shipmentId: 'SHP-1', copies: 1, labels: 1, document: label })
    expect(sizes()).toEqual([packed(label).length])
    expect(await labels.of('embedded', 'SHP-1')).toEqual(documents)
    expect(Buffer.from(await jobs.document('job_1'))).toEqual(label)
    const { next } = await jobs.takeNext('prn_1')
    expect(next).toMatchObject({ spoiled: null })
    expect(Buffer.from(next?.document ?? [])).toEqual(label)
  })

  it('that the disk has spoiled is none, is not sent, and comes back with whoever brings it', async () => {
    const { clock, ledger, labels, documents } = await kept()
    const jobs = printJobStore(ledger.db, clock, { nameOfUnkept: () => 'Dock' })
    const job = { jobId: 'job_1', printerId: 'prn_1', title: 'PO', purpose: 'label', reason: null } as const
    await jobs.add({ ...job, shipmentId: 'SHP-1', copies: 1, labels: 1, document: label })
    const changed = Buffer.from(packed(label))
    changed.fill('\u0055', 500, 520)
    ledger.db.prepare('UPDATE document_bytes SET bytes = ?').run(changed)
    expect(await labels.of('embedded', 'SHP-1')).toEqual([])
    await expect(jobs.document('job_1')).rejects.toMatchObject({ code: 'NO_LABEL', retryable: false })
    const { next } = await jobs.takeNext('prn_1')
    expect(next?.spoiled).toMatchObject({ code: 'NO_LABEL' })
    expect(next?.document).toHaveLength(0)
    await labels.keep('embedded', 'SHP-1', documents)
    expect(await labels.of('embedded', 'SHP-1')).toEqual(documents)
  })
})

it('the paper of a manifest that the disk has spoiled is not shown: it is drawn anew', async () => {
  const { clock, ledger } = await testLedger()
  const manifests = manifestStore(ledger.db, clock)
  const manifest = {
    ...{ manifestId: 'mft_1', number: 'M20261121-001', day: '2026-11-21', carrier: 'Estrella Freight', scac: null },
    ...{ station: 'Dock 3', operator: null, rows: [], createdAt: clock.now().toISOString() },
    ...{ totals: totalsOf([]), voidedAt: null, voidReason: null },
  }
  const pdf = Buffer.from('%PDF-1.7 the paper')
  await manifests.add('embedded', 'closing-1', [{ manifest, pdf }])
  expect(await manifests.pdf('mft_1')).toEqual(pdf)
  ledger.db.prepare('UPDATE document_bytes SET bytes = ?').run(Buffer.from('%PDF-1.7 another one'))
  expect(await manifests.pdf('mft_1')).toBeNull()
})
