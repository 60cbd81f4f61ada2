import { z } from 'zod'
import { ACCESSORIALS, type Accessorial } from '../../../src-shared/freight/accessorial.ts'
import { COUNTRIES, type Address, type Country } from '../../../src-shared/freight/address.ts'
import { directBookingSchema, type DirectBooking } from '../../../src-shared/freight/booking.ts'
import { FREIGHT_CLASSES, type Cargo } from '../../../src-shared/freight/cargo.ts'
import { LABEL_FORMATS, type LabelFormat } from '../../../src-shared/freight/document.ts'
import {
  pickupCalendar,
  pickupDayFrom,
  whyNoPickup,
  type NoPickup,
  type PickupPlace,
} from '../../../src-shared/station/booking/pickup-day.ts'
import {
  USUAL_PICKUPS,
  type PickupTerms,
  type PickupTermsOf,
} from '../../../src-shared/station/booking/pickup-terms.ts'
import { foreignStateOf, isStateOf, stateCode } from '../../../src-shared/station/addresses/state-name.ts'
import { isCanadianCode, postalFault, stateOf as placeStateOf } from '../../../src-shared/station/addresses/postal.ts'
import { quoteRequestSchema, type QuoteRequest } from '../../../src-shared/freight/quote.ts'
import {
  MOST_CELL_CHARACTERS,
  type BatchRowFacts,
  type BatchRowWritten,
  type CellFault,
  type CellProblem,
} from '../../../src-shared/station/batch/batch.ts'
import { freightOfRequest } from '../../../src-shared/station/booking/freight-summary.ts'
import {
  DIM_UNITS,
  WEIGHT_UNITS,
  type BatchField,
  type ColumnMap,
} from '../../../src-shared/station/batch/batch-field.ts'
import { usPostOffices } from '../../../src-node/us-postal-codes.ts'
import type { CsvRow } from '../csv/csv-read.ts'
import type { FixedCells } from '../batch/batch-fixes.rows.ts'
import {
  isBilledToOther,
  readAccessorials,
  readCount,
  readCountry,
  readDay,
  readMeasure,
  readMoney,
  readTerms,
  readUnit,
  readWord,
  readYesNo,
  territoryOf,
  type Read,
} from './cells.ts'
import type { RowGroup } from './groups.ts'
import { fault } from './problems.ts'
import { rateRuleOf, type RateRule } from './rate-rule.ts'
import { isOfOrder, mayBeTerms, otherUnitOf, unitOfHeading } from './suggestion.ts'
import { addIssues, checkCells, checkJoined, isSaidInAnyRow, type Refuse } from './row-problems.ts'

/** A row that can be booked, and how. */
export type RowBooking =
  /** Provider and service are named: booked as it is, also offline. */
  | { kind: 'direct'; request: DirectBooking }
  /** A rule chooses the rate: quoted first. */
  | {
      kind: 'quote'
      request: QuoteRequest
      rule: RateRule
      details: { reference: string; instructions: string; pickupDate: string; labelFormat: LabelFormat }
    }

export interface ReadRow {
  row: number
  lastRow: number
  /** As written; empty when the row names none. */
  reference: string
  /** Null when there are problems. */
  booking: RowBooking | null
  /** Null when there are none. */
  written: BatchRowWritten | null
  problems: CellProblem[]
}

/** What reading rows needs beside the rows. */
export interface RowContext {
  map: ColumnMap
  /** The file's headers, in order. */
  headers: readonly string[]
  now: Date
  /** The address book's entry as an address of the wire; null when there is none. */
  savedAddress: (addressId: string) => Address | null
  /** When freight is picked up, by carrier; absent: nothing was set. */
  pickups?: PickupTermsOf | undefined
  /** The fixes in the rows' cells. */
  fixed?: FixedCells
  /** An order is known by its reference; a booking may have none. */
  needsReference?: boolean | undefined
}

/** In pounds and inches. */
const FACTORS = { lb: 1, kg: 2.204_622_621_848_776, in: 1, cm: 1 / 2.54 } as const
/** Weights of one piece and of all that are written to whole pounds agree. */
const WEIGHTS_AGREE = 0.02
/** Characters of what is shown of a row with an error. */
const MOST_WRITTEN = 80
/** Two decimals, upwards: freight that is measured smaller than it is gets charged again. */
const roundedUp = (value: number) => Math.ceil(Number((value * 100).toFixed(6))) / 100
/** Makes a reader of rows for one file: which field is in which column is looked up once. */
export function rowReader(context: RowContext): (rows: RowGroup) => ReadRow {
  const headerOf = new Map(context.map.columns.map(({ header, field }) => [field, header]))
  const columnOf = new Map<BatchField, number>()
  for (const [field, header] of headerOf) {
    const index = context.headers.indexOf(header)
    if (index >= 0) columnOf.set(field, index)
  }
  const otherTerms = context.headers.filter(
    (header) => mayBeTerms(header) && !context.map.columns.some((column) => column.header === header),
  )
  const postOffice = usPostOffices()
  return (rows) => readRows(rows, context, { columnOf, headerOf, otherTerms, postOffice })
}

/** The reference's own cell, for adjacent rows. */
export function referenceColumn({ map, headers }: Pick<RowContext, 'map' | 'headers'>): number {
  const header = map.columns.find(({ field }) => field === 'reference')?.header
  return header === undefined ? -1 : headers.indexOf(header)
}

/** What is looked up once for all rows of a file. */
interface FileFacts {
  columnOf: ReadonlyMap<BatchField, number>
  headerOf: ReadonlyMap<BatchField, string>
  /** Headers of freight terms that the map leaves out. */
  otherTerms: readonly string[]
  postOffice: ReturnType<typeof usPostOffices>
}

function readRows(
  rows: RowGroup,
  { map, headers, now, savedAddress, pickups = () => USUAL_PICKUPS, needsReference = false }: RowContext,
  { columnOf, headerOf, otherTerms, postOffice }: FileFacts,
): ReadRow {
  const [first] = rows
  const problems: CellProblem[] = []
  const { defaults } = map
  let current: CsvRow = first
  const totalColumn = columnOf.get('cargo.totalWeight') ?? -1
  /** Repeated on each of its lines, it still counts once. */
  const isTotalOfOrder =
    rows.length > 1 &&
    (isOfOrder(headerOf.get('cargo.totalWeight') ?? '') || rows.some(({ repeated }) => repeated?.includes(totalColumn)))

  const cellOf = (field: BatchField | null, row: number): string | null => {
    const column = field === null ? undefined : columnOf.get(field)
    if (column === undefined) return null
    const cell = rows.find((line) => line.row === row)?.cells[column] ?? ''
    return cell.length > MOST_CELL_CHARACTERS ? null : cell
  }
  // A cell reports at most one problem.
  const refuse: Refuse = (about, what, row = current.row) => {
    // The weight of one piece follows from the column of total weights where there is no other.
    const isOfTotal = about === 'cargo.weight' && !headerOf.has(about) && headerOf.has('cargo.totalWeight')
    const field = isOfTotal ? 'cargo.totalWeight' : about
    if (field !== null && problems.some((one) => one.row === row && one.field === field)) return
    // A total that is given lacks its number of pieces, which has its own problem.
    if (about === 'cargo.weight' && what.kind === 'required' && cellOf('cargo.totalWeight', row)?.trim()) return
    problems.push({ row, column: (field && headerOf.get(field)) ?? null, field, cell: cellOf(field, row), ...what })
  }
  const text = (field: BatchField): string => {
    const column = columnOf.get(field)
    if (column === undefined) return ''
    const cell = ({ cells }: CsvRow) => (cells[column] ?? '').trim()
    return cell(current) || (isSaidInAnyRow(field, isTotalOfOrder) ? (rows.map(cell).find(Boolean) ?? '') : '')
  }
  const read = <T>(field: BatchField, reader: (cell: string) => Read<T>): T | undefined => {
    const cell = text(field)
    if (cell === '') return undefined
    const result = reader(cell)
    if ('value' in result) return result.value
    refuse(field, result.problem)
    return undefined
  }
  const given = (field: BatchField) => text(field) || undefined

  /** Without a country, a Canadian postal code determines it, unless the state is one of the United States. */
  const unwrittenCountryOf = (party: 'shipper' | 'consignee'): Country | undefined => {
    const state = text(`${party}.state`)
    const isCanadian = isStateOf('CA', state) || !isStateOf('US', state)
    return isCanadian && isCanadianCode(text(`${party}.postalCode`)) ? 'CA' : defaults.country
  }
  const countryOf = (party: 'shipper' | 'consignee'): Country | undefined => {
    const written = text(`${party}.country`)
    const named = written === '' ? { value: unwrittenCountryOf(party) } : readCountry(written)
    return 'value' in named ? named.value : undefined
  }
  const stateOf = (party: 'shipper' | 'consignee'): string => {
    const [country, state, code] = [
      countryOf(party) ?? COUNTRIES[0],
      text(`${party}.state`),
      text(`${party}.postalCode`),
    ]
    if (state !== '') return stateCode(country, state)
    // Both determine their state: a territory that is written as a country, and the ZIP code of a military address.
    const isMilitary = country === 'US' && /^[AFD]PO$/i.test(text(`${party}.city`))
    return territoryOf(text(`${party}.country`)) ?? (isMilitary ? placeStateOf(country, code) : '')
  }

  const address = (party: 'shipper' | 'consignee'): Record<string, unknown> => ({
    address1: text(`${party}.address1`),
    address2: given(`${party}.address2`),
    city: text(`${party}.city`),
    state: stateOf(party),
    postalCode: text(`${party}.postalCode`),
    country:
      read(`${party}.country`, readCountry) ??
      (text(`${party}.country`) === '' ? unwrittenCountryOf(party) : COUNTRIES[0]),
    companyName: given(`${party}.companyName`),
    contactName: given(`${party}.contactName`),
    phone: given(`${party}.phone`),
    email: given(`${party}.email`),
  })

  const shipper = (): Record<string, unknown> | Address | null => {
    const isWritten = text('shipper.address1') !== '' || text('shipper.city') !== ''
    const addressId = given('shipper.addressId') ?? (isWritten ? undefined : defaults.shipperAddressId)
    if (addressId === undefined) return address('shipper')
    const saved = savedAddress(addressId)
    if (!saved) refuse('shipper.addressId', fault('no-address', { addressId }))
    return saved
  }

  const quantityOf = () => read('cargo.quantity', (cell) => readCount(cell, map.numbers))

  /** @param piecesOfOrder of all its lines, where the total weight is the order's; null: it is the line's */
  const cargoLine = (piecesOfOrder: number | null | undefined): Partial<Cargo> => {
    const weightUnit = read('cargo.weightUnit', (cell) => readUnit(cell, WEIGHT_UNITS)) ?? defaults.weightUnit
    const dimUnit = read('cargo.dimUnit', (cell) => readUnit(cell, DIM_UNITS)) ?? defaults.dimUnit
    // A cell's own unit goes before its heading's, and that before the file's; a column of units counts as the cell's.
    const measure = <U extends 'lb' | 'kg' | 'in' | 'cm'>(
      field: BatchField,
      units: readonly U[],
      unitField: BatchField,
      otherwise: U,
    ) => {
      const other = text(unitField) === '' ? otherUnitOf(headerOf.get(field) ?? '') : null
      const measured = read(field, (cell) =>
        readMeasure(other !== null && /[\d.,]$/.test(cell) ? `${cell} ${other}` : cell, map.numbers, units),
      )
      if (measured === undefined) return undefined
      const named = units.find((unit) => unit === unitOfHeading(headerOf.get(field) ?? ''))
      const unit = measured.unit ?? (text(unitField) === '' ? (named ?? otherwise) : otherwise)
      if (measured.unit !== null && text(unitField) !== '' && measured.unit !== otherwise) {
        refuse(field, fault('units-differ', { value: text(field), unit: otherwise }))
      }
      const factor = FACTORS[unit]
      return factor === 1 && measured.unit === null ? measured.value : roundedUp(measured.value * factor)
    }
    const dimension = (field: BatchField) => measure(field, DIM_UNITS, 'cargo.dimUnit', dimUnit)
    const weight = (field: BatchField) => measure(field, WEIGHT_UNITS, 'cargo.weightUnit', weightUnit)
    const quantity = quantityOf()
    const each = weight('cargo.weight')
    const total = weight('cargo.totalWeight')
    const pieces = piecesOfOrder === null ? quantity : piecesOfOrder
    const ofOne = total === undefined || !pieces ? undefined : roundedUp(total / pieces)
    if (
      piecesOfOrder === null &&
      each !== undefined &&
      ofOne !== undefined &&
      Math.abs(each - ofOne) > WEIGHTS_AGREE * ofOne
    ) {
      refuse('cargo.totalWeight', fault('weights-differ', { each, of: quantity ?? 0 }))
    }
    return {
      weight: each ?? ofOne,
      length: dimension('cargo.length'),
      width: dimension('cargo.width'),
      height: dimension('cargo.height'),
      quantity,
      description: text('cargo.description'),
      freightClass: read('cargo.freightClass', (cell) =>
        readWord(
          cell
            .replace(/^class\s*/i, '')
            .replace(',', '.')
            .replace(/^0+(?=\d)/, ''),
          FREIGHT_CLASSES,
        ),
      ),
      nmfcCode: given('cargo.nmfcCode'),
      hazmat: read('cargo.hazmat', readYesNo),
      value: read('cargo.value', (cell) => readMoney(cell, map.numbers)),
    }
  }

  // A collect order must not be booked at the account's cost because of a map that knows no terms or leaves them out.
  const checkTerms = (row: CsvRow) => {
    read('freightTerms', readTerms)
    for (const header of otherTerms) {
      const cell = row.cells[headers.indexOf(header)] ?? ''
      if (!isBilledToOther(cell)) continue
      problems.push({
        row: row.row,
        column: header,
        field: null,
        cell,
        ...fault('terms-billed', { value: cell.trim() }),
      })
    }
  }

  for (const row of rows) {
    current = row
    checkCells(row, headers, columnOf, refuse)
    checkTerms(row)
  }
  checkJoined(rows, columnOf, isTotalOfOrder, refuse)
  current = first
  const reference = text('reference')
  const provider = text('provider')
  const service = text('service')
  const ruleText = text('rateRule') || (provider === '' && service === '' ? (defaults.rateRule ?? '') : '')
  const listed = read<Accessorial[]>('accessorials', readAccessorials)
  const ticked = ACCESSORIALS.filter((code) => read(`accessorial.${code}`, readYesNo) === true)
  const accessorials = listed || ticked.length > 0 ? [...new Set([...(listed ?? []), ...ticked])] : undefined
  const pickupDate =
    read('pickupDate', (cell) => readDay(cell, map.dates)) ??
    (text('pickupDate') === '' ? defaults.pickupDate : undefined)
  const labelFormat = read('labelFormat', (cell) => readWord(cell, LABEL_FORMATS)) ?? defaults.labelFormat
  const originAddress = shipper()
  const destinationAddress = address('consignee')
  const ofEachLine = <T>(reader: () => T): T[] =>
    rows.map((row) => {
      current = row
      return reader()
    })
  const piecesOfOrder = isTotalOfOrder ? sumOf(ofEachLine(quantityOf)) : null
  const cargo = ofEachLine(() => cargoLine(piecesOfOrder))
  current = first

  if (reference === '' && needsReference) refuse('reference', fault('required'))
  if (reference.length > 48) refuse('reference', fault('too-long', { most: 48 }))
  if (!/^[\x20-\x7e]*$/.test(reference)) refuse('reference', fault('ascii'))
  if (text('pickupDate') === '' && pickupDate === undefined) refuse('pickupDate', fault('no-pickup'))
  const from = placeOf(originAddress)
  const rule = rateRuleOf(ruleText)
  const terms = pickups(provider || (rule.kind === 'carrier' ? rule.carrier : undefined))
  const noPickup = pickupDate === undefined ? null : whyNoPickup(pickupDate, from, now, terms)
  if (pickupDate !== undefined && noPickup !== null)
    refuse('pickupDate', pickupProblem(noPickup, pickupDate, from, now, terms))
  if (ruleText !== '' && (provider !== '' || service !== '')) {
    refuse('rateRule', fault('rule-and-carrier'))
  } else if (ruleText === '' && provider === '' && service === '') {
    refuse('rateRule', fault('no-rule'))
  } else if (ruleText === '') {
    if (provider === '') refuse('provider', fault('no-provider'))
    if (service === '') refuse('service', fault('no-service'))
    // The interface's direct form has no place for them; left out silently the truck would come without a liftgate.
    if (accessorials && accessorials.length > 0) {
      const [code] = ticked
      refuse(code ? `accessorial.${code}` : 'accessorials', fault('direct-accessorials'))
    }
  }

  for (const party of ['shipper', 'consignee'] as const) {
    // One from the address book has no cells here.
    const [state, isUs] = [text(`${party}.state`), (countryOf(party) ?? COUNTRIES[0]) === 'US']
    const foreign = isUs ? foreignStateOf(state, text(`${party}.postalCode`)) : null
    if (foreign) refuse(`${party}.state`, fault(foreign === 'MX' ? 'state-mexico' : 'state-canada', { value: state }))
    if (text(`${party}.postalCode`) === '') continue
    const country = countryOf(party)
    const place = { city: text(`${party}.city`), state: stateOf(party) }
    const wrong = country && postalProblem(country, text(`${party}.postalCode`), place, postOffice)
    if (wrong) refuse(`${party}.postalCode`, wrong)
  }

  const instructions = text('instructions')
  const isDirect = ruleText === ''
  const parsed = isDirect
    ? directBookingSchema.safeParse({
        originAddress,
        destinationAddress,
        cargo,
        service: { provider, service },
        shipperInfo: partyOf(originAddress),
        consigneeInfo: partyOf(destinationAddress),
        shipDate: pickupDate,
        reference: reference || undefined,
        instructions: instructions || undefined,
        labelFormat,
      })
    : quoteRequestSchema.safeParse({ originAddress, destinationAddress, cargo, shipDate: pickupDate, accessorials })
  if (!isDirect && instructions.length > 500) refuse('instructions', fault('too-long', { most: 500 }))
  if (!parsed.success) addIssues(parsed.error, rows, refuse)

  const lastRow = rows.at(-1)?.row ?? first.row
  const result = { row: first.row, lastRow, reference, problems }
  if (problems.length > 0 || !parsed.success || pickupDate === undefined) {
    const inLines = (...fields: BatchField[]) =>
      rows
        .map(({ cells }) => fields.map((field) => cells[columnOf.get(field) ?? -1]?.trim() ?? '').find(Boolean) ?? '')
        .join(' + ')
        .slice(0, MOST_WRITTEN)
    const written: BatchRowWritten = {
      consignee: (text('consignee.companyName') || text('consignee.contactName')).slice(0, MOST_WRITTEN),
      place: placeName(text('consignee.city'), stateOf('consignee')).slice(0, MOST_WRITTEN),
      pieces: sumOf(cargo.map(({ quantity }) => quantity)) ?? inLines('cargo.quantity'),
      weightLb:
        sumOf(cargo.map(({ weight, quantity }) => weight && quantity && weight * quantity)) ??
        inLines('cargo.weight', 'cargo.totalWeight'),
    }
    return { ...result, written, booking: null }
  }
  return {
    ...result,
    written: null,
    booking:
      'service' in parsed.data
        ? { kind: 'direct', request: parsed.data }
        : {
            kind: 'quote',
            request: parsed.data,
            rule,
            details: { reference, instructions, pickupDate, labelFormat },
          },
  }
}

/** Undefined where one is missing. */
const sumOf = (values: readonly (number | undefined)[]): number | undefined =>
  values.reduce<number | undefined>(
    (sum, value) => (sum === undefined || value === undefined ? undefined : sum + value),
    0,
  )

/** The booking of a row, in short. */
export function factsOf(booking: RowBooking): BatchRowFacts {
  const { request } = booking
  const { originAddress: from, destinationAddress: to } = request
  return {
    isDirect: booking.kind === 'direct',
    carrier:
      booking.kind === 'direct'
        ? booking.request.service.provider
        : booking.rule.kind === 'carrier'
          ? booking.rule.carrier
          : '',
    rule: booking.kind === 'quote' && booking.rule.kind !== 'carrier' ? booking.rule.kind : null,
    shipper: from.companyName ?? from.contactName ?? '',
    consignee: to.companyName ?? to.contactName ?? '',
    pickupDate: request.shipDate ?? '',
    freight: freightOfRequest(request),
  }
}

function pickupProblem(why: NoPickup, day: string, from: PickupPlace, now: Date, terms: PickupTerms): CellFault {
  if (why === 'past') return fault('past', { day, today: pickupCalendar(from, now).day })
  if (why === 'far') return fault('pickup-far', { day })
  return fault(`pickup-${why}`, { next: pickupDayFrom(day, from.country, terms) })
}

const placeSchema = z.object({
  country: z.enum(COUNTRIES).catch(COUNTRIES[0]),
  city: z.string().optional().catch(undefined),
  state: z.string().optional().catch(undefined),
  postalCode: z.string().optional().catch(undefined),
})

/** Of an address as it was read, which may be incomplete or wrong. */
const placeOf = (address: object | null): PickupPlace => placeSchema.parse(address ?? {})

function postalProblem(
  country: Country,
  value: string,
  { city, state }: { city: string; state: string },
  postOffice: FileFacts['postOffice'],
): CellFault | null {
  const wrong = postalFault(country, value, state)
  if (wrong === null) return null
  if (wrong.kind === 'form') return fault('postal-form', { value, country, example: wrong.example })
  const town = country === 'US' ? postOffice(value.slice(0, 5)) : null
  return fault('postal-state', {
    value,
    lies: placeName(town ?? '', wrong.state),
    state: placeName(city, state.toUpperCase()),
  })
}

const placeName = (city: string, state: string): string => [city, state].filter(Boolean).join(', ')

function partyOf(address: object | null): object {
  if (!address) return {}
  const { companyName, contactName, phone, email } = address as Partial<Address>
  return { companyName, contactName, phone, email }
}
