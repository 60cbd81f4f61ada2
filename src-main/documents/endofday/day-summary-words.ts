import type { LANGUAGES } from '../../../src-shared/station/app/state.ts'

type Language = (typeof LANGUAGES)[number]

/** The words on a day's sheet. */
const EN = {
  title: 'Day summary',
  day: 'Booked on',
  station: 'Station',
  preparedBy: 'Prepared by',
  madeAt: 'Printed',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  shipments: 'Shipments',
  booked: 'Booked',
  canceled: 'Canceled',
  onHold: 'On hold',
  notBooked: 'Not booked yet',
  notPrinted: 'Label not printed',
  carrier: 'Carrier',
  spend: 'Spend',
  net: 'Net of refunds',
  total: 'Total',
  none: 'Nothing was booked on this day.',
  manifests: 'Manifests',
  manifest: 'Manifest',
  pieces: 'Pieces',
  weight: 'Weight lb',
}
type Words = typeof EN

const ES: Words = {
  title: 'Resumen del día',
  day: 'Reservado el',
  station: 'Estación',
  preparedBy: 'Elaboró',
  madeAt: 'Impreso',
  page: (page, pages) => `Página ${page} de ${pages}`,
  shipments: 'Envíos',
  booked: 'Reservados',
  canceled: 'Cancelados',
  onHold: 'Retenidos',
  notBooked: 'Aún sin reservar',
  notPrinted: 'Etiqueta sin imprimir',
  carrier: 'Transportista',
  spend: 'Gasto',
  net: 'Menos reembolsos',
  total: 'Total',
  none: 'Este día no se reservó nada.',
  manifests: 'Manifiestos',
  manifest: 'Manifiesto',
  pieces: 'Bultos',
  weight: 'Peso lb',
}

export const daySummaryWords: Record<Language, Words> = { en: EN, es: ES }
