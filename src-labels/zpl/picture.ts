import { zplParameters, type ZplCommand } from './commands.ts'
import { decodeGraphic, hasDotsInRows, inflated, isPacked } from './graphics.ts'

/** The picture that a `^GF`, `~DG` or `~DY` carries, not yet decoded. */
export interface ZplPicture {
  /** Bytes it decodes to, as the command says; not a number when it does not say. */
  total: number
  bytesPerRow: number
  /** Rows as text (hex, compressed or base64), as raw bytes, as zlib, or something that only the printer can read. */
  form: 'text' | 'raw' | 'zlib' | 'opaque'
  /** Latin-1: one character a byte. */
  data: string
}

/** The picture in a command; null when it carries none. */
export function zplPicture(command: ZplCommand): ZplPicture | null {
  const { kind, name } = command
  if (kind === 'format' && name === 'GF') {
    const [type = '', count = '', total = '', bytesPerRow = '', data = ''] = zplParameters(command, 5)
    const form = /B/i.test(type) ? 'raw' : /C/i.test(type) ? packedForm(data) : 'text'
    const own = form === 'text' ? data : data.slice(0, Number(count))
    return { total: Number(total), bytesPerRow: Number(bytesPerRow), form, data: own }
  }
  if (kind === 'control' && name === 'DG') {
    const [, total = '', bytesPerRow = '', data = ''] = zplParameters(command, 4)
    return { total: Number(total), bytesPerRow: Number(bytesPerRow), form: 'text', data }
  }
  if (kind === 'control' && name === 'DY') {
    const [, type = '', extension = '', total = '', bytesPerRow = '', data = ''] = zplParameters(command, 6)
    // Fonts and PNG files have no rows.
    const hasRows = /G/i.test(extension) && !/[BCP]/i.test(type)
    return {
      total: Number(total),
      bytesPerRow: hasRows ? Number(bytesPerRow) : 1,
      form: hasRows ? 'text' : 'opaque',
      data,
    }
  }
  return null
}

/**
 * The picture's rows, packed, 1 = black.
 * @throws RangeError when it does not decode to exactly the bytes it says, or is opaque.
 */
export function decodeZplPicture({ total, bytesPerRow, form, data }: ZplPicture): Uint8Array {
  if (!isSized({ total, bytesPerRow })) throw new RangeError('a graphic without its size')
  if (form === 'text') return decodeGraphic(data, total, bytesPerRow)
  if (form === 'opaque') throw new RangeError('a graphic in a form that only printers read')
  if (form === 'zlib') return inflated(Buffer.from(data, 'latin1'), total)
  if (data.length !== total) throw new RangeError(`graphic has ${data.length} bytes instead of ${total}`)
  return new Uint8Array(Buffer.from(data, 'latin1'))
}

/** Bytes that `hasDots` unpacks to know: none of rows as text, which are counted. */
export function bytesToUnpack(picture: ZplPicture): number {
  return isSized(picture) && !isRows(picture) ? picture.total : 0
}

/** Whether a picture has a dot. @throws RangeError as `decodeZplPicture` */
export function hasDots(picture: ZplPicture): boolean {
  const { data, total, bytesPerRow } = picture
  if (isSized(picture) && isRows(picture)) return hasDotsInRows(data, total, bytesPerRow)
  return decodeZplPicture(picture).some((byte) => byte !== 0)
}

function isRows({ form, data }: Pick<ZplPicture, 'form' | 'data'>): boolean {
  return form === 'text' && !isPacked(data)
}

/** Zebra has not published how `^GFC` packs; what senders other than its own driver write is zlib. */
function packedForm(data: string): 'zlib' | 'opaque' {
  return data.startsWith('x') ? 'zlib' : 'opaque'
}

/** Whether total and row length are numbers a picture can have. */
function isSized({ total, bytesPerRow }: Pick<ZplPicture, 'total' | 'bytesPerRow'>): boolean {
  return Number.isSafeInteger(total) && Number.isSafeInteger(bytesPerRow) && total >= 1 && bytesPerRow >= 1
}
