import { COUNTRIES } from '../../../../src-shared/freight/address.ts'
import type { TablePreview } from '../../../../src-shared/station/batch/batch.ts'
import {
  DATE_FORMS,
  NUMBER_FIELDS,
  type BatchField,
  type ColumnMap,
} from '../../../../src-shared/station/batch/batch-field.ts'
import { pickupDayOr } from '../../../../src-shared/station/booking/pickup-day.ts'
import type { PickupTerms } from '../../../../src-shared/station/booking/pickup-terms.ts'
import type { SavedAddress } from '../../../../src-shared/station/addresses/address-book.ts'
import { now } from '../../../locale/format.ts'
import {
  columnMap,
  doubledHeaders,
  ignoredHeaders,
  mapForm,
  missingFields,
  openWeights,
  type MapForm,
} from './column-map.ts'
import { couldBeEither, dayAs, samplesOf } from '../upload/samples.ts'

/** The columns of a table being named. */
export class MapEditor {
  form = $state<MapForm>(mapForm([], null))
  addresses = $state.raw<SavedAddress[]>([])
  /** It was requested with fields missing: from now on they are shown. */
  isTried = $state(false)
  /** Its cells have types: how numbers are written need not be asked. */
  isTyped = false
  /** A number that could be either, from further down than the preview. */
  sampledNumber = $state<string | null>(null)
  readonly file: Pick<TablePreview, 'headers' | 'preview'>
  /** What this table has to have otherwise than bookings from a file. */
  readonly #needs: { optional: readonly BatchField[]; required: readonly BatchField[] }
  readonly #pickups: PickupTerms

  /** @param pickups of every carrier */
  constructor(
    file: Pick<TablePreview, 'headers' | 'preview'>,
    pickups: PickupTerms,
    needs: { optional: readonly BatchField[]; required: readonly BatchField[] } = { optional: [], required: [] },
  ) {
    this.file = file
    this.#pickups = pickups
    this.#needs = needs
  }

  get missing(): readonly BatchField[] {
    const { optional, required } = this.#needs
    const mapped = Object.values(this.form.fields)
    return [
      ...missingFields(this.form).filter((field) => !optional.includes(field) && !required.includes(field)),
      ...required.filter((field) => !mapped.includes(field)),
    ]
  }

  get doubled(): readonly string[] {
    return doubledHeaders(this.form)
  }

  /** A number in a named column that could be either, while it is not said how numbers are written; null: none is. */
  get unsureNumber(): string | null {
    if (this.isTyped || this.form.numbers !== 'unsure') return null
    const cells = this.file.headers.flatMap((header, column) => {
      const field = this.form.fields[header]
      return field && NUMBER_FIELDS.includes(field) ? this.file.preview.map((row) => row.cells[column] ?? '') : []
    })
    return cells.map((cell) => cell.trim()).find(couldBeEither) ?? this.sampledNumber
  }

  /** The map as the station takes it; null while something is missing. */
  get map(): ColumnMap | null {
    return this.missing.length > 0 || this.unsureNumber !== null ? null : columnMap(this.form)
  }

  get openWeights(): readonly string[] {
    return openWeights(this.form)
  }

  get leftOut(): readonly string[] {
    return ignoredHeaders(this.form)
  }

  /** The form was changed by a person. */
  touched = (): void => undefined

  readonly choose = (header: string, field: MapForm['fields'][string]): void => {
    this.form.fields[header] = field
    this.touched()
  }

  /** A shipper that was saved just now: it is chosen. */
  readonly takeShipper = (saved: SavedAddress): void => {
    this.addresses = [saved, ...this.addresses.filter(({ addressId }) => addressId !== saved.addressId)]
    this.form.shipperAddressId = saved.addressId
    this.touched()
  }

  /** The form of a map; where it names no shipper, the one that the address book sends from, and for a file without days the next one. */
  formOf(map: ColumnMap | null): MapForm {
    const form = this.#withCountry(this.#withShipper(map))
    if (this.#needs.optional.includes('pickupDate') || this.#hasDays(form)) return form
    const shipper = this.addresses.find(({ addressId }) => addressId === form.shipperAddressId)
    const from = shipper?.address ?? { country: COUNTRIES[0] }
    return { ...form, pickupDate: pickupDayOr(form.pickupDate, from, now(), this.#pickups) }
  }

  /** Where no column and no map says a country, it is the shipper's. */
  #withCountry(form: MapForm): MapForm {
    if (form.country !== '' || Object.values(form.fields).includes('consignee.country')) return form
    const shipper = this.addresses.find(({ addressId }) => addressId === form.shipperAddressId)
    return { ...form, country: shipper?.address.country ?? COUNTRIES[0] }
  }

  /** The column of days is named, or one that nothing is read of may be it: then a default day must not replace it. */
  #hasDays(form: MapForm): boolean {
    return this.file.headers.some((header, column) => {
      const field = form.fields[header]
      if (field) return field === 'pickupDate'
      return samplesOf(this.file, column).some((sample) => DATE_FORMS.some((dates) => dayAs(sample, dates) !== null))
    })
  }

  #withShipper(map: ColumnMap | null): MapForm {
    const form = mapForm(this.file.headers, map)
    if (map?.columns.some(({ field }) => field === 'shipper.address1' || field === 'shipper.addressId')) return form
    // Shippers mostly send from one place, set as their default.
    const own = this.addresses.find(({ isDefaultShipper }) => isDefaultShipper)
    return form.shipperAddressId === '' && own ? { ...form, shipperAddressId: own.addressId } : form
  }
}
