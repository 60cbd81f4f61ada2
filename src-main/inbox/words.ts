import type { Accessorial } from '../../src-shared/freight/accessorial.ts'
import type { EXCEPTION_REASONS, ExceptionCode } from '../../src-shared/freight/tracking.ts'
import type { InboxItem, InboxKind, InboxNews } from '../../src-shared/station/inbox/item.ts'
import type { Settings } from '../../src-shared/station/app/state.ts'

type Reasons = Record<(typeof EXCEPTION_REASONS)[ExceptionCode], string>

/** Texts of mails, system notifications and approval requests; the screen has its own texts. */
const EN = {
  language: 'en' satisfies Settings['language'] as Settings['language'],
  reasons: {
    RECIPIENT_NOT_AVAILABLE: 'Recipient not available',
    INCORRECT_ADDRESS: 'Incorrect address',
    BUSINESS_CLOSED: 'Business closed',
    WEATHER_DELAY: 'Weather delay',
    MECHANICAL_DELAY: 'Mechanical delay',
    CUSTOMS_HOLD: 'Held by customs',
    REFUSED_BY_RECIPIENT: 'Refused by recipient',
    DAMAGED_PACKAGE: 'Damaged package',
  } satisfies Reasons,
  booking: 'Unconfirmed booking',
  doubled: 'Possible double charge',
  overcharged: 'Overcharged',
  printer: 'Printer problem',
  exception: 'Shipment exception',
  batch: 'Batch stopped',
  order: 'Order with conflicting data',
  'order-file': 'Order files',
  'set-aside': 'Unreadable data from the freight service',
  'consignee-mail': 'Email to consignee rejected',
  clock: "This computer's clock and the freight service's differ by",
  site: 'Site rejected this station',
  note: 'For the office',
  message: 'Site message',
  approval: 'Approval request',
  title: (count: number) => (count === 1 ? '1 item needs attention' : `${count} items need attention`),
  more: (count: number) => `… and ${count} more`,
  due: 'due',
  foot: (station: string) => `Sent by Waybill at ${station}. See the inbox there.`,
  trial: 'Test email from Waybill.',
  /** What a supervisor is shown of a command that asks for approval (approval-facts.ts). */
  facts: {
    to: 'to',
    pieces: (count: number) => `${count} ${count === 1 ? 'piece' : 'pieces'}`,
    bookings: (count: number) => `${count} ${count === 1 ? 'booking' : 'bookings'}`,
    class: (classes: string) => `class ${classes}`,
    hazmat: 'hazardous',
    insured: (amount: string) => `insured for ${amount}`,
    pickup: (day: string) => `pickup ${day}`,
    about: (amount: string) => `about ${amount}`,
    unpriced: (count: number) => `${count} without a price`,
    void: 'Void shipment',
    refund: 'request refund',
    accessorials: {
      LIFTGATE_PICKUP: 'liftgate at pickup',
      LIFTGATE_DELIVERY: 'liftgate at delivery',
      INSIDE_PICKUP: 'inside pickup',
      INSIDE_DELIVERY: 'inside delivery',
      RESIDENTIAL_PICKUP: 'residential pickup',
      RESIDENTIAL_DELIVERY: 'residential delivery',
      APPOINTMENT_DELIVERY: 'delivery by appointment',
      WHITE_GLOVE: 'white glove',
    } satisfies Record<Accessorial, string>,
  },
}
type InboxWords = typeof EN & Record<InboxKind, string>

const ES: InboxWords = {
  language: 'es',
  reasons: {
    RECIPIENT_NOT_AVAILABLE: 'Destinatario ausente',
    INCORRECT_ADDRESS: 'Dirección incorrecta',
    BUSINESS_CLOSED: 'Negocio cerrado',
    WEATHER_DELAY: 'Retraso por clima',
    MECHANICAL_DELAY: 'Retraso por falla mecánica',
    CUSTOMS_HOLD: 'Retención en aduana',
    REFUSED_BY_RECIPIENT: 'Rechazado por el destinatario',
    DAMAGED_PACKAGE: 'Bulto dañado',
  },
  booking: 'Reserva sin confirmar',
  doubled: 'Posible doble cobro',
  overcharged: 'Cobro de más',
  printer: 'Problema de impresora',
  exception: 'Incidencia del envío',
  batch: 'Lote detenido',
  order: 'Pedido con datos en conflicto',
  'order-file': 'Archivos de pedidos',
  'set-aside': 'Datos ilegibles del servicio de carga',
  'consignee-mail': 'Correo al destinatario rechazado',
  clock: 'El reloj de esta computadora y el del servicio de carga difieren en',
  site: 'El sitio rechazó esta estación',
  note: 'Para la oficina',
  message: 'Mensaje del sitio',
  approval: 'Solicitud de aprobación',
  title: (count) => (count === 1 ? '1 asunto requiere atención' : `${count} asuntos requieren atención`),
  more: (count) => `… y ${count} más`,
  due: 'vence',
  foot: (station) => `Enviado por Waybill en ${station}. Vea la bandeja ahí.`,
  trial: 'Correo de prueba de Waybill.',
  facts: {
    to: 'a',
    pieces: (count) => `${count} ${count === 1 ? 'bulto' : 'bultos'}`,
    bookings: (count) => `${count} ${count === 1 ? 'reserva' : 'reservas'}`,
    class: (classes) => `clase ${classes}`,
    hazmat: 'material peligroso',
    insured: (amount) => `asegurado por ${amount}`,
    pickup: (day) => `recolección ${day}`,
    about: (amount) => `aprox. ${amount}`,
    unpriced: (count) => `${count} sin precio`,
    void: 'Anular envío',
    refund: 'solicitar reembolso',
    accessorials: {
      LIFTGATE_PICKUP: 'rampa hidráulica en recolección',
      LIFTGATE_DELIVERY: 'rampa hidráulica en entrega',
      INSIDE_PICKUP: 'recolección en interior',
      INSIDE_DELIVERY: 'entrega en interior',
      RESIDENTIAL_PICKUP: 'recolección residencial',
      RESIDENTIAL_DELIVERY: 'entrega residencial',
      APPOINTMENT_DELIVERY: 'entrega con cita',
      WHITE_GLOVE: 'guante blanco',
    },
  },
}

export const inboxWords = (language: Settings['language']): InboxWords => ({ en: EN, es: ES })[language]

/** One item in a line. */
function lineOf(
  { kind, label, text, code }: Pick<InboxItem, 'kind' | 'label' | 'text' | 'code'>,
  words: InboxWords,
): string {
  const reasons: Partial<Record<string, string>> = words.reasons
  // Carriers write English: elsewhere the reason is before their words, and in English only where they wrote none.
  const isReported = words.language === 'en' && text !== ''
  const reason = kind === 'exception' && !isReported ? (reasons[code ?? ''] ?? '') : ''
  return [`${words[kind]}: ${label}`, reason, text].filter((part) => part !== '').join(' · ')
}

/** A notice of the system holds little. */
const LINES = 3

/** The text of a system notification about these. */
export function newsOf(items: readonly InboxItem[], language: Settings['language']): InboxNews {
  const words = inboxWords(language)
  const lines = items.slice(0, LINES).map((item) => lineOf(item, words).slice(0, 120))
  return {
    title: words.title(items.length),
    lines: items.length > LINES ? [...lines, words.more(items.length - LINES)] : lines,
  }
}

/** A moment in the time zone of this machine. */
const momentText = (moment: string, language: Settings['language']): string =>
  new Intl.DateTimeFormat(language === 'es' ? 'es-MX' : 'en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(moment))

const SHOWN = 50

/** A mail about these. Plain text: what people typed is text in it. */
export function mailOf(
  items: readonly InboxItem[],
  { language, stationName }: Pick<Settings, 'language' | 'stationName'>,
): { subject: string; body: string } {
  const words = inboxWords(language)
  const lines = items
    .slice(0, SHOWN)
    .map((item) => `- ${lineOf(item, words)} (${words.due} ${momentText(item.dueAt, language)})`)
  const more = items.length > SHOWN ? [words.more(items.length - SHOWN)] : []
  return {
    subject: `Waybill, ${stationName}: ${words.title(items.length)}`,
    body: [...lines, ...more, '', words.foot(stationName), ''].join('\n'),
  }
}
