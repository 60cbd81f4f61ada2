import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { askerOf } from '../../src-main/printing/status/ask-device.ts'
import { deviceTransport } from '../../src-main/printing/transports/device.ts'
import { characterDevice, hasPty } from '../support/character-device.ts'
import { labelRequest, openTemporaryPrinting, printerDraft } from '../support/temporary-printing.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'

/**
 * A pseudo-terminal whose other end is a virtual printer's raw port: a stand-in for the two ways of `/dev/usb/lp0`, which a
 * machine without a USB printer does not have.
 */
async function answeringDevice(port: number): Promise<string> {
  const script = `
import os, pty, select, socket, sys, tty
master, slave = pty.openpty()
tty.setraw(slave)
print(os.ttyname(slave), flush=True)
connect = lambda: socket.create_connection(('127.0.0.1', int(sys.argv[1])))
printer = connect()
while True:
  ready = select.select([master, printer], [], [])[0]
  if printer in ready:
    said = printer.recv(65536)
    if said:
      os.write(master, said)
    else:
      printer.close()
      printer = connect()
  else:
    said = os.read(master, 65536)
    # A question and a label are connections of their own at a raw port. One that is closed with an answer unread is reset, and a
    # label that came with the question is lost.
    printer.shutdown(socket.SHUT_WR)
    while (rest := printer.recv(65536)):
      os.write(master, rest)
    printer.close()
    printer = connect()
    printer.sendall(said)
`
  return deviceOf(script, String(port))
}

/** The device whose path a script prints first. */
function deviceOf(script: string, ...args: string[]): Promise<string> {
  const child = spawn('python3', ['-c', script, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void child.kill())
  return new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()))
  })
}

describe.runIf(hasPty)('a device that answers', () => {
  test('is asked who it is, shows its state and proves its labels by its count', async () => {
    const zebra = await virtualZebra([], { identity: 'GK420d-200dpi,V61.17.17Z' })
    const path = await answeringDevice(zebra.port)
    const watchTimes = { deadlineMs: 1_000, everyMs: 20, forMs: 20_000 }
    const bench = await openTemporaryPrinting(async () => [], { watchTimes })
    const { printers, queue } = bench.printing
    const { printerId } = await printers.save(printerDraft({ kind: 'device', path }, { name: 'USB' }))
    expect(await printers.check(printerId)).toMatchObject({ answersDevice: true, profile: 'zebra-gx', problem: null })
    expect(await printers.status(printerId)).toMatchObject({ online: true, problem: null })
    const { jobId } = await queue.add(labelRequest(printerId, Buffer.from('^XA^FO10,10^GB5,5,5^FS^XZ')))
    expect((await bench.until(jobId, 'PRINTED')).proof).toEqual({ kind: 'odometer', from: 1000, to: 1001 })
    expect(await bench.printing.tools.count(printerId)).toEqual({ labels: 1001, by: 'zpl' })
    await bench.close()
  })

  test('is heard on the question at hand, not on one that it answered too late', async () => {
    const script = `
import os, pty, tty
master, slave = pty.openpty()
tty.setraw(slave)
os.write(master, b'late')
print(os.ttyname(slave), flush=True)
while os.read(master, 65536):
  os.write(master, b'asked')
`
    const path = await deviceOf(script)
    const { answer } = await askerOf(path)('?', (soFar) => soFar.length >= 4, { deadlineMs: 20_000 })
    expect(Buffer.from(answer ?? []).toString()).toBe('asked')
  })

  test('over a serial line as it is at first, is heard to the end', async () => {
    const script = `
import os, pty
master, slave = pty.openpty()
print(os.ttyname(slave), flush=True)
while os.read(master, 65536):
  os.write(master, b'\\x02030,0\\x03\\r\\n\\x021234\\x03')
`
    const path = await deviceOf(script)
    const said = '\x02030,0\x03\r\n\x021234\x03'
    const { answer } = await askerOf(path)('~HS', (soFar) => soFar.length >= said.length, { deadlineMs: 20_000 })
    expect(Buffer.from(answer ?? []).toString()).toBe(said)
  })

  test('and one that says nothing is only handed its labels', async () => {
    const device = await characterDevice(true)
    onTestFinished(device.close)
    const bench = await openTemporaryPrinting()
    const { printerId } = await bench.printing.printers.save(
      printerDraft({ kind: 'device', path: device.path }, { name: 'USB' }),
    )
    expect(await bench.printing.printers.check(printerId)).toMatchObject({ answersDevice: false, problem: null })
    await bench.close()
  })
})

describe('a device file', () => {
  test.runIf(hasPty)('gets every byte, and tells how far it is', async () => {
    const device = await characterDevice(true)
    onTestFinished(device.close)
    const label = randomBytes(30_000)
    const steps: number[] = []
    const outcome = await deviceTransport(device.path).send(label, { onProgress: (bytes) => steps.push(bytes) })
    expect(outcome).toMatchObject({ kind: 'accepted', bytes: 30_000, detail: 'handed-over' })
    expect(steps.at(-1)).toBe(30_000)
    await expect.poll(() => device.received().equals(label)).toBe(true)
  })

  test.runIf(hasPty)('that is a serial line as it is at first gets a picture byte for byte', async () => {
    const device = await characterDevice(true, { isRaw: false })
    onTestFinished(device.close)
    const picture = Buffer.from(Array.from({ length: 1_024 }, (_, at) => at % 256))
    expect(await deviceTransport(device.path).send(picture)).toMatchObject({ kind: 'accepted' })
    await expect.poll(() => device.received().length).toBeGreaterThanOrEqual(picture.length)
    expect(device.received().equals(picture)).toBe(true)
  })

  test.runIf(hasPty)('of a USB printer is closed only when it took one sign more than the label', async () => {
    const device = await characterDevice(true)
    onTestFinished(device.close)
    const label = randomBytes(30_000)
    const steps: number[] = []
    const pty = Math.floor(statSync(device.path).rdev / 256) & 0xfff
    const outcome = await deviceTransport(device.path, { stallMs: 30_000, usbMajor: pty }).send(label, {
      onProgress: (bytes) => steps.push(bytes),
    })
    expect(outcome).toMatchObject({ kind: 'accepted', bytes: 30_000 })
    expect(steps.at(-1)).toBe(30_000)
    await expect.poll(() => device.received().equals(Buffer.concat([label, Buffer.from('\n')]))).toBe(true)
  })

  test.runIf(hasPty)('that stops taking leaves the job unknown, with what it took', async () => {
    const device = await characterDevice(false)
    onTestFinished(device.close)
    const outcome = await deviceTransport(device.path, { stallMs: 100 }).send(randomBytes(200_000))
    expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'PRINTER_INTERRUPTED' } })
    expect(outcome.kind === 'unknown' && outcome.bytes).toBeGreaterThan(0)
  })

  test.skipIf(process.platform !== 'linux').each(['/dev/null', '/dev/zero', '/dev/random', '/dev/full', '/dev/tty'])(
    '%s is not a printer device',
    async (path) => {
      const refused = { code: 'NOT_A_DEVICE', details: { path } }
      expect(await deviceTransport(path).check()).toMatchObject(refused)
      expect(await deviceTransport(path).send(randomBytes(10))).toMatchObject({ kind: 'refused', error: refused })
    },
  )
})
