import { expect, it } from 'vitest'
import type { CommandInput } from '../../../../src-shared/station/commands.ts'
import { printLabels } from '../../../../src-renderer/screens/batch/run/batch-labels.ts'
import { pastedFiles } from '../../../../src-renderer/screens/batch/upload/pasted.ts'
import { answeringStation } from '../../builders.ts'

const SHIPMENTS = 1203
const refused = { code: 'ALREADY_PRINTED', message: 'printed before', retryable: false, details: {} }

it('the labels of a batch go to the printers in lists that the station takes, each once, in the order of the file', async () => {
  const lists: string[][] = []
  const station = answeringStation({
    'batches.rows': ({ after = 0, limit = 100, bookingStates }: CommandInput<'batches.rows'>) => {
      expect(bookingStates).toEqual(['BOOKED'])
      const left = Math.max(0, Math.min(limit, SHIPMENTS - after))
      return Array.from({ length: left }, (_, index) => ({
        row: after + index + 1,
        booking: { shipmentId: `S-${after + index + 1}` },
      }))
    },
    'printLists.add': ({ codes }: CommandInput<'printLists.add'>) => {
      lists.push([...codes])
      return { items: codes.map((code) => ({ code, job: null, problem: code === 'S-700' ? refused : null })) }
    },
  })
  const reported: number[] = []
  const printed = await printLabels(station, 'bat-1', ({ handedOver }) => reported.push(handedOver))
  expect(lists.map((codes) => codes.length)).toEqual([500, 500, 203])
  expect(lists.flat()).toEqual(Array.from({ length: SHIPMENTS }, (_, index) => `S-${index + 1}`))
  expect(printed).toEqual({ handedOver: SHIPMENTS - 1, problems: [refused] })
  expect(reported).toEqual([500, 999, 1202])
})

it('what is pasted is a table, or files, or neither', async () => {
  const now = new Date(2026, 10, 23, 9, 5)
  const data = (text: string, files: File[] = []) => ({ files, getData: () => text })
  const [file] = pastedFiles(data('Reference\tWeight\r\nA-1\t5\r\n', [new File(['x'], 'cells.png')]), now) ?? []
  expect(file?.name).toBe('pasted-2026-11-23-0905.tsv')
  expect(await file?.text()).toBe('Reference\tWeight\r\nA-1\t5\r\n')
  expect(pastedFiles(data('78045\r\n'), now)).toBeNull()
  const copied = new File(['x'], 'orders.xlsx')
  expect(pastedFiles(data('', [copied]), now)).toEqual([copied])
})
