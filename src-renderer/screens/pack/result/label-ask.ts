import type { LabelQuestion } from '../../../../src-shared/station/printing/label-question.ts'
import { isMessageKey, type MessageKey } from '../../../messages/catalogue.ts'
import type { MessageParams } from '../../../messages/format-message.ts'
import type { BannerWords } from './banner-look.ts'

/**
 * The sentence of the question before a label: of which order it is, what speaks against it, since when, and whether
 * to print.
 */
export function labelAsk(
  question: LabelQuestion,
  code: string,
  words: Pick<BannerWords, 'day' | 'moment' | 'word' | 'number'>,
): { text: MessageKey; params: MessageParams } {
  if (question.kind === 'restored')
    return { text: 'ask.restored', params: { code, when: words.moment(question.backupAt) } }
  if (question.kind === 'stock') {
    const { stock, label, madeFor } = question
    if (label === null) return { text: 'ask.stock.beyond', params: { code, stock } }
    const size = `${label.widthIn} × ${label.heightIn} in`
    if (madeFor !== null) return { text: 'ask.stock.resolution', params: { code, stock, size, dpi: madeFor } }
    return { text: 'ask.stock', params: { code, stock, size } }
  }
  if (question.kind === 'weight') {
    const { weighedLb, bookedLb } = question
    return {
      text: 'ask.weight',
      params: { code, weighed: words.number(weighedLb, 1), booked: words.number(bookedLb, 1) },
    }
  }
  if (question.kind === 'printed-elsewhere') {
    const [newest, ...others] = question.prints
    if (!newest) return { text: 'ask.elsewhere.unknown', params: { code } }
    const { stationName: station, person, at, printerName: printer } = newest
    const params = { code, station, printer, when: words.moment(at), more: others.length }
    return person === null
      ? { text: 'ask.elsewhere', params }
      : { text: 'ask.elsewhere.by', params: { ...params, who: person } }
  }
  if (question.kind === 'offline') {
    if (question.since === null) return { text: 'ask.elsewhere.unknown', params: { code } }
    return { text: 'ask.offline', params: { code, when: words.moment(question.since) } }
  }
  if (question.kind === 'bars') return { text: 'ask.bars', params: { code, width: question.narrowestMm } }
  if (question.kind === 'labels')
    return { text: 'ask.labels', params: { code, page: question.page, labels: question.labels } }
  if (question.kind === 'blank') return { text: 'ask.blank', params: { code, pages: question.pages.join(', ') } }
  const { key, at } = question
  const status = words.word('shipment', key)
  const text = `ask.status.${key}`
  if (at !== null && isMessageKey(text)) return { text, params: { code, when: words.day(at) } }
  return { text: 'ask.status', params: { code, status } }
}
