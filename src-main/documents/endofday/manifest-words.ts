import type { LANGUAGES } from '../../../src-shared/station/app/state.ts'

type Language = (typeof LANGUAGES)[number]

/** The words on the paper that a driver signs. */
const EN = {
  title: 'Pickup manifest',
  manifest: 'Manifest',
  day: 'Ship date',
  carrier: 'Carrier',
  station: 'Station',
  preparedBy: 'Prepared by',
  madeAt: 'Closed',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  columns: ['#', 'PRO', 'Reference', 'Consignee', 'Destination', 'Service', 'Pieces', 'Weight lb'],
  total: (shipments: number) => (shipments === 1 ? 'Total, 1 shipment' : `Total, ${shipments} shipments`),
  unweighed: (count: number) => `Without a weight: ${count}`,
  received:
    'Received in apparent good order, except as noted, the shipments listed above. The count is of handling units.',
  exceptions: 'Exceptions',
  driver: 'Driver, printed name',
  signature: 'Driver signature',
  date: 'Date and time',
  trailer: 'Trailer / unit no.',
  counted: 'Pieces counted',
  shipperSignature: 'Shipper signature',
}
type Words = typeof EN

const ES: Words = {
  title: 'Manifiesto de recolección',
  manifest: 'Manifiesto',
  day: 'Fecha de envío',
  carrier: 'Transportista',
  station: 'Estación',
  preparedBy: 'Elaboró',
  madeAt: 'Cierre',
  page: (page, pages) => `Página ${page} de ${pages}`,
  columns: ['#', 'PRO', 'Referencia', 'Consignatario', 'Destino', 'Servicio', 'Bultos', 'Peso lb'],
  total: (shipments) => (shipments === 1 ? 'Total, 1 envío' : `Total, ${shipments} envíos`),
  unweighed: (count) => `Sin peso: ${count}`,
  received: 'Recibí en aparente buen estado, salvo lo anotado, los envíos de la lista. Se cuentan unidades de manejo.',
  exceptions: 'Observaciones',
  driver: 'Nombre del operador',
  signature: 'Firma del operador',
  date: 'Fecha y hora',
  trailer: 'Caja / núm. de unidad',
  counted: 'Bultos contados',
  shipperSignature: 'Firma del remitente',
}

export const manifestWords: Record<Language, Words> = { en: EN, es: ES }
