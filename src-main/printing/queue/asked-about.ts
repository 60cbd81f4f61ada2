import type { LabelQuestion } from '../../../src-shared/station/printing/label-question.ts'

/** The objections to a label, in a sentence of an error. */
export function askedAbout(question: LabelQuestion): string {
  switch (question.kind) {
    case 'status':
      return `The shipment is ${question.key}${question.at === null ? '' : ` since ${question.at}`}.`
    case 'restored':
      return `It may have been printed after the backup of ${question.backupAt}, to which the ledger was put back.`
    case 'stock':
      if (question.madeFor !== null)
        return `The label is made for ${question.madeFor} dpi: on this printer it has another size than ${question.stock}.`
      return `The printer is loaded with ${question.stock}, which is another size than the label.`
    case 'weight':
      return `It weighs ${question.weighedLb} lb, and ${question.bookedLb} lb were booked.`
    case 'printed-elsewhere':
      return `It was printed elsewhere: ${question.prints.map(({ stationName, at }) => `${stationName}, ${at}`).join('; ')}.`
    case 'offline':
      return 'It was booked at another station, and the site cannot say whether it was printed there.'
    case 'bars':
      return `Made to fit, a barcode would have bars of ${question.narrowestMm} mm, which scanners may not read.`
    case 'labels':
      return `Page ${question.page} has ${question.labels} labels: choose one of them, or all.`
    case 'blank':
      return `Nothing would be printed on page ${question.pages.join(', ')}: it is blank.`
  }
}
