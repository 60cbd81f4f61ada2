import { readdir, readFile, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { PrinterIdentity } from '../status/identity.ts'

/** Where Linux shows its USB printers (usblp): `lp0/device/ieee1284_id`, and the USB device's own serial number above it. */
const USB_PRINTERS = '/sys/class/usbmisc'

/**
 * Who is plugged in at a device, by what it told the kernel (IEEE 1284 device id); no byte is sent. Null: no USB printer of
 * Linux. @param path `/dev/usb/lp0`, or a link to it
 */
export async function usbIdentityOf(path: string, root = USB_PRINTERS): Promise<PrinterIdentity | null> {
  const name = basename(await realpath(path).catch(() => path))
  return identityAt(join(root, name))
}

/** All USB printers of this machine, by the path of their device. */
export async function usbPrinters(root = USB_PRINTERS): Promise<{ path: string; who: PrinterIdentity }[]> {
  const names = (await readdir(root).catch(() => [])).filter((name) => /^lp\d+$/.test(name)).sort()
  const all = await Promise.all(names.map(async (name) => ({ name, who: await identityAt(join(root, name)) })))
  return all.flatMap(({ name, who }) => (who === null ? [] : [{ path: `/dev/usb/${name}`, who }]))
}

async function identityAt(folder: string): Promise<PrinterIdentity | null> {
  const text = (file: string) =>
    readFile(file, 'utf8').then(
      (content) => content.trim(),
      () => null,
    )
  const device = await realpath(join(folder, 'device')).catch(() => null)
  const id = device === null ? null : await text(join(device, 'ieee1284_id'))
  if (device === null || id === null) return null
  const fields = new Map(
    id.split(';').map((field) => {
      const [key = '', ...value] = field.split(':')
      return [key.trim().toUpperCase(), value.join(':').trim()] as const
    }),
  )
  const model = fields.get('MDL') ?? fields.get('MODEL')
  if (!model) return null
  const serial = (await text(join(device, '..', 'serial'))) ?? fields.get('SN') ?? fields.get('SERN')
  return { model, serial: serial || null, dotsPerMm: null }
}
