import { feedSettingsSchema, type FeedSettings, type SavedFeed } from '../../../../../src-shared/station/orders/feed.ts'
import type { ColumnMap } from '../../../../../src-shared/station/batch/batch-field.ts'
import { majorUnits, money } from '../../../../../src-shared/station/money.ts'
import { parseWith } from '../../../../forms/field-error.ts'
import { parseNumber } from '../../../../forms/number.ts'
import type { ParsedForm } from '../../../../forms/field-error.ts'
import { RULE_CURRENCIES } from '../../carrier-rules/rule-form.ts'

/** The input about the folder of orders. */
export interface FeedForm {
  isOn: boolean
  folder: string
  mayScanBook: boolean
  most: string
  currency: (typeof RULE_CURRENCIES)[number]
}

export function feedFormOf({ isOn, folder, scanRule }: SavedFeed): FeedForm {
  const most = scanRule?.most ?? null
  return {
    isOn,
    folder: folder ?? '',
    mayScanBook: most !== null,
    most: most === null ? '' : String(majorUnits(most)),
    currency: RULE_CURRENCIES.find((one) => one === most?.currency) ?? 'USD',
  }
}

export function parseFeed(form: FeedForm, map: ColumnMap | null): ParsedForm<FeedSettings> {
  const { isOn, mayScanBook, most, currency } = form
  const folder = form.folder.trim()
  return parseWith(feedSettingsSchema, {
    isOn,
    // A feed that is switched on needs a folder; shown at its field.
    folder: folder === '' && !isOn ? null : folder,
    map,
    scanRule: mayScanBook ? { most: money(parseNumber(most) ?? Number.NaN, currency) } : null,
  })
}
