import { RETAINED_KINDS, STARTING_RETENTION, type RetainedKind } from '../../../../src-shared/station/app/retention.ts'
import { STARTING_SPEND_LIMITS } from '../../../../src-shared/station/app/spend-limits.ts'
import type { SiteSetting, SiteSettings } from '../../../../src-shared/site/settings.ts'
import { setSiteSettingsSchema, type SetSiteSettings } from '../../../../src-shared/station/site/stations.ts'
import { parseWith, type ParsedForm } from '../../../forms/field-error.ts'
import { parseNumber } from '../../../forms/number.ts'
import {
  pickupDaysErrors,
  pickupDaysForm,
  pickupDaysInput,
  type PickupDaysForm,
} from '../../settings/rules/pickup-days-form.ts'

type CarrierSettings = NonNullable<SiteSettings['printing']>['carrierSettings']

/** The site's settings as they are typed. */
export interface SiteSettingsForm {
  isOwn: boolean
  /** Whether a part is set here, or left open. */
  isSet: Record<SiteSetting, boolean>
  perBatch: string
  perDay: string
  keep: Record<RetainedKind, string>
  pickupDays: PickupDaysForm[]
  carrierSettings: CarrierSettings
  mostLabels: string
}

/** @param like what fields begin with that are left open */
export function siteSettingsFormFor(settings: SiteSettings | null, like: SiteSettings | null): SiteSettingsForm {
  const limits = settings?.spendLimits ?? like?.spendLimits ?? STARTING_SPEND_LIMITS
  const keep = settings?.keep ?? like?.keep ?? STARTING_RETENTION
  const printing = settings?.printing ?? like?.printing ?? { carrierSettings: 'strip', mostLabels: 200 }
  const days = Object.fromEntries(RETAINED_KINDS.map((kind) => [kind, String(keep[kind])])) as Record<
    RetainedKind,
    string
  >
  return {
    isOwn: settings?.isOwn ?? false,
    isSet: {
      spendLimits: settings?.spendLimits != null,
      keep: settings?.keep != null,
      pickupDays: settings?.pickupDays != null,
      printing: settings?.printing != null,
    },
    perBatch: String(limits.perBatch),
    perDay: String(limits.perDay),
    keep: days,
    pickupDays: pickupDaysForm(settings?.pickupDays ?? like?.pickupDays ?? []),
    carrierSettings: printing.carrierSettings,
    mostLabels: String(printing.mostLabels),
  }
}

/** The record as the site takes it, or each field's error; a record that sets nothing is deleted. */
export function parseSiteSettings(settingId: string, form: SiteSettingsForm): ParsedForm<SetSiteSettings> {
  const { isOwn, isSet } = form
  if (!isOwn && !Object.values(isSet).includes(true)) return { ok: true, input: { settingId, settings: null } }
  const number = (text: string) => parseNumber(text) ?? Number.NaN
  const settings = {
    isOwn,
    spendLimits: isSet.spendLimits && !isOwn ? { perBatch: number(form.perBatch), perDay: number(form.perDay) } : null,
    keep:
      isSet.keep && !isOwn
        ? Object.fromEntries(RETAINED_KINDS.map((kind) => [kind, number(form.keep[kind])] as const))
        : null,
    pickupDays: isSet.pickupDays && !isOwn ? pickupDaysInput(form.pickupDays) : null,
    printing:
      isSet.printing && !isOwn ? { carrierSettings: form.carrierSettings, mostLabels: number(form.mostLabels) } : null,
  }
  const parsed = parseWith(setSiteSettingsSchema, { settingId, settings })
  return parsed.ok ? parsed : { ok: false, errors: pickupDaysErrors(parsed.errors) }
}
