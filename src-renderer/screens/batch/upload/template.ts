import { COUNTRIES } from '../../../../src-shared/freight/address.ts'
import { CSV_MARK, csvLine } from '../../../../src-shared/csv.ts'
import { pickupDayFrom } from '../../../../src-shared/station/booking/pickup-day.ts'
import type { PickupTerms } from '../../../../src-shared/station/booking/pickup-terms.ts'
import { addDays, dayAt, weekdayOf } from '../../../../src-shared/station/day.ts'
import type { Language } from '../../../messages/catalogue.ts'

/** Headers that the station knows, and a row as it is meant: Laredo to Chicago, one pallet quoted at the cheapest rate. */
const TEMPLATES = {
  en: {
    Reference: 'PO-1001',
    'Pickup date': '',
    'Rate rule': 'cheapest',
    Carrier: '',
    Service: '',
    Accessorials: 'LIFTGATE_DELIVERY',
    'Shipper company': 'Acme Machine',
    'Shipper address': '1201 Santa Maria Ave',
    'Shipper city': 'Laredo',
    'Shipper state': 'TX',
    'Shipper zip': '78040',
    'Shipper country': 'US',
    'Consignee company': 'Globex Corporation',
    'Consignee contact': '',
    'Consignee phone': '',
    'Consignee address': '200 N LaSalle St',
    'Consignee city': 'Chicago',
    'Consignee state': 'IL',
    'Consignee zip': '60601',
    'Consignee country': 'US',
    Description: 'Machine parts',
    Pieces: '2',
    'Weight per piece (lb)': '500',
    'Length (in)': '48',
    'Width (in)': '40',
    'Height (in)': '36',
    Class: '',
    Instructions: '',
  },
  es: {
    Referencia: 'OC-1001',
    'Fecha de recolección': '',
    'Regla de tarifa': 'más barata',
    Transportista: '',
    Servicio: '',
    'Servicios adicionales': 'LIFTGATE_DELIVERY',
    'Empresa remitente': 'Acme Machine',
    'Dirección remitente': '1201 Santa Maria Ave',
    'Ciudad remitente': 'Laredo',
    'Estado remitente': 'TX',
    'CP remitente': '78040',
    'País remitente': 'US',
    'Empresa destinatario': 'Globex Corporation',
    'Contacto destinatario': '',
    'Teléfono destinatario': '',
    'Dirección destinatario': '200 N LaSalle St',
    'Ciudad destinatario': 'Chicago',
    'Estado destinatario': 'IL',
    'CP destinatario': '60601',
    'País destinatario': 'US',
    Descripción: 'Refacciones para maquinaria',
    Piezas: '2',
    'Peso por pieza (kg)': '227',
    'Largo (cm)': '122',
    'Ancho (cm)': '102',
    'Alto (cm)': '92',
    Clase: '',
    Instrucciones: '',
  },
} satisfies Record<Language, Record<string, string>>

const DATE_HEADERS = ['Pickup date', 'Fecha de recolección']

/** A file to fill in: the headers in the language in use, and one row that can be booked. */
export function templateCsv(language: Language, pickupDate: string): string {
  const row: Record<string, string> = TEMPLATES[language]
  const cells = Object.entries(row).map(([header, cell]) => (DATE_HEADERS.includes(header) ? pickupDate : cell))
  return CSV_MARK + csvLine(Object.keys(row)) + csvLine(cells)
}

/**
 * The first Monday after this day, or the day behind it where there is no pickup: it leaves time to prepare, and
 * carriers work on it.
 */
export function templateDay(now: Date, pickups: PickupTerms): string {
  const tomorrow = addDays(dayAt(now), 1)
  return pickupDayFrom(addDays(tomorrow, (8 - weekdayOf(tomorrow)) % 7), COUNTRIES[0], pickups)
}
