import type { LabelTemplate, LabelTemplateRow } from '../../src-shared/station/printing/label-template.ts'
import type { Settings } from '../../src-shared/station/app/state.ts'

type Row = LabelTemplateRow
type TextRow = Extract<Row, { kind: 'text' }>
type CodeRow = Extract<Row, { kind: 'barcode' }>

const RULE: Row = { kind: 'rule' }

function text(line: string, size: TextRow['size'], more: Partial<Omit<TextRow, 'kind' | 'text' | 'size'>> = {}): Row {
  return { kind: 'text', text: line, size, lines: 1, align: 'left', isInverse: false, ...more }
}

function code(symbology: CodeRow['symbology'], data: string, heightMm: number): Row {
  return { kind: 'barcode', symbology, data, heightMm, hasText: true }
}

/** Words on the labels. They are printed, not shown on a screen: no catalog key. */
const WORDS = {
  en: {
    pallet: 'Pallet with SSCC',
    carton: 'Carton',
    location: 'Shelf location',
    return: 'Return',
    test: 'Test of every barcode',
    from: 'FROM',
    to: 'SHIP TO',
    piece: 'Pallet',
    cartonNumber: 'Carton',
    item: 'Item',
    quantity: 'Quantity',
    lot: 'Lot',
    returned: 'RETURN',
    reason: 'Reason',
    authorised: 'RMA',
  },
  es: {
    pallet: 'Tarima con SSCC',
    carton: 'Caja',
    location: 'Ubicación en almacén',
    return: 'Devolución',
    test: 'Prueba de cada código',
    from: 'DE',
    to: 'ENVIAR A',
    piece: 'Tarima',
    cartonNumber: 'Caja',
    item: 'Artículo',
    quantity: 'Cantidad',
    lot: 'Lote',
    returned: 'DEVOLUCIÓN',
    reason: 'Motivo',
    authorised: 'RMA',
  },
} as const satisfies Record<Settings['language'], Record<string, string>>

/** The templates that every station has, in the language of its paper. Their fields are called the same in both. */
export function starterTemplates(language: Settings['language']): LabelTemplate[] {
  const words = WORDS[language]
  const starter = (kind: LabelTemplate['kind'], rows: Row[]): LabelTemplate => ({
    templateId: `starter-${kind}`,
    name: words[kind],
    kind,
    rows,
    isStarter: true,
    madeBy: null,
    madeAt: null,
  })
  return [
    starter('pallet', [
      text(words.from, 'small'),
      text('{shipFrom}', 'medium', { lines: 2 }),
      RULE,
      text(words.to, 'small'),
      text('{shipTo}', 'large', { lines: 3 }),
      RULE,
      text('PO {poNumber}', 'medium'),
      text(`${words.piece} {piece}`, 'medium'),
      RULE,
      text('SSCC', 'small'),
      code('gs1-128', '(00){sscc}', 32),
    ]),
    starter('carton', [
      text(words.to, 'small'),
      text('{shipTo}', 'large', { lines: 3 }),
      RULE,
      text(`${words.item} {item}`, 'large', { lines: 2 }),
      text(`${words.quantity} {quantity}`, 'medium'),
      text(`${words.lot} {lot}`, 'medium'),
      text(`${words.cartonNumber} {carton}`, 'medium'),
      RULE,
      code('gs1-128', '(01){gtin}(10){lot}', 26),
    ]),
    starter('location', [text('{location}', 'huge', { lines: 2, align: 'center' }), code('code128', '{location}', 30)]),
    starter('return', [
      text(words.returned, 'huge', { align: 'center', isInverse: true }),
      text(`${words.authorised} {rma}`, 'large'),
      text(words.to, 'small'),
      text('{returnTo}', 'large', { lines: 3 }),
      RULE,
      text(`${words.reason}: {reason}`, 'medium', { lines: 2 }),
      RULE,
      code('code128', '{rma}', 20),
      code('qr', '{rma}', 24),
    ]),
    starter('test', [
      text('{text}', 'large', { align: 'center' }),
      code('code128', '{text}', 16),
      code('gs1-128', '(00)10614141123456789', 16),
      code('qr', '{text}', 26),
      code('datamatrix', '{text}', 20),
    ]),
  ]
}
