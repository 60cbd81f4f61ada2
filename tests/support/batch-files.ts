import type { CommandInput, CommandOutput } from '../../src-shared/station/commands.ts'
import { csvLine } from '../../src-shared/csv.ts'
import type { RunCommand } from '../../src-main/app/run-command.ts'
import { TEST_START } from './running-clock.ts'

/** A file's headers as a clerk writes them; `suggestMap` knows each. */
export const BATCH_HEADERS = [
  'Reference',
  'Pickup date',
  'Provider',
  'Service',
  'Rate rule',
  'Accessorials',
  'Shipper company',
  'Shipper address',
  'Shipper city',
  'Shipper state',
  'Shipper zip',
  'Shipper country',
  'Consignee company',
  'Consignee address',
  'Consignee city',
  'Consignee state',
  'Consignee zip',
  'Consignee country',
  'Description',
  'Quantity',
  'Weight each',
  'Length',
  'Width',
  'Height',
] as const
export type BatchHeader = (typeof BATCH_HEADERS)[number]

/** A Monday soon after TEST_START: a day that lies ahead and that carriers work on. */
function aMonday(): string {
  const day = new Date(TEST_START)
  day.setUTCDate(day.getUTCDate() + 3)
  while (day.getUTCDay() !== 1) day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}

/** A row from Laredo to Chicago that can be booked, with changes. */
export function batchCells(reference: string, change: Partial<Record<BatchHeader, string>> = {}): string[] {
  const row: Record<BatchHeader, string> = {
    Reference: reference,
    'Pickup date': aMonday(),
    Provider: 'Northline Freight',
    Service: 'LTL_STANDARD',
    'Rate rule': '',
    Accessorials: '',
    'Shipper company': 'Acme Machine',
    'Shipper address': '1201 Santa Maria Ave',
    'Shipper city': 'Laredo',
    'Shipper state': 'TX',
    'Shipper zip': '78040',
    'Shipper country': 'US',
    'Consignee company': 'Globex Corporation',
    'Consignee address': '200 N LaSalle St',
    'Consignee city': 'Chicago',
    'Consignee state': 'IL',
    'Consignee zip': '60601',
    'Consignee country': 'US',
    Description: 'Machine parts',
    Quantity: '2',
    'Weight each': '500',
    Length: '48',
    Width: '40',
    Height: '36',
    ...change,
  }
  return BATCH_HEADERS.map((header) => row[header])
}

/** A whole file of such rows. */
export function batchCsv(rows: readonly (readonly string[])[]): string {
  return [BATCH_HEADERS, ...rows].map((row) => csvLine(row)).join('')
}

/** Gets the prices that a batch still needs and runs it with the sums that they come to, as a screen and the command line do. */
export async function runAtPrices(
  run: RunCommand,
  batchId: string,
  words: Omit<CommandInput<'batches.run'>, 'batchId' | 'agreedTotals'> = {},
): Promise<CommandOutput<'batches.run'>> {
  await run('batches.quote', { batchId })
  const { totals } = await run('batches.estimate', { batchId })
  return run('batches.run', { batchId, ...words, agreedTotals: totals })
}

/** Hands a file in as a screen does, in chunks. */
export async function handIn(
  run: RunCommand,
  csv: string | Uint8Array,
  chunkBytes = 400_000,
  name = 'orders.csv',
): Promise<CommandOutput<'batches.finish'>> {
  const bytes = Buffer.from(typeof csv === 'string' ? Buffer.from(csv) : csv)
  const { batchId } = await run('batches.begin', { name })
  for (let index = 0; index * chunkBytes < bytes.length; index++) {
    const chunk = bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes)
    await run('batches.append', { batchId, index, base64: chunk.toString('base64') })
  }
  return run('batches.finish', { batchId })
}

/** Hands in a file whose headings are known, and gives the map that they suggest. */
export async function handInMapped(...given: Parameters<typeof handIn>) {
  const { batch, map } = await handIn(...given)
  if (!map) throw new Error('no map was suggested')
  return { batch, batchId: batch.batchId, map }
}
