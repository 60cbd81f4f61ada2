import { generateKeyPairSync, sign } from 'node:crypto'

/** What a certificate says of a server. */
export interface ServerNames {
  commonName: string
  dnsNames: readonly string[]
  /** IPv4 addresses, in numbers and dots. */
  addresses: readonly string[]
}

export interface SelfSigned {
  /** Both as PEM. */
  cert: string
  key: string
}

/** Identifiers of what is in it: RFC 5280 section 4.2.1, RFC 5758 section 3.2, X.520. */
const OID = {
  commonName: '2.5.4.3',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
  subjectAltName: '2.5.29.17',
  serverAuth: '1.3.6.1.5.5.7.3.1',
} as const
const TRUE = der(0x01, Buffer.from([0xff]))
const VERSION_3 = der(0xa0, integer(Buffer.from([2])))
/** From this year on a time has four digits of its year (RFC 5280, section 4.1.2.5). */
const FIRST_LONG_YEAR = 2050

/**
 * A certificate of a TLS server that signs itself, with a new key on the curve P-256 (X.509, RFC 5280), valid from one moment to the
 * other, both to the second.
 * @param serial up to 20 bytes that no other certificate has
 */
export function selfSigned(
  names: ServerNames,
  { serial, from, until }: { serial: Uint8Array; from: Date; until: Date },
): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(oid(OID.commonName), der(0x0c, Buffer.from(names.commonName)))))
  const algorithm = sequence(oid(OID.ecdsaWithSha256))
  const alternatives = [
    ...names.dnsNames.map((dns) => der(0x82, Buffer.from(dns, 'ascii'))),
    ...names.addresses.map((address) => der(0x87, Buffer.from(address.split('.').map(Number)))),
  ]
  const extensions = [
    // Of no authority: it signs no other.
    sequence(oid(OID.basicConstraints), TRUE, octets(sequence())),
    sequence(oid(OID.extendedKeyUsage), octets(sequence(oid(OID.serverAuth)))),
    sequence(oid(OID.subjectAltName), octets(sequence(...alternatives))),
  ]
  const content = sequence(
    VERSION_3,
    integer(serial),
    algorithm,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  return {
    cert: pem('CERTIFICATE', sequence(content, algorithm, signature)),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** A value with its tag and length (X.690). */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...parts: Uint8Array[]): Buffer {
  return der(0x30, ...parts)
}

function octets(content: Uint8Array): Buffer {
  return der(0x04, content)
}

/** A positive one: its first bit is no sign, and its first byte is there for a reason. */
function integer(bytes: Uint8Array): Buffer {
  const from = bytes.findIndex((byte) => byte !== 0)
  const [first = 0, ...rest] = from < 0 ? [0] : bytes.subarray(from)
  return der(0x02, Buffer.from(first >= 0x80 ? [0, first, ...rest] : [first, ...rest]))
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const base128 = (value: number): number[] =>
    value < 0x80 ? [value] : [...base128(value >> 7).map((byte) => byte | 0x80), value & 0x7f]
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function time(at: Date): Buffer {
  const digits = `${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`
  return at.getUTCFullYear() < FIRST_LONG_YEAR
    ? der(0x17, Buffer.from(digits.slice(2)))
    : der(0x18, Buffer.from(digits))
}

function pem(what: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${what}-----`, ...lines, `-----END ${what}-----`, ''].join('\n')
}
