import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../../src-renderer/screens/pack/result/banner.ts'
import { obey, type CommandTarget } from '../../../../src-renderer/screens/pack/scan/obey-command.ts'
import { SCAN_COMMANDS } from '../../../../src-shared/station/printing/scan-command.ts'
import type { PrintJob } from '../../../../src-shared/station/printing/printing.ts'
import { aJob, aShipment } from '../../builders.ts'

/** A station that writes down what is done with it. */
function deskWith(outcome: Outcome | null, job: PrintJob | null = null, patch: Partial<CommandTarget> = {}) {
  const done: string[] = []
  const hasShipment = outcome !== null && 'shipment' in outcome
  const ask = (what: string) => () => {
    if (hasShipment) done.push(what)
    return hasShipment
  }
  const desk: CommandTarget = {
    outcome,
    job,
    isAskingReason: false,
    isAskingVoid: false,
    sound: () => undefined,
    refuse: (command) => void done.push(`refuse ${command}`),
    acknowledge: () => void done.push('acknowledge'),
    askReprint: ask('ask why'),
    askVoid: ask('ask whether'),
    again: async () => void done.push('look again'),
    act: async ({ jobId }, action) => void done.push(`${action} ${jobId}`),
    ...patch,
  }
  return { desk, done }
}

const shipment = aShipment()
const printing = (job: PrintJob): Outcome => ({ kind: 'printing', code: 'PO-1', shipment, job })

describe('a command barcode', () => {
  test('that is about a shipment says so when there is none', async () => {
    for (const command of ['PRINT', 'REPRINT', 'VOID'] as const) {
      const { desk, done } = deskWith(null)
      await obey(desk, command)
      expect(done).toEqual([`refuse ${command}`])
    }
  })

  test('never prints a second label or cancels a shipment without a person’s answer', async () => {
    const job = aJob({ state: 'PRINTED' })
    for (const command of SCAN_COMMANDS) {
      const { desk, done } = deskWith(printing(job), job)
      await obey(desk, command)
      expect(['ask why', 'ask whether', 'acknowledge']).toContain(done[0])
      expect(done).toHaveLength(1)
    }
  })

  test('PRINT sends what was refused once more, and leaves alone what is on its way', async () => {
    const failed = aJob({ state: 'FAILED' })
    const first = deskWith(printing(failed), failed)
    await obey(first.desk, 'PRINT')
    expect(first.done).toEqual(['retry JOB-1'])
    const queued = aJob({ state: 'QUEUED' })
    const second = deskWith(printing(queued), queued)
    await obey(second.desk, 'PRINT')
    expect(second.done).toEqual([])
  })

  test('PRINT looks again for a label that was not there', async () => {
    const { desk, done } = deskWith({ kind: 'no-label', code: 'PO-1', shipment, message: '' })
    await obey(desk, 'PRINT')
    expect(done).toEqual(['look again'])
  })

  test('CANCEL drops a label that has not begun, but closes an open question first', async () => {
    const queued = aJob({ state: 'QUEUED' })
    const first = deskWith(printing(queued), queued)
    await obey(first.desk, 'CANCEL')
    expect(first.done).toEqual(['cancel JOB-1'])
    const second = deskWith(printing(queued), queued, { isAskingReason: true })
    await obey(second.desk, 'CANCEL')
    expect(second.done).toEqual(['acknowledge'])
    const third = deskWith(printing(queued), queued, { isAskingVoid: true })
    await obey(third.desk, 'CANCEL')
    expect(third.done).toEqual([])
    expect(third.desk.isAskingVoid).toBe(false)
  })
})
