import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { projectRoot } from '../../scripts/project.ts'
import { EXIT } from '../../src-main/cli/exit.ts'
import { COMMANDS } from '../../src-main/cli/cli.ts'
import { batchCells, batchCsv } from '../support/batch-files.ts'
import { LANE } from '../cli/run.ts'
import { testSandbox } from '../support/sandbox.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'
import { onWindows, windowsForTests } from './wine.ts'

const ZPL = '^XA^FO50,50^A0N,40,40^FDHello^FS^XZ\r\n'
const bookingSchema = z.object({ state: z.string(), shipmentId: z.string(), trackingNumber: z.string() })
const backupsSchema = z.object({ backups: z.array(z.object({ name: z.string() })).min(1) })

describe(...onWindows('the command line of Windows'), () => {
  const windows = windowsForTests()

  it('runs every command once, from a folder with a blank, on a data folder with letters beyond ASCII', async () => {
    const sandbox = await testSandbox({ clock: windows().clock })
    const printer = await virtualZebra()
    const { drive, named, waybill } = windows()
    const folder = join(drive, 'users', 'Zoë Núñez')
    mkdirSync(folder)
    const data = join(folder, 'Waybill data')
    const env = { WAYBILL_DATA: named(data), WAYBILL_BASE_URL: sandbox.baseUrl, WAYBILL_API_KEY: sandbox.apiKey }
    const met = new Set<string>()
    const ran = async (code: number, ...args: string[]): Promise<string> => {
      met.add(args[0] ?? '')
      const run = await waybill(args, { env, cwd: folder })
      expect([args, run.code, run.code === code ? '' : run.out + run.said]).toEqual([args, code, ''])
      return run.out
    }
    const json = async (...args: string[]): Promise<unknown> => JSON.parse(await ran(EXIT.done, ...args, '--json'))
    const file = (name: string, content: string | Buffer) => {
      writeFileSync(join(folder, name), content)
      return named(join(folder, name))
    }

    expect(await ran(EXIT.done, '--help')).toContain('waybill <command> [options]')
    expect(await ran(EXIT.usage, 'nonsense')).toBe('')
    const { id } = z.object({ id: z.string() }).parse(await json('quote', ...LANE, '--description', 'Máquinas'))
    const booking = bookingSchema.parse(await json('book', '--quote', id, '--rate', 'cheapest', '--reference', 'PO-1'))
    expect(booking.state).toBe('BOOKED')
    expect(await json('outbox', '--all')).toMatchObject([{ reference: 'PO-1', state: 'BOOKED' }])
    expect(await json('track', booking.trackingNumber)).toMatchObject([{ shipment: { reference: 'PO-1' } }])
    expect(await json('print', 'PO-1')).toMatchObject({ state: 'PRINTED', shipmentId: booking.shipmentId })

    const label = file('label.zpl', ZPL)
    const sent = JSON.parse(await ran(EXIT.done, 'print', '--file', label, '--printer', printer.uri)) as unknown
    expect(sent).toMatchObject({ bytesSent: ZPL.length })
    expect(Buffer.concat(printer.paper).toString()).toContain('^FDHello^FS')
    expect(await ran(EXIT.done, 'label', 'inspect', label)).toContain('ZPL')
    const png = named(join(folder, 'label.png'))
    await ran(EXIT.done, 'label', 'preview', label, png)
    expect(readFileSync(join(folder, 'label.png')).subarray(1, 4).toString()).toBe('PNG')
    const epl = named(join(folder, 'label.epl'))
    await ran(EXIT.done, 'label', 'convert', png, epl, '--to', 'epl')
    expect(readFileSync(join(folder, 'label.epl'), 'latin1')).toContain('GW')

    // A file as Excel saves it on a Windows of western Europe: another code page, and its ends of lines.
    const orders = batchCsv([batchCells('A-1', { 'Consignee company': 'Señal Núñez' }), batchCells('A-2')])
    const csv = file('órdenes.csv', Buffer.from(orders.replaceAll(/\r?\n/g, '\r\n'), 'latin1'))
    expect(await ran(EXIT.done, 'batch', 'check', csv)).toContain('2 rows, 0 with errors')
    const results = named(join(folder, 'results.csv'))
    await ran(EXIT.done, 'batch', 'run', csv, '--results', results)
    const written = readFileSync(join(folder, 'results.csv'), 'utf8')
    expect(written).toContain('Señal Núñez')
    expect(written.match(/BOOKED/g)).toHaveLength(2)

    const { backups } = backupsSchema.parse(await json('backup', 'now'))
    const newest = backups[0]?.name ?? ''
    expect(await ran(EXIT.done, 'backup', 'verify', newest)).toContain(`✓ ${newest}  3 bookings`)
    expect(await ran(EXIT.done, 'backup', 'drill')).toContain('restores: 3 bookings, none missing')
    const second = join(drive, '..', 'drive_d', 'second place')
    mkdirSync(second)
    await ran(EXIT.failed, 'backup', 'second', named(folder))
    await ran(EXIT.done, 'backup', 'second', 'D:\\second place')
    await ran(EXIT.done, 'backup', 'now')
    expect(readdirSync(second, { recursive: true }).join()).toMatch(/ledger-.*/)

    expect(await ran(EXIT.done, 'support', '--out', named(join(folder, 'support.zip')))).toContain('support.zip')
    expect(readFileSync(join(folder, 'support.zip')).subarray(0, 2).toString()).toBe('PK')
    expect(JSON.parse(await ran(EXIT.done, 'call', 'printers.list'))).toHaveLength(1)
    expect(await ran(EXIT.done, 'completion', 'powershell')).toContain('Register-ArgumentCompleter')
    expect(await ran(EXIT.failed, 'site', 'join', '--code', 'none')).toBe('')
    const health = await waybill(['doctor'], { env, cwd: folder })
    expect(health.out).toContain('keychain')
    met.add('doctor')
    expect([...met].filter((word) => COMMANDS.some(({ name }) => name === word)).sort()).toEqual(
      COMMANDS.map(({ name }) => name).sort(),
    )
  }, 900_000)

  it('is called by the installed batch file from a console of western Europe, which hands on words and failure', async () => {
    const { cli, drive, nodeExe, wine } = windows()
    const folder = join(drive, 'Program Files', 'Waybill app')
    mkdirSync(join(folder, 'resources', 'bin'), { recursive: true })
    cpSync(join(projectRoot, 'resources', 'command', 'waybill.cmd'), join(folder, 'resources', 'bin', 'waybill.cmd'))
    // In place of the program, the Node.js that is in it.
    symlinkSync(nodeExe, join(folder, 'Waybill.exe'))
    const line = '78045 60654 2 pallets 500 lb 48x40x52 Máquinas Señal'
    const script = [
      '@echo off',
      'set PATH=C:\\Program Files\\Waybill app\\resources\\bin;%PATH%',
      `call waybill "${cli}" quote "${line}" --parse --json > C:\\parsed.json`,
      'echo %ERRORLEVEL%',
      `call waybill "${cli}" nonsense 2> nul`,
      'echo %ERRORLEVEL%',
    ].join('\r\n')
    // Code page 850, in which a console of western Europe reads its batch files.
    const inCodePage = `${script}\r\n`.replaceAll('á', '\xa0').replaceAll('ñ', '\xa4')
    writeFileSync(join(drive, 'call.cmd'), Buffer.from(inCodePage, 'latin1'))
    const ran = await wine(['cmd', '/c', 'C:\\call.cmd'])
    // Wine 8's `call` makes 1 of every code that is not 0.
    expect(ran.out.split(/\s+/).slice(0, 2)).toEqual(['0', '1'])
    const parsed: unknown = JSON.parse(readFileSync(join(drive, 'parsed.json'), 'utf8'))
    expect(parsed).toMatchObject({ cargo: [{ description: 'Máquinas Señal' }] })
  }, 120_000)
})
