import type { LabelQuestion } from '../../../src-shared/station/printing/label-question.ts'

/** The objections to a label, in a sentence of an error. */
export function askedAbout(question: LabelQuestion): string {
  switch (question.kind) {
    case 'status':
      return `The shipment is ${question.key}${question.at === null ? '' : ` since ${question.at}`}.`
    case 'restored':
      return `It may have been printed after the backup of ${question.backupAt} that the ledger was restored from.`
    case 'stock':
      if (question.madeFor !== null)
        return `The label is made for ${question.madeFor} dpi: on this printer its size would not match ${question.stock}.`
      return `The printer is loaded with ${question.stock}, which does not match the size of the label.`
    case 'weight':
      return `It weighs ${question.weighedLb} lb, but ${question.bookedLb} lb were booked.`
    case 'printed-elsewhere':
      return `It was printed elsewhere: ${question.prints.map(({ stationName, at }) => `${stationName}, ${at}`).join('; ')}.`
    case 'offline':
      return 'It was booked at another station, and it is unknown whether it was printed there.'
    case 'bars':
      return `Shrunk to fit, its barcode would have bars of ${question.narrowestMm} mm, which may not scan.`
    case 'labels':
      return `Page ${question.page} has ${question.labels} labels: choose one, or all.`
    case 'blank':
      return `Nothing would be printed on page ${question.pages.join(', ')}: it is blank.`
  }
}
