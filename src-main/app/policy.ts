import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StationError } from '../../src-shared/station/error.ts'
import { updateSettingsSchema } from '../../src-shared/station/app/desktop.ts'
import { retentionRulesSchema } from '../../src-shared/station/app/retention.ts'
import { LANGUAGES, type ManagedSetting, type Settings } from '../../src-shared/station/app/state.ts'
import { stationNameSchema } from '../../src-shared/site/identity.ts'
import { enrolInputSchema } from '../../src-shared/station/site/site.ts'
import { policyPrinterId } from '../../src-shared/station/printing/policy-printer.ts'
import { printerInputSchema } from '../../src-shared/station/printing/printing.ts'
import { parsePrinterUri } from '../printing/transports/uri.ts'
import type { PrinterProfile } from '../printing/printers/printers.rows.ts'

/** A printer as the file names it. Its id is the administrator's: a printer keeps its jobs and its place under it. */
const policyPrinterSchema = printerInputSchema
  .omit({ printerId: true })
  .extend({
    id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'id must be 1 to 40 characters: a-z, 0-9, and -'),
    isDefault: z.boolean().default(false),
  })
  .strict()
  .superRefine(({ connection }, { addIssue }) => {
    if (connection.kind !== 'tcp') return
    try {
      parsePrinterUri(connection.uri)
    } catch (error) {
      addIssue(error instanceof Error ? error.message : String(error))
    }
  })

const policyPrintersSchema = z
  .array(policyPrinterSchema)
  .min(1, 'printers must have at least one printer')
  .max(50, 'printers can have at most 50')
  .refine((printers) => new Set(printers.map(({ id }) => id)).size === printers.length, 'two printers have the same id')
  .refine(
    (printers) => printers.filter(({ isDefault }) => isDefault).length <= 1,
    'only one printer can be the default',
  )

/** An administrator's policy for every Waybill of a machine. The file may hold nothing else: a typo is reported. */
const policySchema = z.strictObject({
  serviceUrl: z
    .url({ protocol: /^https?$/, error: 'serviceUrl must be an https URL' })
    .max(300)
    .optional(),
  language: z.enum(LANGUAGES).optional(),
  keep: retentionRulesSchema.optional(),
  updates: updateSettingsSchema.optional(),
  printers: policyPrintersSchema.optional(),
  site: z.strictObject({ code: enrolInputSchema.shape.code, name: stationNameSchema.optional() }).optional(),
})

/** A printer that the administrator's file names. */
export interface LaidPrinter extends PrinterProfile {
  isDefault: boolean
}

/** The file of an administrator as far as it binds this station. */
export interface Policy {
  file: string
  serviceUrl: string | undefined
  /** These win over saved settings. */
  settings: Partial<Settings>
  /** Printers listed here are as the file says; others may be added beside them. */
  printers: LaidPrinter[]
  /** The site that a station which is alone joins at its start; without a name under its computer's. */
  site: { code: string; name?: string | undefined } | undefined
  managed: ManagedSetting[]
}

/** Where only an administrator of the machine may write. */
export function policyFile(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string {
  switch (platform) {
    case 'win32':
      return join(environment['ProgramData'] ?? 'C:\\ProgramData', 'Waybill', 'policy.json')
    case 'darwin':
      return '/Library/Application Support/Waybill/policy.json'
    default:
      return '/etc/waybill/policy.json'
  }
}

/**
 * Reads the policy of this machine; null: there is none.
 * @throws StationError POLICY_UNUSABLE for one that is there and cannot be read: its prohibitions are unknown
 */
export function readPolicy(file: string): Policy | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw unusable(file, error)
  }
  const parsed = policySchema.safeParse(jsonOf(file, text))
  if (!parsed.success) {
    throw unusable(file, parsed.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; '))
  }
  const { serviceUrl, language, keep, updates, printers = [], site } = parsed.data
  const settings = { ...(language && { language }), ...(keep && { keep }), ...(updates && { updates }) }
  const managed = (['serviceUrl', 'language', 'keep', 'updates', 'printers'] as const).filter(
    (name) => parsed.data[name] !== undefined,
  )
  const laid = printers.map(({ id, ...printer }) => ({ ...printer, printerId: policyPrinterId(id, printer.language) }))
  return { file, serviceUrl, settings, printers: laid, site, managed }
}

/** Refuses a change of a policy setting. @throws StationError SET_BY_POLICY */
export function refuseManaged(policy: Policy | null, changed: readonly string[]): void {
  const name = policy?.managed.find((one) => changed.includes(one))
  if (policy !== null && name !== undefined) throw setByPolicy(policy, name)
}

/** Refuses a change of a printer that the policy names. @throws StationError SET_BY_POLICY */
export function refuseLaidPrinter(policy: Policy | null, printerId: string | undefined): void {
  const printer = policy?.printers.find((one) => one.printerId === printerId)
  if (policy !== null && printer) throw setByPolicy(policy, printer.name)
}

/** Refuses another default where the policy names one. @throws StationError SET_BY_POLICY */
export function refuseOtherDefault(policy: Policy | null, printerId: string): void {
  const decided = policy?.printers.find(({ isDefault }) => isDefault)
  if (policy !== null && decided && decided.printerId !== printerId) throw setByPolicy(policy, 'The default printer')
}

function setByPolicy({ file }: Policy, name: string): StationError {
  return new StationError({
    code: 'SET_BY_POLICY',
    message: `${name} is set by this computer's administrator in ${file} and cannot be changed here.`,
    details: { name, file },
  })
}

function jsonOf(file: string, text: string): unknown {
  try {
    // Windows' own editors begin a file with a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw unusable(file, error)
  }
}

function unusable(file: string, why: unknown): StationError {
  const reason = why instanceof Error ? why.message : String(why)
  return new StationError({
    code: 'POLICY_UNUSABLE',
    message: `The administrator's file ${file} cannot be used (${reason}). Fix it, or remove it.`,
    details: { file, reason },
  })
}
