import { composePackingSlipLabel, type PackingSlip } from '../../src-labels/packing-slip.ts'
import { resize } from '../../src-labels/bitmap/fit.ts'
import type { Bitmap } from '../../src-labels/bitmap/bitmap.ts'
import { lettersFor } from '../../src-node/letters/letters.ts'
import type { Settings } from '../../src-shared/station/app/state.ts'
import {
  fillTemplate,
  logoSchema,
  mailLink,
  STARTING_PAPERS,
  type Papers as PaperSettings,
  type PaperWord,
  type ShipmentMail,
} from '../../src-shared/station/documents/papers.ts'
import { invalidField } from '../../src-shared/station/error.ts'
import type { PrinterDpi } from '../../src-shared/station/printing/printing.ts'
import { dayText } from '../../src-shared/station/day.ts'
import type { Shipment } from '../../src-shared/station/tracking/shipment.ts'
import type { Conversion } from '../labels/conversion/conversion.ts'
import { withRoom } from '../labels/label-room.ts'
import { decodePng, pngHeader } from '../labels/conversion/png-decode.ts'
import { pngDataUrl } from '../printing/png-data-url.ts'
import type { LedgerBooking } from '../booking/bookings.rows.ts'
import type { SettingStore } from '../settings/settings.rows.ts'
import { addressLines } from '../printing/escpos/packing-slip.ts'

type Language = Settings['language']

/** The text of the slip. Paper is read by people, not by the screen: no catalogue key. */
const WORDS = {
  en: {
    title: 'PACKING SLIP',
    from: 'From',
    shipTo: 'Ship to',
    pieces: 'Pieces',
    weight: 'Weight',
    goods: 'Goods',
    more: 'more',
  },
  es: {
    title: 'LISTA DE EMPAQUE',
    from: 'Remitente',
    shipTo: 'Destinatario',
    pieces: 'Bultos',
    weight: 'Peso',
    goods: 'Contenido',
    more: 'más',
  },
} satisfies Record<Language, PackingSlip['words']>

const EACH: Readonly<Record<Language, string>> = { en: 'each', es: 'c/u' }

const LOGO = 'papers-logo'
/** Of a slip on a label of 4 by 6 in, in inches. */
const LOGO_BOX = { widthIn: 2.4, heightIn: 0.6 } as const

/** On either side; the page sends fewer. */
const MOST_LOGO_DOTS = 2_000

/** Two pallets that never were, for the preview. */
const SAMPLE: PackingSlip = {
  reference: 'PO-4711',
  sender: ['Acme Machine', '1201 Santa Maria Ave', 'Laredo, TX 78040'],
  consignee: ['Globex Corporation', '200 N LaSalle St', 'Chicago, IL 60601'],
  carrier: 'Northline Freight',
  proNumber: '5630000017',
  trackingNumber: 'TRK1234567',
  pieces: 2,
  weightLb: 1000,
  instructions: null,
  goods: ['2 x Machine parts, 500 lb each'],
  words: WORDS.en,
}
const SAMPLE_WORDS: Readonly<Record<PaperWord, string | null>> = {
  company: null,
  consignee: 'Globex Corporation',
  reference: 'PO-4711',
  carrier: 'Northline Freight',
  pro: '5630000017',
  tracking: 'TRK1234567',
  pieces: '2',
  weight: '1000 lb',
  expected: null,
}

/** The sender from Settings; without one the shipment's own, under the company's name. */
function senderOf(
  { companyName, sender }: PaperSettings,
  shipments: readonly string[],
  itsName: string | null,
): string[] {
  if (sender === '')
    return companyName === '' ? [...shipments] : [companyName, ...shipments.filter((one) => one !== itsName)]
  return [companyName, ...sender.split('\n')].map((line) => line.trim()).filter((line) => line !== '')
}

/** A logo as large as it is printed; null: it is no PNG picture, or larger than a logo is. */
function drawnLogo(png: string, dpi: PrinterDpi): Bitmap | null {
  const bytes = new Uint8Array(Buffer.from(png, 'base64'))
  try {
    const { width, height } = pngHeader(bytes)
    if (width > MOST_LOGO_DOTS || height > MOST_LOGO_DOTS) return null
    const scale = Math.min((LOGO_BOX.widthIn * dpi) / width, (LOGO_BOX.heightIn * dpi) / height)
    const size = { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
    return resize(decodePng(bytes), size)
  } catch {
    // Any other value: the field reports it to the person who chose it.
    return null
  }
}

export interface PapersPorts {
  settings: { read(): Promise<Settings> }
  rows: SettingStore
  conversion: Pick<Conversion, 'preview'>
  shipment: (shipmentId: string) => Promise<Shipment>
  booking: (shipmentId: string) => Promise<LedgerBooking | null>
  /** Where its consignee is written to; null: no address is known. */
  consigneeMail: (shipmentId: string) => Promise<string | null>
}

export type Papers = ReturnType<typeof createPapers>

/** The station's own papers: the packing slip, and the mail to a consignee. */
export function createPapers({ settings, rows, conversion, shipment, booking, consigneeMail }: PapersPorts) {
  const logo = (): Promise<string | null> => rows.read(LOGO, logoSchema)

  async function now(): Promise<{ papers: PaperSettings; language: Language }> {
    const { papers = STARTING_PAPERS, language } = await settings.read()
    return { papers, language: papers.language === 'station' ? language : papers.language }
  }

  async function logoAt(dpi: PrinterDpi): Promise<Bitmap | null> {
    const png = await logo()
    return png === null ? null : drawnLogo(png, dpi)
  }

  function wordsOf(of: Shipment, { companyName }: PaperSettings, language: Language): Record<PaperWord, string | null> {
    const { pieces, weightLb, estimatedDelivery, destination } = of
    const day = estimatedDelivery?.slice(0, 10) ?? null
    return {
      company: companyName || (of.origin?.companyName ?? null),
      consignee: destination?.contactName ?? destination?.companyName ?? null,
      reference: of.reference ?? of.shipmentId,
      carrier: of.provider,
      pro: of.proNumber,
      tracking: of.trackingNumber,
      pieces: pieces === null ? null : String(pieces),
      weight: weightLb === null ? null : `${weightLb} lb`,
      expected: day === null ? null : dayText(day, language, 'long'),
    }
  }

  return {
    logo,

    /** @throws StationError INVALID_INPUT */
    setLogo: async (png: string | null): Promise<string | null> => {
      if (png !== null && drawnLogo(png, 203) === null) {
        throw invalidField('logo', 'is not a PNG image that can be printed')
      }
      await rows.write(LOGO, png, { bytes: png === null ? 0 : Buffer.from(png, 'base64').length })
      return png
    },

    /** A slip as it is printed on a label of these dots. @throws StationError NOT_FOUND */
    slipOf: async (shipmentId: string, dpi: PrinterDpi): Promise<PackingSlip> => {
      const of = await shipment(shipmentId)
      const { papers, language } = await now()
      const words = wordsOf(of, papers, language)
      const origin = papers.hasGoods ? (await booking(shipmentId))?.origin : null
      return {
        ...of,
        reference: of.reference ?? of.trackingNumber ?? of.shipmentId,
        sender: senderOf(papers, addressLines(of.origin), of.origin?.companyName ?? null),
        consignee: addressLines(of.destination),
        carrier: of.provider,
        goods:
          origin?.kind === 'domestic'
            ? origin.request.cargo.map(
                ({ quantity, description, weight }) =>
                  `${quantity} x ${description}, ${weight} lb${quantity === 1 ? '' : ` ${EACH[language]}`}`,
              )
            : [],
        note: fillTemplate(papers.texts[language].note, words),
        logo: await logoAt(dpi),
        words: WORDS[language],
      }
    },

    /** A slip of a shipment that never was. @throws StationError INVALID_INPUT when it has no room for all */
    preview: async (papers: PaperSettings, language: Language): Promise<string[]> => {
      const company = papers.companyName || 'Acme Machine'
      const slip: PackingSlip = {
        ...SAMPLE,
        sender: senderOf(papers, SAMPLE.sender, SAMPLE.sender[0] ?? null),
        goods: papers.hasGoods ? SAMPLE.goods : [],
        note: fillTemplate(papers.texts[language].note, { ...SAMPLE_WORDS, company }),
        logo: await logoAt(203),
        words: WORDS[language],
      }
      const media = { widthIn: 4, heightIn: 6 }
      const letters = await lettersFor(slip.sender.concat(slip.note ?? ''))
      const bytes = withRoom('papers', () =>
        composePackingSlipLabel(slip, { language: 'ZPL', dpi: 203, media, letters }),
      )
      return (await conversion.preview({ format: 'ZPL', bytes }, { dpi: 203, media })).map(pngDataUrl)
    },

    /** What would be written to the consignee. @throws StationError NOT_FOUND */
    mail: async (shipmentId: string): Promise<ShipmentMail> => {
      const of = await shipment(shipmentId)
      const { papers, language } = await now()
      const words = wordsOf(of, papers, language)
      const { mailSubject, mailBody } = papers.texts[language]
      const to = await consigneeMail(shipmentId)
      const subject = fillTemplate(mailSubject, words).replaceAll(/\s+/g, ' ')
      const body = fillTemplate(mailBody, words)
      return { to, subject, body, link: mailLink({ to, subject, body }) }
    },
  }
}
