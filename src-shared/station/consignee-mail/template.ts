import { cleanText } from '../../clean-text.ts'
import type { EXCEPTION_REASONS, ExceptionCode } from '../../freight/tracking.ts'
import { dayText } from '../day.ts'
import type { ConsigneeEvent } from '../../machine/consignee-mail.ts'

export const MAIL_LANGUAGES = ['en', 'es'] as const
export type MailLanguage = (typeof MAIL_LANGUAGES)[number]

/** What a template may name, in braces. */
export const PLACEHOLDERS = [
  'event',
  'todo',
  'consignee',
  'carrier',
  'tracking',
  'pro',
  'reference',
  'destination',
  'delivery',
  'sender',
] as const
type Placeholder = (typeof PLACEHOLDERS)[number]

export interface MailTemplate {
  subject: string
  text: string
}

type Reason = (typeof EXCEPTION_REASONS)[ExceptionCode]

interface Words {
  template: MailTemplate
  events: Record<ConsigneeEvent, string>
  todo: Record<Exclude<ConsigneeEvent, 'exception'> | Reason | 'other', string>
  none: string
}

const PAPERS = {
  en: {
    subject: 'Papers for {reference}',
    text: 'Hello,\n\nattached are the papers for shipment {reference}.\n\nTracking number: {tracking}\nPRO number: {pro}\n\n{sender}',
  },
  es: {
    subject: 'Documentos de {reference}',
    text: 'Hola:\n\nAdjuntamos los documentos del envío {reference}.\n\nNúmero de rastreo: {tracking}\nNúmero PRO: {pro}\n\n{sender}',
  },
} as const satisfies Record<MailLanguage, MailTemplate>

/** The e-mail that a shipment's papers go with. */
export function papersMailText(
  language: MailLanguage,
  facts: Record<'reference' | 'tracking' | 'pro' | 'sender', string | null>,
): { subject: string; body: string } {
  const none = language === 'en' ? EN.none : ES.none
  const known: Record<string, string | null> = facts
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => cleanText(known[name] ?? none))
  return { subject: fill(PAPERS[language].subject), body: fill(PAPERS[language].text) }
}

const EN: Words = {
  template: {
    subject: '{event}: {reference}',
    text: `Hello {consignee},

{event}.

Carrier: {carrier}
Tracking number: {tracking}
PRO number: {pro}
Reference: {reference}
Destination: {destination}
Estimated delivery: {delivery}

{todo}

{sender}`,
  },
  events: {
    shipped: 'Your shipment is on its way',
    'out-for-delivery': 'Your shipment is out for delivery',
    delivered: 'Your shipment was delivered',
    exception: 'There is a problem with your shipment',
  },
  todo: {
    shipped: 'You do not need to do anything now. Have the numbers above ready if you contact the carrier.',
    'out-for-delivery':
      'Please have someone at the address to receive it. Count the pieces and note any damage on the delivery receipt before you sign.',
    delivered:
      'Please check the freight now. Report damage or missing pieces to us and to the carrier as soon as possible, and keep the packaging.',
    RECIPIENT_NOT_AVAILABLE:
      'No one was there to receive it. Please call the carrier with the PRO number to arrange a new delivery.',
    INCORRECT_ADDRESS: 'The address is incorrect or incomplete. Please send us the correct one.',
    BUSINESS_CLOSED: 'The business was closed. Please call the carrier with the PRO number to arrange a new delivery.',
    WEATHER_DELAY: 'It is delayed by the weather. You do not need to do anything.',
    MECHANICAL_DELAY: 'It is delayed by a mechanical failure. You do not need to do anything.',
    CUSTOMS_HOLD: 'Customs is holding it. Please contact us if you or your broker were asked for documents.',
    REFUSED_BY_RECIPIENT: 'The delivery was refused. If that was a mistake, please contact us.',
    DAMAGED_PACKAGE: 'The carrier reported damage. Please contact us before you accept the delivery.',
    other: 'Please contact us, or call the carrier with the PRO number.',
  },
  none: 'not available yet',
}

const ES: Words = {
  template: {
    subject: '{event}: {reference}',
    text: `Hola, {consignee}:

{event}.

Transportista: {carrier}
Número de rastreo: {tracking}
Número PRO: {pro}
Referencia: {reference}
Destino: {destination}
Entrega estimada: {delivery}

{todo}

{sender}`,
  },
  events: {
    shipped: 'Su envío va en camino',
    'out-for-delivery': 'Su envío está en ruta de entrega',
    delivered: 'Su envío fue entregado',
    exception: 'Hay un problema con su envío',
  },
  todo: {
    shipped: 'Por ahora no tiene que hacer nada. Tenga a la mano los números de arriba si llama al transportista.',
    'out-for-delivery':
      'Por favor, que haya alguien en el domicilio para recibirlo. Cuente los bultos y anote cualquier daño en el acuse de entrega antes de firmar.',
    delivered:
      'Por favor, revise la carga ahora. Avise cuanto antes, a nosotros y al transportista, de daños o faltantes, y conserve el empaque.',
    RECIPIENT_NOT_AVAILABLE:
      'No había quien lo recibiera. Llame al transportista con el número PRO para acordar otra entrega.',
    INCORRECT_ADDRESS: 'La dirección es incorrecta o está incompleta. Por favor, envíenos la correcta.',
    BUSINESS_CLOSED: 'El negocio estaba cerrado. Llame al transportista con el número PRO para acordar otra entrega.',
    WEATHER_DELAY: 'Está retrasado por el clima. No tiene que hacer nada.',
    MECHANICAL_DELAY: 'Está retrasado por una falla mecánica. No tiene que hacer nada.',
    CUSTOMS_HOLD: 'La aduana lo tiene retenido. Avísenos si a usted o a su agente aduanal le pidieron documentos.',
    REFUSED_BY_RECIPIENT: 'La entrega fue rechazada. Si fue un error, comuníquese con nosotros.',
    DAMAGED_PACKAGE: 'El transportista reportó daños. Comuníquese con nosotros antes de aceptar la entrega.',
    other: 'Comuníquese con nosotros, o llame al transportista con el número PRO.',
  },
  none: 'todavía no disponible',
}

const WORDS: Record<MailLanguage, Words> = { en: EN, es: ES }
const NAMED = /\{([^{}]*)\}/g

/** The template that is used until another is written. */
export const firstTemplate = (language: MailLanguage): MailTemplate => WORDS[language].template

/** The first placeholder that there is not; null: all are known. */
export function unknownPlaceholder(text: string): string | null {
  const names = [...text.matchAll(NAMED)].map(([, name = '']) => name)
  return names.find((name) => !PLACEHOLDERS.some((known) => known === name)) ?? null
}

/** What a mail says of a shipment; `delivery` as YYYY-MM-DD; null: it is not known. */
export type MailFacts = Record<Exclude<Placeholder, 'event' | 'todo'>, string | null>

/** The mail about an event. */
export function consigneeMailText(
  { subject, text }: MailTemplate,
  language: MailLanguage,
  about: { event: ConsigneeEvent; reason: Reason | null; facts: MailFacts },
): { subject: string; body: string } {
  const { events, todo, none } = WORDS[language]
  const { event, reason, facts } = about
  const instruction = todo[event === 'exception' ? (reason ?? 'other') : event]
  const delivery = facts.delivery && dayText(facts.delivery, language, 'long')
  const said = new Map(Object.entries({ ...facts, delivery, event: events[event], todo: instruction }))
  const fill = (part: string) => part.replaceAll(NAMED, (_, name: string) => cleanText(said.get(name) ?? '') || none)
  return { subject: fill(subject).replaceAll(/\s+/g, ' '), body: `${fill(text).trim()}\n` }
}

/** For a preview. */
export const SAMPLE_FACTS: MailFacts = {
  consignee: 'Globex',
  carrier: 'Northline',
  tracking: '1Z0042',
  pro: '482-119-3',
  reference: 'PO-4711',
  destination: 'Laredo, TX 78040',
  delivery: '2026-11-24',
  sender: 'Acme Warehouse',
}
