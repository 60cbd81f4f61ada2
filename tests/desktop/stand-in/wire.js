// Values between the page's process and this one as JSON text, with what structured clone keeps and JSON does not. Runs in
// both: it is written into the page as text, so it stands alone.
export function wireCodec() {
  const bytesAs = { Uint8Array, Int8Array, Uint16Array, Uint32Array, Float64Array, ArrayBuffer }
  const base64 = (bytes) => {
    let text = ''
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
    return btoa(text)
  }
  const unbase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

  /** Throws where structured clone would: for functions, symbols, promises, proxies of such. */
  const pack = (value) => {
    if (value === undefined) return { $: 'undefined' }
    if (typeof value === 'bigint') return { $: 'bigint', text: String(value) }
    if (typeof value === 'number' && !Number.isFinite(value)) return { $: 'number', text: String(value) }
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value
    if (typeof value !== 'object' || value instanceof Promise) throw new Error('An object could not be cloned.')
    if (value instanceof Date) return { $: 'date', at: value.getTime() }
    if (value instanceof Map) return { $: 'map', entries: [...value].map(pack) }
    if (value instanceof Set) return { $: 'set', values: [...value].map(pack) }
    if (value instanceof Error) return { $: 'error', name: value.name, message: value.message }
    if (value instanceof ArrayBuffer) return { $: 'ArrayBuffer', bytes: base64(new Uint8Array(value)) }
    if (ArrayBuffer.isView(value)) {
      const kind = Object.keys(bytesAs).find((name) => value instanceof bytesAs[name])
      if (kind === undefined) throw new Error('An object could not be cloned.')
      return { $: kind, bytes: base64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) }
    }
    if (Array.isArray(value)) return value.map(pack)
    return { $: 'object', entries: Object.entries(value).map(([key, inner]) => [key, pack(inner)]) }
  }

  const unpack = (value) => {
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map(unpack)
    switch (value.$) {
      case 'undefined':
        return undefined
      case 'bigint':
        return BigInt(value.text)
      case 'number':
        return Number(value.text)
      case 'date':
        return new Date(value.at)
      case 'map':
        return new Map(value.entries.map(unpack))
      case 'set':
        return new Set(value.values.map(unpack))
      case 'error':
        return Object.assign(new Error(value.message), { name: value.name })
      case 'ArrayBuffer':
        return unbase64(value.bytes).buffer
      case 'object':
        return Object.fromEntries(value.entries.map(([key, inner]) => [key, unpack(inner)]))
      default:
        return new bytesAs[value.$](unbase64(value.bytes).buffer)
    }
  }

  return { encode: (value) => JSON.stringify(pack(value)), decode: (text) => unpack(JSON.parse(text)) }
}
