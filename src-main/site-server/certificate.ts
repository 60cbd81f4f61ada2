import { createHash, webcrypto, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
// What the library finds its own parts by; it has to be there first.
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { runtime } from '../../src-node/runtime/runtime.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { Clock } from '../kernel/clock.ts'

/** A site server's public data. */
export interface SiteCertificate {
  cert: string
  key: string
  /** SHA-256 of the certificate (DER), as a one-time code carries it. */
  fingerprint: string
  endsAt: Date
}

const GOOD_FOR_YEARS = 10
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/**
 * The certificate that was given, or the site's own, made at its first start: stations know it by its fingerprint.
 * @throws StationError INVALID_INPUT when what was given cannot be read
 */
export async function siteCertificate(
  folder: string,
  clock: Clock,
  given: { certFile: string; keyFile: string } | null,
): Promise<SiteCertificate> {
  if (given) return read(given.certFile, given.keyFile)
  const certFile = join(folder, 'site-certificate.pem')
  const keyFile = join(folder, 'site-key.pem')
  if (!existsSync(certFile) || !existsSync(keyFile)) await make(certFile, keyFile, clock.now())
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

async function make(certFile: string, keyFile: string, now: Date): Promise<void> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const endsAt = new Date(now)
  endsAt.setUTCFullYear(now.getUTCFullYear() + GOOD_FOR_YEARS)
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: runtime().random.bytes(16).toString('hex'),
    name: 'CN=Waybill site',
    notBefore: new Date(now.getTime() - 24 * 3_600_000),
    notAfter: endsAt,
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.1']),
      new x509.SubjectAlternativeNameExtension([
        ...[...new Set([hostname(), 'localhost'])].map((value) => ({ type: 'dns' as const, value })),
        ...addresses().map((value) => ({ type: 'ip' as const, value })),
      ]),
    ],
  })
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  const pem = pkcs8.match(/.{1,64}/g)?.join('\n') ?? ''
  writeFileSync(keyFile, `-----BEGIN PRIVATE KEY-----\n${pem}\n-----END PRIVATE KEY-----\n`, { mode: 0o600 })
  writeFileSync(certFile, `${certificate.toString('pem')}\n`, { mode: 0o600 })
}

/** Of this machine, as others on the network know it. */
export function addresses(): string[] {
  const own = Object.values(networkInterfaces())
    .flatMap((of) => of ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
  return ['127.0.0.1', ...own]
}
