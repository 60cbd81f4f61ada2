import {
  BATCH_FIELDS,
  isUnsureWeight,
  type BatchField,
  type ColumnMap,
} from '../../../src-shared/station/batch/batch-field.ts'
import type { CsvRow } from '../csv/csv-read.ts'
import { TITLE_ROWS } from '../csv/header-names.ts'
import { withoutAccents } from '../../../src-shared/station/plain-text.ts'

/** Words of a header for one part of an address, in English and Spanish. */
const PARTS: Record<string, readonly string[]> = {
  companyName: [
    'company',
    'company name',
    'name',
    'business',
    'empresa',
    'razon social',
    'compania',
    'nombre',
    'cliente',
    'customer',
    'customer name',
  ],
  contactName: [
    'contact',
    'contact name',
    'attention',
    'attn',
    'contacto',
    'nombre de contacto',
    'atencion',
    'persona',
  ],
  phone: ['phone', 'telephone', 'phone number', 'tel', 'telefono', 'celular', 'movil'],
  email: ['email', 'e mail', 'mail', 'correo', 'correo electronico'],
  address1: [
    'address',
    'address 1',
    'address line 1',
    'street',
    'street address',
    'direccion',
    'direccion 1',
    'calle',
    'domicilio',
  ],
  address2: ['address 2', 'address line 2', 'suite', 'unit', 'direccion 2', 'colonia', 'interior'],
  city: ['city', 'town', 'ciudad', 'municipio', 'poblacion'],
  state: ['state', 'province', 'state province', 'region', 'estado', 'provincia'],
  postalCode: ['zip', 'zip code', 'zipcode', 'postal code', 'postcode', 'postal', 'codigo postal', 'cp', 'c p'],
  country: ['country', 'country code', 'pais'],
}

const SHIPPER = [
  'shipper',
  'from',
  'origin',
  'sender',
  'ship from',
  'pickup',
  'remitente',
  'origen',
  'recoleccion',
  'expedidor',
]
const CONSIGNEE = [
  'consignee',
  'to',
  'destination',
  'receiver',
  'ship to',
  'recipient',
  'delivery',
  'deliver to',
  'destinatario',
  'destino',
  'entrega',
  'consignatario',
]

/** Sides that no heading names alone: `Ship phone` is the consignee's, `Ship unit` is none of an address. */
const CONSIGNEE_BEFORE = ['ship']
const NOT_BEHIND = ['unit', 'business', 'customer']

/** Counted things, behind or before the word for a count. */
const COUNTED = ['pieces', 'pallets', 'skids', 'units', 'handling units']

const PLAIN: Partial<Record<BatchField, readonly string[]>> = {
  reference: [
    'reference',
    'reference number',
    'ref',
    'po',
    'po number',
    'order',
    'po no',
    'purchase order',
    'order number',
    'order no',
    'order nr',
    'order id',
    'sales order',
    'sales order number',
    'so number',
    'so no',
    'referencia',
    'pedido',
    'numero de pedido',
    'no de pedido',
    'num pedido',
    'folio',
    'orden',
    'no de orden',
    'numero de orden',
    'orden de compra',
  ],
  pickupDate: [
    'pickup date',
    'ship date',
    'requested ship date',
    'requested pickup date',
    'date',
    'pickup day',
    'pickup',
    'recoleccion',
    'fecha',
    'fecha de recoleccion',
    'fecha de envio',
    'fecha de embarque',
  ],
  provider: ['provider', 'carrier', 'transportista', 'proveedor', 'linea', 'paqueteria'],
  service: ['service', 'service level', 'servicio', 'nivel de servicio'],
  rateRule: ['rate rule', 'rule', 'rate', 'regla', 'regla de tarifa', 'tarifa'],
  labelFormat: ['label format', 'label', 'formato de etiqueta', 'etiqueta'],
  instructions: [
    'instructions',
    'special instructions',
    'notes',
    'comments',
    'instrucciones',
    'notas',
    'observaciones',
    'comentarios',
  ],
  freightTerms: [
    'terms',
    'freight term',
    'freight terms',
    'freight charge terms',
    'freight charges terms',
    'freight payment',
    'freight payment terms',
    'freight billing',
    'billing terms',
    'bill terms',
    'payment terms',
    'terms payment',
    'shipping terms',
    'prepaid collect',
    'prepaid or collect',
    'ppd col',
    'ppd coll',
    'ppd cc',
    'pp cc',
    'flete',
    'pago',
    'condiciones',
    'condiciones flete',
    'condiciones pago',
    'condicion flete',
    'terminos flete',
    'terminos pago',
    'pago flete',
    'forma pago flete',
  ],
  accessorials: [
    'accessorials',
    'accessorial',
    'extras',
    'special services',
    'accesorios',
    'servicios adicionales',
    'servicios accesorios',
  ],
  'accessorial.LIFTGATE_PICKUP': [
    'liftgate pickup',
    'pickup liftgate',
    'lift gate pickup',
    'liftgate pu',
    'plataforma recoleccion',
    'rampa recoleccion',
  ],
  'accessorial.LIFTGATE_DELIVERY': [
    'liftgate',
    'lift gate',
    'liftgate delivery',
    'delivery liftgate',
    'lift gate delivery',
    'liftgate del',
    'plataforma',
    'plataforma entrega',
    'rampa',
    'rampa entrega',
    'rampa hidraulica',
  ],
  'accessorial.INSIDE_PICKUP': ['inside pickup', 'inside pu', 'recoleccion interior', 'recoleccion adentro'],
  'accessorial.INSIDE_DELIVERY': [
    'inside delivery',
    'inside',
    'inside del',
    'entrega interior',
    'entrega adentro',
    'entrega interna',
  ],
  'accessorial.RESIDENTIAL_PICKUP': [
    'residential pickup',
    'resi pickup',
    'residential pu',
    'recoleccion residencial',
    'residencial recoleccion',
  ],
  'accessorial.RESIDENTIAL_DELIVERY': [
    'residential',
    'residential delivery',
    'delivery residential',
    'is residential',
    'residential address',
    'residence',
    'resi',
    'resi delivery',
    'resi del',
    'residencial',
    'entrega residencial',
  ],
  'accessorial.APPOINTMENT_DELIVERY': [
    'appointment',
    'appointment delivery',
    'delivery appointment',
    'delivery by appointment',
    'appt',
    'appt delivery',
    'delivery appt',
    'appt del',
    'cita',
    'con cita',
    'cita entrega',
    'entrega con cita',
  ],
  'accessorial.WHITE_GLOVE': ['white glove', 'white glove delivery', 'guante blanco'],
  'shipper.addressId': ['shipper address id', 'address id', 'shipper id', 'id de remitente', 'id de direccion'],
  'cargo.description': [
    'description',
    'commodity',
    'item',
    'product',
    'contents',
    'goods',
    'descripcion',
    'mercancia',
    'producto',
    'contenido',
  ],
  'cargo.quantity': [
    'quantity',
    'qty',
    'pieces',
    'pallets',
    'skids',
    'units',
    'count',
    'cantidad',
    'piezas',
    'bultos',
    'tarimas',
    ...COUNTED.flatMap((thing) => [`quantity ${thing}`, `${thing} quantity`, `${thing} count`, `number ${thing}`]),
  ],
  'cargo.weight': [
    'weight each',
    'weight per piece',
    'weight of one piece',
    'piece weight',
    'unit weight',
    'peso por pieza',
    'peso de una pieza',
    'peso unitario',
  ],
  'cargo.totalWeight': [
    'total weight',
    'weight total',
    'total gross weight',
    'gross weight total',
    'total order weight',
    'total shipment weight',
    'gross weight',
    'order weight',
    'shipment weight',
    'weight of all pieces',
    'peso total',
    'peso bruto',
    'peso bruto total',
    'peso total bruto',
    'peso de todas las piezas',
  ],
  'cargo.weightUnit': ['weight unit', 'weight uom', 'unidad de peso'],
  'cargo.length': ['length', 'l', 'largo', 'longitud'],
  'cargo.width': ['width', 'w', 'ancho'],
  'cargo.height': ['height', 'h', 'alto', 'altura'],
  'cargo.dimUnit': [
    'dimension unit',
    'dim unit',
    'dimensions unit',
    'unidad de medida',
    'unidad de dimension',
    'unidad de dimensiones',
  ],
  'cargo.freightClass': ['freight class', 'class', 'clase', 'clase de flete', 'clase de carga'],
  'cargo.nmfcCode': ['nmfc', 'nmfc code', 'codigo nmfc'],
  'cargo.hazmat': ['hazmat', 'hazardous', 'dangerous goods', 'peligroso', 'material peligroso', 'mercancia peligrosa'],
  'cargo.value': ['value', 'declared value', 'valor', 'valor declarado'],
}

/** Every word that names a field, the field's own name among them. What names two fields belongs to the first. */
const FIELD_OF_WORDS = new Map<string, { field: BatchField }>()
for (const field of BATCH_FIELDS) {
  const [party, part] = field.split('.')
  const own = [words(field), words(field.replace(/^cargo\./, ''))]
  const partWords = part === undefined ? [] : (PARTS[part] ?? [])
  const sides = party === 'shipper' ? SHIPPER : party === 'consignee' ? CONSIGNEE : []
  const combined = sides.flatMap((side) => partWords.flatMap((word) => [`${side} ${word}`, `${word} ${side}`]))
  if (party === 'consignee') {
    const words = partWords.filter((word) => !NOT_BEHIND.includes(word))
    combined.push(...CONSIGNEE_BEFORE.flatMap((side) => words.map((word) => `${side} ${word}`)))
  }
  // An address without a side is the destination: shippers mostly send from one place.
  const alone = party === 'consignee' ? partWords : []
  for (const word of [...own, ...(PLAIN[field] ?? []), ...combined, ...alone]) {
    if (!FIELD_OF_WORDS.has(word)) FIELD_OF_WORDS.set(word, { field })
  }
  for (const side of sides) if (part === 'companyName' && !FIELD_OF_WORDS.has(side)) FIELD_OF_WORDS.set(side, { field })
}

/** A weight that may be of one piece or of all is not guessed: a person decides. */
for (const word of ['weight', 'peso', 'cargo weight']) FIELD_OF_WORDS.delete(word)

/** Words of a heading by their abbreviations, as warehouse systems write them; one form of each word that has several. */
const SHORT_FORMS: Record<string, readonly string[]> = {
  address: ['addr', 'adr'],
  phone: ['ph', 'tel', 'telephone'],
  name: ['nm'],
  city: ['cty'],
  state: ['st'],
  code: ['cd'],
  customer: ['cust'],
  consignee: ['cons', 'cnee'],
  shipper: ['shpr'],
  order: ['ord'],
  reference: ['ref'],
  number: ['no', 'nbr', 'num', 'nr'],
  requested: ['req', 'reqd', 'required'],
  date: ['dt'],
  quantity: ['qty'],
  pallets: ['pallet', 'plt', 'plts'],
  skids: ['skid'],
  pieces: ['piece', 'pc', 'pcs'],
  units: ['unit'],
  weight: ['wgt', 'wt'],
  description: ['desc'],
  freight: ['frt'],
  class: ['cls'],
  payment: ['pay', 'pmt'],
  charges: ['charge', 'chg', 'chgs', 'chrgs'],
  terms: ['term', 'trm', 'trms'],
}
const LONG_FORMS = new Map(
  Object.entries(SHORT_FORMS).flatMap(([word, shorts]) => shorts.map((short) => [short, word] as const)),
)
const inFull = (name: string): string =>
  name
    .split(' ')
    .map((word) => LONG_FORMS.get(word) ?? word)
    .join(' ')

const FIELD_OF_FULL_WORDS = new Map<string, { field: BatchField }>()
for (const [name, found] of FIELD_OF_WORDS) {
  if (!FIELD_OF_FULL_WORDS.has(inFull(name))) FIELD_OF_FULL_WORDS.set(inFull(name), found)
}

const SMALL_WORDS = /\b(de|del|la|el|los|las|the|of|por|per|at|en)\b/g

/** Behind the name of a service: `Appt req'd`, `Liftgate (Y/N)`. */
const ASKED_FOR = / (?:required|requested|needed|reqd?|req d|y n|yes no|requerid[oa]|s n|si no)$/

/**
 * The map that a file's headers suggest: each header that is the name of a field in English or Spanish, alone or with its
 * side (`Ship to city`, `Ciudad de destino`), a unit in brackets taken for the default. Null when none is known.
 *
 * How days are written is a guess by the language, which a person confirms: that is why it is in the map. How numbers are
 * written is shown by the numbers (`numberSample`), or asked.
 */
export function suggestMap(headers: readonly string[], language: 'en' | 'es'): ColumnMap | null {
  const columns: ColumnMap['columns'] = []
  const defaults: ColumnMap['defaults'] = { weightUnit: 'lb', dimUnit: 'in', labelFormat: 'ZPL' }
  const spelled = new Set(headers.map(fieldInWords))
  for (const header of headers) {
    const field = fieldOf(header)
    // `St` is the street where the file has a column for the state.
    if (field !== null && fieldInWords(header) === null && spelled.has(field)) continue
    const isWeight = field === 'cargo.weight' || field === 'cargo.totalWeight' || isUnsureWeight(header)
    const unitWord = unitOfHeading(header)
    if (isWeight && (unitWord === 'lb' || unitWord === 'kg')) defaults.weightUnit = unitWord
    // Of two columns with one heading a person chooses.
    if (headers.includes(`${header} (2)`)) continue
    if (field === null || columns.some((column) => column.field === field)) continue
    columns.push({ header, field })
    if (field === 'cargo.length' && (unitWord === 'in' || unitWord === 'cm')) defaults.dimUnit = unitWord
  }
  if (columns.length === 0) return null
  // A file that names no carrier leaves the choice to the rules.
  if (!columns.some(({ field }) => field === 'rateRule' || field === 'provider')) defaults.rateRule = 'cheapest'
  const isSpanish = language === 'es'
  return {
    columns,
    numbers: 'unsure',
    dates: isSpanish ? 'dmy' : 'mdy',
    cargoLines: 'row',
    defaults,
  }
}

/** Two names of fields may be a sentence's. */
const LEAST_NAMES = 3

const UNITS = {
  lb: ['lb', 'lbs', 'pound', 'pounds', 'libra', 'libras'],
  kg: ['kg', 'kgs', 'kilo', 'kilos', 'kilogram', 'kilograms', 'kilogramo', 'kilogramos'],
  in: ['in', 'inch', 'inches', 'pulgada', 'pulgadas', 'pulg'],
  cm: ['cm', 'cms', 'centimeter', 'centimeters', 'centimetro', 'centimetros'],
} as const
type Unit = keyof typeof UNITS
const UNIT_OF_WORD = new Map<string, Unit>(
  Object.entries(UNITS).flatMap(([unit, names]) => names.map((name) => [name, unit as Unit] as const)),
)

/** A heading's words without its unit, and the unit: `Weight (kg)`, `Length in`, `TotalWeightKG`, `Weight in lbs, total`. */
function headingOf(header: string): { name: string; unit: Unit | null } {
  const all = words(header).split(' ')
  // `in` is a unit at the end alone: `Weight in kg`.
  const units = all.filter((word, at) => UNIT_OF_WORD.has(word) && (word !== 'in' || (at > 0 && at === all.length - 1)))
  const [unit = ''] = units
  const isUnit = (word: string, at: number) =>
    units.includes(word) || (word === 'in' && units.includes(all[at + 1] ?? ''))
  const name = all
    .filter((word, at) => units.length !== 1 || !isUnit(word, at))
    .map((word) => (word === 'wt' || word === 'wgt' ? 'weight' : word))
  return { name: name.join(' '), unit: (units.length === 1 && UNIT_OF_WORD.get(unit)) || null }
}

/** The unit that a heading names; null: none. */
export const unitOfHeading = (header: string): Unit | null => headingOf(header).unit

/** Units that cannot be chosen for a column: lengths are converted, weights refused. */
const OTHER_UNITS =
  /^(?:mm|m|ft|feet|foot|pies?|g|gr|grams?|gramos?|oz|ounces?|onzas?|t|mt|tn|tons?|tonnes?|toneladas?|cwt|quintal(?:es)?)$/

/** The last word of a heading where it is another unit: `Length (mm)`, `Weight, tons`; null: it is none. */
export function otherUnitOf(header: string): string | null {
  const [last = '', ...before] = words(header).split(' ').toReversed()
  return before.length > 0 && unitOfHeading(header) === null && OTHER_UNITS.test(last) ? last : null
}

const ORDER_WORDS = /\b(?:order|ord|shipment|pedido|orden|embarque|envio)\b/
const LINE_WORDS = /\b(?:line|item|linea|partida)\b/

/** Is what stands under a heading of the whole order: `Order weight`, `Total shipment weight`? */
export const isOfOrder = (header: string): boolean => ORDER_WORDS.test(words(header)) && !LINE_WORDS.test(words(header))

/** The row of the headings among the first of a table: the one that names the most fields, else the first. */
export function headerRowOf(rows: readonly CsvRow[]): number {
  let best = { row: rows[0]?.row ?? 1, names: LEAST_NAMES - 1 }
  for (const { row, cells } of rows.slice(0, TITLE_ROWS)) {
    const names = new Set(cells.flatMap((cell) => fieldOf(cell) ?? [])).size
    if (names > best.names) best = { row, names }
  }
  return best.row
}

/** The field that a heading names; null: none. */
export const fieldOf = (header: string): BatchField | null => fieldInWords(header) ?? fieldInShort(header)

/** Words that a heading of freight terms has, one of them at least, and those beside them. */
const OF_TERMS = ['terms', 'billing', 'freight', 'charges']
const BESIDE_TERMS = ['payment', 'bill', 'billed', 'paid', 'type', 'code', 'by']

/**
 * May a cell under this heading say who pays the freight? More headings than are taken for freight terms: `Freight charges` has
 * amounts in other files.
 */
export function mayBeTerms(header: string): boolean {
  if (fieldOf(header) === 'freightTerms') return true
  const all = inFull(words(header)).split(' ')
  return (
    all.some((word) => OF_TERMS.includes(word)) && all.every((word) => [...OF_TERMS, ...BESIDE_TERMS].includes(word))
  )
}

/** The field of a heading whose words are abbreviated: `Ord no`, `Ship to addr 1`. */
function fieldInShort(header: string): BatchField | null {
  const full = inFull(headingOf(header).name)
  return (FIELD_OF_FULL_WORDS.get(full) ?? FIELD_OF_FULL_WORDS.get(withoutSmall(full)))?.field ?? null
}

const withoutSmall = (name: string): string => name.replaceAll(SMALL_WORDS, '').replaceAll(/\s+/g, ' ').trim()

function fieldInWords(header: string): BatchField | null {
  const own = BATCH_FIELDS.find((field) => field === header.trim())
  if (own) return own
  const { name, unit } = headingOf(header)
  // `Total (kg)`, `KG total`.
  if (name === 'total' && (unit === 'lb' || unit === 'kg')) return 'cargo.totalWeight'
  for (const typed of [name, words(header)]) {
    const bare = withoutSmall(typed)
    const found = FIELD_OF_WORDS.get(typed) ?? FIELD_OF_WORDS.get(bare)
    if (found) return found.field
    const service = FIELD_OF_WORDS.get(bare.replace(ASKED_FOR, ''))?.field
    if (service?.startsWith('accessorial.')) return service
  }
  return null
}

/** A header as words: `shipTo_City` and `Ship-to city` are alike. */
function words(text: string): string {
  return withoutAccents(text)
    .replaceAll(/([a-z])([A-Z0-9])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
}
