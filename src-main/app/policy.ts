import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StationError } from '../../src-shared/station/error.ts'
import { updateSettingsSchema } from '../../src-shared/station/app/desktop.ts'
import { keepRulesSchema } from '../../src-shared/station/app/keep.ts'
import { LANGUAGES, type ManagedSetting, type Settings } from '../../src-shared/station/app/state.ts'

/** What an administrator decides for every Waybill of a machine. Nothing else may stand in the file: a slip is told. */
const policySchema = z.strictObject({
  serviceUrl: z
    .url({ protocol: /^https?$/, error: 'serviceUrl must be a URL of https' })
    .max(300)
    .optional(),
  language: z.enum(LANGUAGES).optional(),
  keep: keepRulesSchema.optional(),
  updates: updateSettingsSchema.optional(),
})

/** The file of an administrator as far as it binds this station. */
export interface Policy {
  file: string
  serviceUrl: string | undefined
  /** These hold, whatever was saved. */
  settings: Partial<Settings>
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
 * @throws StationError POLICY_UNUSABLE for one that is there and cannot be read: what it should forbid is not known
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
  const { serviceUrl, language, keep, updates } = parsed.data
  const settings = { ...(language && { language }), ...(keep && { keep }), ...(updates && { updates }) }
  const managed = (['serviceUrl', 'language', 'keep', 'updates'] as const).filter(
    (name) => parsed.data[name] !== undefined,
  )
  return { file, serviceUrl, settings, managed }
}

/** Refuses a change of what the policy decides. @throws StationError SET_BY_POLICY */
export function refuseManaged(policy: Policy | null, changed: readonly string[]): void {
  const name = policy?.managed.find((one) => changed.includes(one))
  if (policy === null || name === undefined) return
  throw new StationError({
    code: 'SET_BY_POLICY',
    message: `${name} is set by the administrator of this machine, in ${policy.file}, and cannot be changed here.`,
    details: { name, file: policy.file },
  })
}

function jsonOf(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unusable(file, error)
  }
}

function unusable(file: string, why: unknown): StationError {
  const reason = why instanceof Error ? why.message : String(why)
  return new StationError({
    code: 'POLICY_UNUSABLE',
    message: `The administrator's file ${file} cannot be used (${reason}). Put it right, or take it away.`,
    details: { file, reason },
  })
}
