import type { InboxItem, InboxKind, InboxNews } from '../../src-shared/station/inbox/item.ts'
import type { Settings } from '../../src-shared/station/app/state.ts'

/** What mails and notices of the system say; the screen has texts of its own. */
const EN = {
  booking: 'Booking in doubt',
  printer: 'Printer cannot print',
  exception: 'Exception on the way',
  batch: 'Batch stopped',
  order: 'Order came with other content',
  'order-file': 'Orders from files',
  'set-aside': 'Answers of the service that could not be read',
  note: 'For the office',
  approval: 'Approval asked for',
  title: (count: number) => (count === 1 ? '1 thing needs a person' : `${count} things need a person`),
  more: (count: number) => `… and ${count} more`,
  due: 'due',
  foot: (station: string) => `Sent by Waybill at ${station}. It is all in the inbox there.`,
  trial: 'A mail from Waybill, to see whether it arrives.',
}
type InboxWords = typeof EN & Record<InboxKind, string>

const ES: InboxWords = {
  booking: 'Reserva en duda',
  printer: 'La impresora no puede imprimir',
  exception: 'Incidencia en el camino',
  batch: 'Lote detenido',
  order: 'El pedido llegó con otro contenido',
  'order-file': 'Pedidos de archivos',
  'set-aside': 'Respuestas del servicio que no se pudieron leer',
  note: 'Para la oficina',
  approval: 'Se pide aprobación',
  title: (count) => (count === 1 ? '1 asunto necesita a una persona' : `${count} asuntos necesitan a una persona`),
  more: (count) => `… y ${count} más`,
  due: 'vence',
  foot: (station) => `Enviado por Waybill en ${station}. Todo está en su bandeja.`,
  trial: 'Un correo de Waybill, para ver si llega.',
}

export const inboxWords = (language: Settings['language']): InboxWords => ({ en: EN, es: ES })[language]

/** One item in a line. */
function lineOf({ kind, label, text }: Pick<InboxItem, 'kind' | 'label' | 'text'>, words: InboxWords): string {
  return [`${words[kind]}: ${label}`, text].filter((part) => part !== '').join(' · ')
}

/** A notice of the system holds little. */
const LINES = 3

/** What a notice of the system says of these. */
export function newsOf(items: readonly InboxItem[], language: Settings['language']): InboxNews {
  const words = inboxWords(language)
  const lines = items.slice(0, LINES).map((item) => lineOf(item, words).slice(0, 120))
  return {
    title: words.title(items.length),
    lines: items.length > LINES ? [...lines, words.more(items.length - LINES)] : lines,
  }
}

const SHOWN = 50

/** A mail about these. Plain text: what people typed is text in it. */
export function mailOf(
  items: readonly InboxItem[],
  { language, stationName }: Pick<Settings, 'language' | 'stationName'>,
): { subject: string; body: string } {
  const words = inboxWords(language)
  const lines = items
    .slice(0, SHOWN)
    .map((item) => `- ${lineOf(item, words)} (${words.due} ${item.dueAt.slice(0, 16)}Z)`)
  const more = items.length > SHOWN ? [words.more(items.length - SHOWN)] : []
  return {
    subject: `Waybill, ${stationName}: ${words.title(items.length)}`,
    body: [...lines, ...more, '', words.foot(stationName), ''].join('\n'),
  }
}
