import type { BookingQuestion } from '../../../../src-shared/machine/booking.ts'
import type { Booking } from '../../../../src-shared/station/booking/booking.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'

type Words = Pick<Locale, 't' | 'money' | 'day' | 'ago' | 'error'>

/** What happens next with a booking, in one line: automatically, or by a person. */
export function nextStep(booking: Booking, now: number, words: Words): string {
  const { t } = words
  switch (booking.state) {
    case 'QUEUED':
      if (booking.holdUntil) return t('outbox.next.held', { day: words.day(booking.holdUntil) })
      if (booking.error)
        return t('outbox.next.retry', { why: words.error(booking.error), when: dueIn(booking, now, words) })
      return t('outbox.next.queued')
    case 'SENDING':
      return t('outbox.next.sending')
    case 'UNKNOWN':
      return t('outbox.next.unknown', { checks: booking.checks, when: dueIn(booking, now, words) })
    case 'NEEDS_DECISION':
      return booking.question ? asked(booking.question, words) : t('booking.NEEDS_DECISION.text')
    case 'REJECTED':
      return booking.error ? words.error(booking.error) : t('booking.REJECTED.text')
    case 'BOOKED':
      return booked(booking, words)
    case 'CANCELLED':
      return t('outbox.next.cancelled')
  }
}

/** When the next try or look is due: "in 12 sec.", or now. */
export function dueIn({ nextCheckAt }: Pick<Booking, 'nextCheckAt'>, now: number, { t, ago }: Words): string {
  return nextCheckAt && Date.parse(nextCheckAt) > now ? ago(nextCheckAt, now) : t('booking.now')
}

function asked(question: BookingQuestion, { t, money, day }: Words): string {
  switch (question.kind) {
    case 'not-found':
      if (question.near) return t('outbox.next.duplicate', { count: question.near.length })
      return t('outbox.next.notFound', { checks: question.checks })
    case 'duplicate':
      return t('outbox.next.duplicate', { count: question.shipmentIds.length })
    case 'price-changed':
      return t('outbox.next.priceChanged', { was: money(question.was), now: money(question.now) })
    case 'rate-gone':
      return t('outbox.next.rateGone', { offers: question.offers })
    case 'pickup-passed':
      return t('outbox.next.pickupPassed', { day: day(question.pickupDate) })
    case 'reference-taken':
      return t(question.sameFreightAs ? 'outbox.next.sameFreight' : 'outbox.next.referenceTaken', {
        station: question.holder.stationName,
      })
  }
}

function booked({ cancellation, hasLabel, pickupDate }: Booking, { t, money, day }: Words): string {
  if (cancellation) {
    return cancellation.refund
      ? t('outbox.next.voidedRefund', { refund: money(cancellation.refund) })
      : t('outbox.next.voided')
  }
  if (!hasLabel) return t('outbox.next.noLabel')
  return pickupDate ? t('order.pickupOn', { day: day(pickupDate) }) : t('outbox.next.bookedAnyDay')
}
