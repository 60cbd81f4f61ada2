import { describe, expect, it } from 'vitest'
import { MOST_BATCH_BYTES, MOST_CHUNK_BYTES, type Batch } from '../../../../src-shared/station/batch/batch.ts'
import type { CommandInput } from '../../../../src-shared/station/commands.ts'
import { StationError } from '../../../../src-shared/station/error.ts'
import { fromBase64, toBase64 } from '../../../../src-renderer/base64.ts'
import { HandInController } from '../../../../src-renderer/screens/batch/upload/hand-in-controller.svelte.ts'
import { handIn, refusalOf } from '../../../../src-renderer/screens/batch/upload/hand-in.ts'
import { fetchResults } from '../../../../src-renderer/screens/batch/run/results-file.ts'
import { answeringStation } from '../../builders.ts'

/** A station that keeps the chunks it is given, and can lose the answer of one. */
function drafts(loseAnswerOf = -1) {
  const chunks: Uint8Array[] = []
  const said: string[] = []
  let lose = loseAnswerOf
  const batch = () => ({ batchId: 'bat-1', name: 'orders.csv', nextChunk: chunks.length }) as Batch
  const answers = {
    'batches.begin': batch,
    'batches.append': ({ index, base64 }: CommandInput<'batches.append'>) => {
      if (index === chunks.length) chunks.push(fromBase64(base64))
      else if (index !== chunks.length - 1) throw new Error(`chunk ${index} is out of its turn`)
      if (index === lose) {
        lose = -1
        throw new StationError({ code: 'HOST_UNREACHABLE', message: 'gone', retryable: true })
      }
      return batch()
    },
    'batches.finish': () => ({ batch: batch(), map: null, fitting: [] }),
    'batches.remove': () => [],
    'drafts.save': () => ({ isSaved: true }),
  }
  return { station: answeringStation(answers, (name) => said.push(name)), chunks, said }
}

const bytesOf = (size: number) => Uint8Array.from({ length: size }, (_, index) => (index * 31 + (index >> 9)) % 256)
const aFile = (size: number, name = 'orders.csv') => new File([bytesOf(size)], name)
const joined = (chunks: readonly Uint8Array[]) => Buffer.concat(chunks)

describe('handing in a file', () => {
  it('gives the station every byte, in pieces that fit into one command', async () => {
    const { station, chunks } = drafts()
    const size = MOST_CHUNK_BYTES * 2 + 77
    const shares: number[] = []
    await handIn(station, aFile(size), { onProgress: (_, share) => shares.push(share), mayGoOn: () => true })
    expect(chunks.map(({ length }) => length)).toEqual([MOST_CHUNK_BYTES, MOST_CHUNK_BYTES, 77])
    expect(joined(chunks).equals(Buffer.from(bytesOf(size)))).toBe(true)
    expect(shares).toEqual([0, 1 / 3, 2 / 3, 1])
  })

  it('goes on with the piece whose answer was lost, and hands none in twice', async () => {
    const { station, chunks, said } = drafts(1)
    const received: string[] = []
    const desk = new HandInController(station, (batchId) => received.push(batchId))
    const size = MOST_CHUNK_BYTES * 2 + 5
    await desk.take([aFile(size)])
    expect(desk.failure).toMatchObject({ code: 'HOST_UNREACHABLE', retryable: true })
    expect(received).toEqual([])
    await desk.go()
    expect(desk.failure).toBeNull()
    expect(received).toEqual(['bat-1'])
    expect(joined(chunks).equals(Buffer.from(bytesOf(size)))).toBe(true)
    expect(said.filter((name) => name === 'batches.begin')).toHaveLength(1)
    expect(said).not.toContain('batches.remove')
  })

  it('called off takes what was handed in from the list', async () => {
    const { station, said, chunks } = drafts()
    const desk = new HandInController(station, () => expect.unreachable())
    const taken = desk.take([aFile(MOST_CHUNK_BYTES * 3)])
    desk.callOff()
    await taken
    expect(chunks.length).toBeLessThan(3)
    expect(said).toContain('batches.remove')
    expect(desk.action.isBusy).toBe(false)
  })

  it('refuses what is no table before a byte is sent, and takes one file at a time', async () => {
    expect(refusalOf({ name: 'a.xls', size: 10 })).toBe('spreadsheet')
    expect(refusalOf({ name: 'a.xlsx', size: 10 })).toBeNull()
    expect(refusalOf({ name: 'a.csv', size: 0 })).toBe('empty')
    expect(refusalOf({ name: 'a.csv', size: MOST_BATCH_BYTES + 1 })).toBe('tooLarge')
    expect(refusalOf({ name: 'a.csv', size: MOST_BATCH_BYTES })).toBeNull()
    const { station, said } = drafts()
    const desk = new HandInController(station, () => expect.unreachable())
    await desk.take([aFile(3), aFile(3)])
    expect(desk.refused).toMatchObject({ why: 'many' })
    await desk.take([aFile(3, 'b.ods')])
    expect(desk.refused).toMatchObject({ why: 'spreadsheet', name: 'b.ods' })
    expect(said).toEqual([])
  })

  it('with columns taken over keeps them for the new file and takes the old one away', async () => {
    const { station, said } = drafts()
    const desk = new HandInController(station, () => undefined)
    await desk.take([aFile(3)], { batchId: 'bat-0', map: {} as never })
    expect(said.slice(-3)).toEqual(['batches.finish', 'drafts.save', 'batches.remove'])
  })
})

describe('the results file', () => {
  it('is put together from its pieces, all of one snapshot', async () => {
    const whole = bytesOf(1000)
    const asked: unknown[] = []
    const resultsChunk = (input: CommandInput<'batches.resultsChunk'>) => {
      asked.push(input)
      const { offset = 0 } = input
      const end = Math.min(offset + 400, whole.length)
      const piece = toBase64(whole.subarray(offset, end))
      const nextOffset = end === whole.length ? null : end
      return { snapshot: 'snap1', base64: piece, size: whole.length, nextOffset }
    }
    const station = answeringStation({ 'batches.resultsChunk': resultsChunk })
    const pieces = await fetchResults(station, { batchId: 'bat-1', format: 'xlsx' }, () => undefined)
    expect(joined(pieces).equals(Buffer.from(whole))).toBe(true)
    expect(asked).toEqual([
      { batchId: 'bat-1', format: 'xlsx', offset: 0 },
      { batchId: 'bat-1', format: 'xlsx', offset: 400, snapshot: 'snap1' },
      { batchId: 'bat-1', format: 'xlsx', offset: 800, snapshot: 'snap1' },
    ])
  })
})
