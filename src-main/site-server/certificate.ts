import { createHash, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { runtime } from '../../src-node/runtime/runtime.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { Clock } from '../kernel/clock.ts'
import { selfSigned } from './self-signed.ts'

/** A site server's public data. */
export interface SiteCertificate {
  cert: string
  key: string
  /** SHA-256 of the certificate (DER), as a one-time code carries it. */
  fingerprint: string
  endsAt: Date
}

const GOOD_FOR_YEARS = 10
/** The clock of a station may be behind. */
const FROM_BEFORE_MS = 24 * 3_600_000

/**
 * The certificate that was given, or the site's own, made at its first start: stations know it by its fingerprint.
 * @throws StationError INVALID_INPUT when what was given cannot be read
 */
export function siteCertificate(
  folder: string,
  clock: Clock,
  given: { certFile: string; keyFile: string } | null,
): SiteCertificate {
  if (given) return read(given.certFile, given.keyFile)
  const certFile = join(folder, 'site-certificate.pem')
  const keyFile = join(folder, 'site-key.pem')
  if (!existsSync(certFile) || !existsSync(keyFile)) make(certFile, keyFile, clock.now())
  return read(certFile, keyFile)
}

function read(certFile: string, keyFile: string): SiteCertificate {
  try {
    const cert = readFileSync(certFile, 'utf8')
    const parsed = new X509Certificate(cert)
    return {
      cert,
      key: readFileSync(keyFile, 'utf8'),
      fingerprint: createHash('sha256').update(parsed.raw).digest('hex'),
      endsAt: new Date(parsed.validTo),
    }
  } catch {
    throw new StationError({
      code: 'INVALID_INPUT',
      message: `${certFile} and ${keyFile} are not a certificate and key in PEM format.`,
      details: { issues: [{ path: 'certificate', message: 'must be PEM, with its key' }] },
    })
  }
}

function make(certFile: string, keyFile: string, now: Date): void {
  const until = new Date(now)
  until.setUTCFullYear(now.getUTCFullYear() + GOOD_FOR_YEARS)
  const { cert, key } = selfSigned(
    {
      commonName: 'Waybill site',
      dnsNames: [...new Set([hostname(), 'localhost'])],
      addresses: addresses(),
    },
    { serial: runtime().random.bytes(16), from: new Date(now.getTime() - FROM_BEFORE_MS), until },
  )
  writeFileSync(keyFile, key, { mode: 0o600 })
  writeFileSync(certFile, cert, { mode: 0o600 })
}

/** Of this machine, as others on the network know it. */
export function addresses(): string[] {
  const own = Object.values(networkInterfaces())
    .flatMap((of) => of ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
  return ['127.0.0.1', ...own]
}
