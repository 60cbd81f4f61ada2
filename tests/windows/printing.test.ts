import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { EXIT } from '../../src-main/cli/exit.ts'
import { hasCups, startCups } from '../support/cups-server.ts'
import { startRawPort } from '../support/raw-port.ts'
import { until } from '../support/until.ts'
import { onWindows, windowsForTests } from './wine.ts'

const noCups = hasCups ? '' : 'skipped: no CUPS that could be started here, which is what takes the jobs of Wine'
const LABEL = Buffer.concat([
  Buffer.from('^XA^FO1,1^GFB,256,256,16,'),
  Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
  Buffer.from('^FS^XZ'),
])
const foundSchema = z.array(z.object({ source: z.string(), name: z.string(), connection: z.unknown() }))

describe(...onWindows('printing on Windows'), () => {
  const windows = windowsForTests()

  it.skipIf(noCups !== '')(
    `finds a queue of its spooler, and hands a label over raw, byte for byte ${noCups}`.trim(),
    async () => {
      const { drive, named, waybill } = windows()
      const cups = await startCups()
      onTestFinished(() => cups.close())
      const printer = await startRawPort()
      onTestFinished(() => printer.close())
      await cups.addQueue('Dock', printer.uri.replace('tcp:', 'socket:'))
      const env = { CUPS_SERVER: cups.address, WAYBILL_DATA: 'C:\\users\\Public\\Printing' }
      const call = async (name: string, input: object): Promise<unknown> => {
        const { code, out, said } = await waybill(['call', name, '--json', JSON.stringify(input)], { env })
        expect([code, said]).toEqual([EXIT.done, ''])
        return JSON.parse(out)
      }
      const found = foundSchema.parse(await call('printers.discover', {}))
      const queue = found.find(({ source, name }) => source === 'queue' && name === 'Dock')
      expect(queue).toMatchObject({ connection: { kind: 'queue', name: 'Dock' } })

      const media = { widthIn: 4, heightIn: 6 }
      await call('printers.save', { name: 'Dock', language: 'ZPL', dpi: 203, media, connection: queue?.connection })
      writeFileSync(join(drive, 'label.zpl'), LABEL)
      const { code, out } = await waybill(
        [
          'print',
          '--file',
          named(join(drive, 'label.zpl')),
          '--printer',
          'Dock',
          '--reason',
          'trial',
          '--despite',
          'BARS',
        ],
        { env },
      )
      // The spooler took it; that it came out of the printer, no one says.
      expect([code, JSON.parse(out)]).toMatchObject([EXIT.done, { state: 'SENT', bytesSent: LABEL.length }])
      await until('the label at the printer', () => (printer.received().length >= LABEL.length ? true : null))
      expect(printer.received().equals(LABEL)).toBe(true)
    },
    600_000,
  )
})
