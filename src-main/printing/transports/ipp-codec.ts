/** What an IPP attribute holds, as far as printing needs it (RFC 8010, 3.5.2). */
export type IppValue = number | string | boolean

/** A request of one operation group, and the document after it. */
export interface IppRequest {
  operation: number
  requestId: number
  attributes: readonly IppAttribute[]
}

export interface IppAttribute {
  name: string
  tag: number
  values: readonly IppValue[]
}

/** An answer: its status code, and its groups in order (`tag` 2 is a job, 4 a printer). */
export interface IppResponse {
  status: number
  requestId: number
  groups: { tag: number; attributes: Map<string, IppValue[]> }[]
}

export const IPP_TAG = {
  operation: 0x01,
  job: 0x02,
  end: 0x03,
  printer: 0x04,
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mimeType: 0x49,
} as const

const FIRST_VALUE_TAG = 0x10

/** The bytes of a request without its document. */
export function encodeIpp({ operation, requestId, attributes }: IppRequest): Buffer {
  const head = Buffer.alloc(9)
  // Version 1.1: every CUPS takes it.
  head.writeUInt16BE(0x0101, 0)
  head.writeUInt16BE(operation, 2)
  head.writeUInt32BE(requestId, 4)
  head.writeUInt8(IPP_TAG.operation, 8)
  const parts = attributes.flatMap(({ name, tag, values }) =>
    // A further value of the same attribute has an empty name.
    values.map((value, index) => encodeValue(tag, index === 0 ? name : '', value)),
  )
  return Buffer.concat([head, ...parts, Buffer.of(IPP_TAG.end)])
}

function encodeValue(tag: number, name: string, value: IppValue): Buffer {
  const nameBytes = Buffer.from(name, 'utf8')
  const valueBytes =
    typeof value === 'number' ? int32(value) : Buffer.from(value === true ? [1] : value === false ? [0] : value)
  return Buffer.concat([Buffer.of(tag), uint16(nameBytes.length), nameBytes, uint16(valueBytes.length), valueBytes])
}

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const uint16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

/** @throws RangeError for bytes that are no IPP answer, or end too early */
export function decodeIpp(bytes: Uint8Array): IppResponse {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 8
  const response: IppResponse = { status: view.readUInt16BE(2), requestId: view.readUInt32BE(4), groups: [] }
  const take = (length: number) => {
    if (at + length > view.length) throw new RangeError('the answer ends inside of an attribute')
    at += length
    return view.subarray(at - length, at)
  }
  let name = ''
  for (;;) {
    const tag = take(1).readUInt8()
    if (tag === IPP_TAG.end) return response
    if (tag < FIRST_VALUE_TAG) {
      response.groups.push({ tag, attributes: new Map() })
      continue
    }
    const group = response.groups.at(-1)
    if (!group) throw new RangeError('an attribute is before the first group')
    name = take(take(2).readUInt16BE()).toString('utf8') || name
    const value = decodeValue(tag, take(take(2).readUInt16BE()))
    if (value === null) continue
    const before = group.attributes.get(name)
    if (before) before.push(value)
    else group.attributes.set(name, [value])
  }
}

/** Null for kinds of values that printing does not read: ranges, collections, dates, "no value". */
function decodeValue(tag: number, bytes: Buffer): IppValue | null {
  if ((tag === IPP_TAG.integer || tag === IPP_TAG.enum) && bytes.length === 4) return bytes.readInt32BE()
  if (tag === IPP_TAG.boolean && bytes.length === 1) return bytes[0] === 1
  return tag >= 0x41 && tag <= 0x49 ? bytes.toString('utf8') : null
}
