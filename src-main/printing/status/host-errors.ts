/** Error bits of `~HQES`, in the order in which they are shown. */
const ERRORS: readonly (readonly [bit: number, trouble: string])[] = [
  [0x1, 'the paper is out'],
  [0x2, 'the ribbon is out'],
  [0x4, 'the print head is open'],
  [0x8, 'the cutter failed'],
  [0x10, 'the print head is too hot'],
  [0x20, 'the motor is too hot'],
  [0x1000, 'the paper is jammed'],
  [0x4000, 'the paper does not feed'],
  [0x10000, 'the printer is paused'],
  [0x80000, 'the mark between labels was not found'],
]

/** What `~HQES` says. */
export interface HostErrors {
  bits: number
  /** One part of a sentence each. */
  troubles: string[]
}

/** A flag, then two groups of eight hex digits; the second group holds the bits. */
const LINE = /ERRORS:[ \t]*([01])[ \t]+([0-9A-F]{8})[ \t]+([0-9A-F]{8})[ \t]*[\r\n]/gi

/** The last whole answer to `~HQES` in this text; null while it is not there. */
export function hostErrorsOf(bytes: Uint8Array): HostErrors | null {
  const line = [...Buffer.from(bytes).toString('latin1').matchAll(LINE)].at(-1)
  if (!line) return null
  const [, flag, , low = ''] = line
  const bits = flag === '0' ? 0 : Number.parseInt(low, 16)
  const troubles = ERRORS.filter(([bit]) => (bits & bit) !== 0).map(([, trouble]) => trouble)
  if (flag === '1' && troubles.length === 0) troubles.push('it reports an unknown error')
  return { bits, troubles }
}
