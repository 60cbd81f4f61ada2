import { z } from 'zod'
import { stationNameSchema } from '../../src-shared/site/identity.ts'
import { countFlag } from './command.ts'
import { RECEIVER_HOSTS, receiverSettingsSchema } from '../../src-shared/station/tracking/webhook-receiver.ts'

const portFlag = z.coerce.number('must be a port').int().min(0).max(65_535)
/** The options of `waybill site`. */
export const siteOptions = z
  .object({
    database: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must be postgresql://user:password@host:5432/name')
      .optional(),
    trial: z.boolean().default(false),
    host: z.string().min(1).optional(),
    port: portFlag.default(8791),
    name: stationNameSchema.optional(),
    'tls-cert': z.string().optional(),
    'tls-key': z.string().optional(),
    plain: z.boolean().default(false),
    url: z.array(z.url('is not a URL')).default([]),
    'price-tolerance': z.coerce.number('must be a percentage').min(0).max(100).default(0),
    'webhook-url': z
      .url('is not a URL')
      .refine(
        isReachedByService,
        'must start with https:// (or http:// on this computer), with a path of letters and digits',
      )
      .optional(),
    'webhook-host': z.enum(RECEIVER_HOSTS, 'must be 127.0.0.1 or 0.0.0.0').default('127.0.0.1'),
    'webhook-port': portFlag.default(8792),
    'backup-to': z.string().min(1).optional(),
    without: z.array(z.string().min(1)).default([]),
    reason: z.string().trim().min(1).max(300).optional(),
    end: z.boolean().default(false),
    stations: countFlag(500).default(1),
    hours: countFlag(7 * 24).optional(),
    code: z.string().min(1).optional(),
    'with-enrolled': z.boolean().default(false),
  })
  .refine((flags) => (flags['tls-cert'] === undefined) === (flags['tls-key'] === undefined), {
    error: 'must be used together',
    path: ['tls-cert and --tls-key'],
  })
  .refine(({ trial, database }) => !trial || database === undefined, {
    error: 'has its own database',
    path: ['trial'],
  })
export type SiteFlags = z.output<typeof siteOptions>

/** The service sends webhooks over TLS, to an address without secrets; on this machine also without. */
function isReachedByService(text: string): boolean {
  const { protocol, hostname, pathname, search, username } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname))
  return isSafe && search === '' && username === '' && receiverSettingsSchema.shape.path.safeParse(pathname).success
}
