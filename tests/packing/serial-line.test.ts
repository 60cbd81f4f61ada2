import { expect, it } from 'vitest'
import { createSerialLine } from '../../src-main/packing/scale/serial-line.ts'
import type { SerialPorts } from '../../src-main/packing/scale/serial-port.ts'

it('closes a port that reports an error: the system keeps it locked, and no later try could open it', async () => {
  let closed = 0
  let gone: (reason: string) => void = () => undefined
  const ports: Pick<SerialPorts, 'open'> = {
    open: async (_, { onGone }) => {
      gone = onGone
      return { write: () => undefined, close: async () => void (closed += 1) }
    },
  }
  let opened: () => void = () => undefined
  const isOpen = new Promise<void>((resolve) => (opened = resolve))
  const line = createSerialLine({
    ports,
    onBytes: () => undefined,
    onState: () => line.state().kind === 'open' && opened(),
  })
  await line.use({ port: '/dev/ttyUSB0', baudRate: 9600, dataBits: 8, parity: 'none' })
  await isOpen
  gone('EIO: i/o error, write')
  expect(line.state()).toMatchObject({ kind: 'failed', error: { details: { reason: 'EIO: i/o error, write' } } })
  await line.close()
  expect(closed).toBe(1)
})
