// Written by scripts/messages.ts from en.json; a test compares.
type Text = string | number
/** What each message is filled with; one that is not here takes nothing. */
export interface MessageArguments {
  'about.hideText': { name: Text }
  'about.librariesText': { count: Text }
  'about.showText': { name: Text }
  'answer.acceptPrice': { price: Text }
  'answer.acceptPrice.effect': { carrier: Text; price: Text; was: Text }
  'answer.holds': { time: Text }
  'answer.newPickup.button': { newDay: Text }
  'answer.newPickup.effect': { newDay: Text }
  'answer.newReference.button': { reference: Text }
  'answer.newReference.effect': { reference: Text }
  'answer.quoteAgain.effect': { carrier: Text }
  'approval.refused': { name: Text }
  'approval.waits': { due: Text }
  'approval.what.other': { command: Text }
  'aside.next': { tries: number; when: Text }
  'aside.text': { count: number }
  'ask.bars': { code: Text; width: Text }
  'ask.blank': { code: Text; pages: Text }
  'ask.elsewhere': { code: Text; station: Text; printer: Text; when: Text; more: number }
  'ask.elsewhere.by': { code: Text; who: Text; station: Text; printer: Text; when: Text; more: number }
  'ask.elsewhere.unknown': { code: Text }
  'ask.labels': { code: Text; page: Text; labels: Text }
  'ask.offline': { code: Text; when: Text }
  'ask.restored': { code: Text; when: Text }
  'ask.status': { code: Text; status: Text }
  'ask.status.CUSTOMS_HOLD': { code: Text; when: Text }
  'ask.status.DELIVERED': { code: Text; when: Text }
  'ask.status.EXCEPTION': { code: Text; when: Text }
  'ask.status.IN_TRANSIT': { code: Text; when: Text }
  'ask.status.OUT_FOR_DELIVERY': { code: Text; when: Text }
  'ask.status.PICKED_UP': { code: Text; when: Text }
  'ask.status.RETURNED': { code: Text; when: Text }
  'ask.stock': { code: Text; size: Text; stock: Text }
  'ask.stock.beyond': { code: Text; stock: Text }
  'ask.stock.resolution': { code: Text; dpi: Text; size: Text; stock: Text }
  'ask.weight': { code: Text; weighed: Text; booked: Text }
  'audit.exporting': { rows: Text }
  'away.again': { time: Text }
  'banner.alike.text': { code: Text }
  'banner.alreadyPrinted.text': { times: number; when: Text; printer: Text }
  'banner.ambiguous.text': { count: Text; code: Text }
  'banner.archived.text': { archive: Text }
  'banner.error.text': { why: Text }
  'banner.failed.text': { printer: Text; why: Text }
  'banner.fetchedAgain.text': { when: Text }
  'banner.headOpen.text': { printer: Text }
  'banner.inQueue.text': { printer: Text }
  'banner.labelArchived.text': { archive: Text; why: Text }
  'banner.labelLetGo.text': { when: Text; why: Text }
  'banner.looking.text': { code: Text }
  'banner.many': { labels: Text }
  'banner.many.text': { code: Text; labels: Text; most: Text }
  'banner.noLabel.text': { why: Text }
  'banner.noTarget.text': { command: Text }
  'banner.notBooked.text': { reference: Text; state: Text }
  'banner.notFound.layout': { code: Text; asUs: Text }
  'banner.notFound.text': { code: Text }
  'banner.notFound.unasked': { code: Text }
  'banner.notPrintable.text': { code: Text; status: Text }
  'banner.notVoided.text': { reference: Text; why: Text }
  'banner.nowBooked.text': { reference: Text }
  'banner.onHold.order': { reference: Text; reason: Text }
  'banner.onHold.text': { reference: Text; day: Text }
  'banner.order.text': { reference: Text; consignee: Text }
  'banner.outOfLabels.text': { printer: Text }
  'banner.outOfRibbon.text': { printer: Text }
  'banner.piece': { scanned: Text; pieces: Text }
  'banner.piece.againText': { reference: Text; scanned: Text; pieces: Text }
  'banner.piece.ofAllText': { reference: Text }
  'banner.piece.text': { reference: Text; left: number }
  'banner.piece.unsureText': { scanned: Text; pieces: Text }
  'banner.pieces': { pieces: Text }
  'banner.pieces.text': { reference: Text }
  'banner.piecesMissing.text': { scanned: Text; pieces: Text }
  'banner.printed.operator': { printer: Text }
  'banner.printed.printer': { printer: Text }
  'banner.printerPaused.text': { printer: Text }
  'banner.queuePaused.text': { printer: Text }
  'banner.queued.text': { printer: Text }
  'banner.ready.text': { printer: Text }
  'banner.repeat.text': { code: Text; seconds: Text }
  'banner.reprint.text': { code: Text }
  'banner.retrying.text': { printer: Text; why: Text }
  'banner.scan': { scanned: number }
  'banner.scans': { scanned: Text }
  'banner.scans.text': { reference: Text }
  'banner.sending.text': { printer: Text; percent: Text }
  'banner.sent.text': { title: Text; printer: Text }
  'banner.unknown.text': { title: Text; percent: number; printer: Text }
  'banner.voidUnknown.text': { reference: Text }
  'banner.voided.refund': { reference: Text; amount: Text; status: Text }
  'banner.voided.text': { reference: Text }
  'banner.voiding.text': { reference: Text }
  'batch.answer.createRow': { row: Text }
  'batch.answer.skipRow': { row: Text }
  'batch.answerAll': { count: number }
  'batch.bookedSum': { booked: Text }
  'batch.cancelText': { waiting: number; submitted: number }
  'batch.cancelTitle': { name: Text }
  'batch.checked': { rows: number; ok: Text; errors: Text; duplicates: Text }
  'batch.checking': { rows: number }
  'batch.columnsText': { rows: number }
  'batch.doubled': { field: Text }
  'batch.duplicateOf': { reference: Text }
  'batch.fieldOf': { letter: Text; header: Text }
  'batch.fileHint': { most: Text }
  'batch.fix.cell': { column: Text; row: Text }
  'batch.fix.downCell': { column: Text; row: Text }
  'batch.fix.downHint': { column: Text }
  'batch.fix.keepCell': { column: Text; row: Text }
  'batch.fixRow.open': { row: Text }
  'batch.handInStopped': { name: Text }
  'batch.handingIn': { name: Text }
  'batch.hidden': { rows: Text; columns: Text }
  'batch.inOrders': { count: number }
  'batch.labels.confirm': { count: number }
  'batch.labels.handedOver': { count: number }
  'batch.labels.not': { count: Text; reason: Text }
  'batch.labels.title': { count: number }
  'batch.left.answers': { count: number }
  'batch.left.errors': { count: number }
  'batch.leftOut': { columns: Text }
  'batch.live.running': { done: Text; rows: Text }
  'batch.mapRemoved': { name: Text }
  'batch.mapSaved': { name: Text }
  'batch.needsData': { count: number }
  'batch.notTaken': { name: Text }
  'batch.open': { reference: Text }
  'batch.problem.accessorial': { value: Text; words: Text }
  'batch.problem.at-least': { minimum: Text }
  'batch.problem.at-most': { maximum: Text }
  'batch.problem.day': { value: Text; right: Text }
  'batch.problem.differs': { value: Text; first: Text; row: Text }
  'batch.problem.half-row': { cells: Text; headers: Text }
  'batch.problem.more-than': { minimum: Text }
  'batch.problem.no-address': { addressId: Text }
  'batch.problem.no-rate': { value: Text; offers: Text }
  'batch.problem.no-such-day': { value: Text; right: Text }
  'batch.problem.no-value': { value: Text }
  'batch.problem.number': { value: Text; example: Text }
  'batch.problem.one-of': { value: Text; words: Text }
  'batch.problem.other-number-form': { value: Text; example: Text }
  'batch.problem.past': { day: Text; today: Text }
  'batch.problem.pickup-closed': { next: Text }
  'batch.problem.pickup-far': { day: Text }
  'batch.problem.pickup-holiday': { next: Text }
  'batch.problem.pickup-weekend': { next: Text }
  'batch.problem.postal-form': { value: Text; country: Text; example: Text }
  'batch.problem.postal-state': { value: Text; lies: Text; state: Text }
  'batch.problem.refused': { reason: Text }
  'batch.problem.rounded': { value: Text }
  'batch.problem.rule-forbids': { reason: Text }
  'batch.problem.sheet-error': { value: Text }
  'batch.problem.state-canada': { value: Text }
  'batch.problem.state-mexico': { value: Text }
  'batch.problem.terms-billed': { value: Text }
  'batch.problem.terms-unknown': { value: Text }
  'batch.problem.too-large': { value: Text }
  'batch.problem.too-long': { most: Text }
  'batch.problem.too-many-cells': { cells: Text; headers: Text }
  'batch.problem.twice-encoded': { value: Text; right: Text }
  'batch.problem.units-differ': { value: Text; unit: Text }
  'batch.problem.unsure-number': { value: Text; one: Text; other: Text }
  'batch.problem.weights-differ': { of: Text; each: Text }
  'batch.problem.whole': { value: Text }
  'batch.problem.yes-no': { value: Text }
  'batch.progress': { done: Text; rows: Text }
  'batch.readsAs': { text: Text; value: Text }
  'batch.readsNot': { text: Text }
  'batch.reason.ANSWER_NEEDED': { count: number }
  'batch.reason.BATCH_STOPPED': { row: Text }
  'batch.reason.PRICE_ROSE': { row: Text; now: Text; was: Text }
  'batch.refused.empty': { name: Text }
  'batch.refused.spreadsheet': { name: Text }
  'batch.refused.tooLarge': { name: Text; size: Text; most: Text }
  'batch.removeMap': { name: Text }
  'batch.removeNamed': { name: Text }
  'batch.removed': { name: Text }
  'batch.resultsDone': { name: Text }
  'batch.retry': { count: number }
  'batch.rowSpan': { from: Text; to: Text }
  'batch.rowsShown': { shown: Text; total: Text }
  'batch.sameFile': { name: Text; when: Text }
  'batch.sameReference': { row: Text }
  'batch.spend.moreCarriers': { count: number }
  'batch.spent': { amount: Text }
  'batch.suffix': { reference: Text; wanted: Text }
  'batch.sum.booked': { booked: Text; rows: Text }
  'batch.sum.checked': { rows: number; errors: number }
  'batch.sum.ordered': { ordered: Text; rows: Text }
  'batch.timeLeft': { speed: Text; time: Text }
  'batch.toOrders': { count: number }
  'batch.unsentSum': { count: Text }
  'batch.unsureNumber': { text: Text }
  'batch.unsureWeight': { column: Text }
  'book.batchRow': { row: Text }
  'book.booking': { reference: Text }
  'book.chargedOtherwise': { charged: Text; quoted: Text }
  'book.confirm': { price: Text }
  'book.delivery': { day: Text }
  'book.edit': { what: Text }
  'book.letters': { letters: Text }
  'book.nextLabel': { day: Text }
  'book.referenceAgain': { reference: Text }
  'book.referenceLength': { typed: Text; most: Text }
  'book.referenceTaken': { reference: Text }
  'book.referenceUsed': { reference: Text }
  'booking.UNKNOWN.text': { checks: number; next: Text }
  'booking.answeredWith': { reference: Text; shipment: Text; other: Text }
  'booking.cutShort': { reference: Text }
  'booking.duplicate': { count: number; reference: Text }
  'booking.held': { day: Text }
  'booking.holdTagPrinting': { printer: Text }
  'booking.near': { count: number; reference: Text }
  'booking.nextTry': { when: Text }
  'booking.notFound': { checks: number; reference: Text }
  'booking.pickupPassed': { day: Text }
  'booking.priceChanged': { was: Text; now: Text }
  'booking.rateGone': { carrier: Text; offers: number }
  'booking.referenceTaken': { reference: Text; who: Text; station: Text; when: Text }
  'booking.sameFreight': { who: Text; station: Text; when: Text; other: Text }
  'border.alsoKnown': { weight: Text; size: Text }
  'border.book': { service: Text; price: Text }
  'border.bookedAs': { reference: Text }
  'border.by': { crossing: Text }
  'border.caution.detour': { distance: Text }
  'border.caution.pickupMoved': { wanted: Text; pickup: Text }
  'border.dock.from': { time: Text }
  'border.dock.hours': { opens: Text; closes: Text }
  'border.dock.readyAt': { time: Text }
  'border.dock.until': { time: Text }
  'border.gone': { carriers: Text; service: Text; price: Text }
  'border.kilometres': { count: Text }
  'border.miles': { count: Text }
  'border.product': { number: Text; unit: Text }
  'border.productRemove': { number: Text; unit: Text }
  'border.rates': { count: number }
  'border.reason': { crossing: Text; distance: Text; best: Text; other: Text }
  'border.reasonChosen': { crossing: Text; suggested: Text; distance: Text }
  'border.said': { count: Text; price: Text }
  'border.sameContact': { name: Text }
  'border.totals': { pieces: number; weight: Text }
  'border.unit': { number: Text }
  'border.unitCopy': { number: Text }
  'border.unitRemove': { number: Text }
  'border.zoneShown': { zone: Text }
  'bulk.acknowledge.title': { count: number }
  'bulk.all': { count: Text }
  'bulk.assign.title': { count: number }
  'bulk.cancel.do': { count: number }
  'bulk.cancel.title': { count: number }
  'bulk.exported': { count: number; name: Text }
  'bulk.failed': { count: Text }
  'bulk.most': { count: Text }
  'bulk.pick': { reference: Text }
  'bulk.picked': { count: Text }
  'bulk.pickup.title': { count: number }
  'bulk.print.title': { count: number }
  'bulk.progress': { done: Text; count: Text }
  'calls.attempt': { attempt: Text }
  'cancel.refundOf': { amount: Text }
  'cancel.title': { reference: Text }
  'cargo.asLastTime': { pieces: Text; weight: Text }
  'cargo.byDensityClass': { freightClass: Text }
  'cargo.copy': { number: Text }
  'cargo.densityKnown': { pcf: Text; freightClass: Text }
  'cargo.densityUsed': { pcf: Text; freightClass: Text }
  'cargo.fromScale': { weight: Text }
  'cargo.line': { number: Text }
  'cargo.reasonAgrees': { pcf: Text; step: Text; freightClass: Text }
  'cargo.reasonDiffers': { pcf: Text; step: Text; freightClass: Text }
  'cargo.reasonUsed': { pcf: Text; step: Text; freightClass: Text }
  'cargo.remove': { number: Text }
  'cargo.stepBelow': { below: Text }
  'cargo.stepBetween': { from: Text; below: Text }
  'cargo.stepFrom': { from: Text }
  'cargo.totals': { pieces: Text; pounds: Text; feet: Text }
  'carrierRules.approval': { rule: Text }
  'carrierRules.approvalThis': { rule: Text }
  'carrierRules.byRule': { amount: Text }
  'carrierRules.chose': { carrier: Text; amount: Text; rule: Text }
  'carrierRules.daysCount': { days: number }
  'carrierRules.does.approve': { amount: Text }
  'carrierRules.does.block': { carrier: Text }
  'carrierRules.does.cheapest': { days: number }
  'carrierRules.does.insure': { amount: Text }
  'carrierRules.does.limit': { amount: Text }
  'carrierRules.does.prefer': { carrier: Text; amount: Text }
  'carrierRules.does.preferAlways': { carrier: Text }
  'carrierRules.down': { name: Text }
  'carrierRules.forbidden': { rule: Text }
  'carrierRules.forbidsThis': { carrier: Text; rule: Text }
  'carrierRules.isInsured': { rule: Text }
  'carrierRules.isLater': { days: number }
  'carrierRules.isSooner': { days: number }
  'carrierRules.made': { day: Text }
  'carrierRules.madeBy': { name: Text; day: Text }
  'carrierRules.mustInsure': { amount: Text; rule: Text }
  'carrierRules.removeTitle': { name: Text }
  'carrierRules.says.consignee': { consignee: Text }
  'carrierRules.says.from': { place: Text }
  'carrierRules.says.fromLb': { weight: Text }
  'carrierRules.says.to': { place: Text }
  'carrierRules.says.toLb': { weight: Text }
  'carrierRules.trial.approvals': { count: Text }
  'carrierRules.trial.basis': { quotes: number; booked: Text }
  'carrierRules.trial.changed': { count: Text }
  'carrierRules.trial.cost': { amount: Text }
  'carrierRules.trial.insured': { count: Text }
  'carrierRules.trial.later': { count: Text }
  'carrierRules.trial.refused': { count: Text }
  'carrierRules.trial.saved': { amount: Text }
  'carrierRules.trial.sooner': { count: Text }
  'carrierRules.up': { name: Text }
  'change.immutable': { when: Text }
  'change.next.unknown': { when: Text }
  'change.title': { reference: Text }
  'change.what.cancel': { reason: Text }
  'change.what.consignee': { value: Text }
  'change.what.instructions': { value: Text }
  'change.what.pickup': { day: Text }
  'change.what.reference': { value: Text }
  'check.done': { count: Text; all: Text }
  'check.request': { id: Text }
  'compare.caption': { reference: Text }
  'compare.leave': { count: number }
  'compare.others': { count: number }
  'compare.printedTimes': { times: number }
  'compare.void': { count: number }
  'connection.offlineSince': { since: Text }
  'connection.offlineWhy': { since: Text; why: Text }
  'connection.onlineWhy': { since: Text }
  'connections.failing': { why: Text }
  'connections.lastUsed': { when: Text }
  'connections.listening': { url: Text }
  'connections.removePageText': { origin: Text }
  'connections.removeText': { url: Text }
  'connections.revokeTitle': { name: Text }
  'connections.revoked': { count: Text }
  'connections.someCommands': { count: number }
  'connections.waiting': { count: number }
  'consigneeMail.byRule': { rule: Text }
  'consigneeMail.noPlaceholder': { name: Text }
  'consigneeMail.placeholders': { names: Text }
  'contacts.hours': { opens: Text; closes: Text }
  'contacts.imported': { added: Text; known: Text; problems: Text }
  'contacts.merged': { name: Text }
  'contacts.removed': { name: Text }
  'contacts.removedAt': { when: Text }
  'contacts.restored': { name: Text }
  'contacts.row': { row: Text; message: Text }
  'copy.title': { reference: Text }
  'cutoff.remove': { carrier: Text }
  'data.archiveAsk': { name: Text }
  'data.archiveGone': { size: Text }
  'data.archiveHolds': { count: number; when: Text }
  'data.archiveMake': { year: Text }
  'data.free': { size: Text }
  'data.holds': { count: number; when: Text }
  'data.holdsNothing': { count: number }
  'data.proven': { when: Text }
  'data.restoreNext': { when: Text }
  'data.restoreOne': { when: Text }
  'data.secondTried': { count: number }
  'data.secondUntil': { when: Text }
  'data.showAll': { count: Text }
  'desktop.install': { version: Text }
  'desktop.link.booking': { id: Text }
  'desktop.link.shipment': { id: Text }
  'desktop.openWindow': { screen: Text }
  'desktop.toolsUntil': { time: Text }
  'desktop.update.failed': { reason: Text }
  'desktop.update.held': { version: Text }
  'desktop.update.loading': { version: Text }
  'desktop.update.ready': { version: Text }
  'desktop.update.taken-back': { version: Text }
  'doc.deleteTitle': { type: Text }
  'doc.deleted': { type: Text }
  'doc.found': { count: number }
  'doc.foundOf': { shown: Text; total: Text }
  'doc.lookingUp': { count: Text }
  'doc.newTitle': { type: Text }
  'doc.numbered': { type: Text; number: Text; count: Text }
  'doc.printing': { type: Text; printer: Text }
  'doc.removeRow': { section: Text; number: Text }
  'doc.replaceTitle': { type: Text }
  'doc.row': { section: Text; number: Text }
  'doc.signedBy': { name: Text }
  'doc.wrong': { count: Text }
  'emergency.counts': { waiting: number; left: number; atSite: number }
  'emergency.notNow': { site: Text }
  'emergency.since': { when: Text; person: Text; reason: Text }
  'emergency.warnSite': { site: Text }
  'endofday.actionFor': { action: Text; reference: Text }
  'endofday.choose': { reference: Text }
  'endofday.chooseAll': { carrier: Text }
  'endofday.closeAll': { carriers: number; shipments: number }
  'endofday.closeConfirm': { count: number }
  'endofday.closeTitle': { day: Text }
  'endofday.closed': { count: number }
  'endofday.closedAt': { time: Text }
  'endofday.closedBefore': { number: Text; time: Text; by: Text }
  'endofday.manifestOf': { number: Text; carrier: Text }
  'endofday.next': { day: Text; count: number }
  'endofday.orders': { count: Text; held: Text }
  'endofday.printLabels': { count: Text }
  'endofday.staysOut': { count: number }
  'endofday.unweighed': { count: Text }
  'endofday.voidDone': { number: Text }
  'endofday.voidedBecause': { reason: Text }
  'endofday.weightSum': { weight: Text }
  'error.BOOKED_TWICE': { reference: Text; shipments: Text }
  'error.STATION_ENROLLED': { name: Text; madeAt: Text }
  'error.STATION_LEFT_OUT': { name: Text }
  'error.bookingIs': { state: Text }
  'error.file.missing': { columns: Text }
  'error.file.quote': { row: Text }
  'error.noShipment': { number: Text }
  'error.requestId': { requestId: Text }
  'feed.added': { count: number }
  'feed.allowedBy': { name: Text; when: Text }
  'feed.asked': { count: Text }
  'feed.mapped': { count: number }
  'feed.newest': { name: Text }
  'feed.refused': { count: Text }
  'feed.row': { row: Text }
  'feed.rows': { count: number }
  'feed.same': { count: Text }
  'feed.waiting': { count: Text }
  'field.atLeast': { minimum: Text }
  'field.atMost': { maximum: Text }
  'field.moreThan': { minimum: Text }
  'field.pickupClosed': { next: Text }
  'field.pickupHoliday': { holiday: Text; next: Text }
  'field.pickupWeekend': { next: Text }
  'field.tooLong': { maximum: Text }
  'figures.booked': { day: Text }
  'figures.history': { days: Text }
  'forget.atSite': { site: Text; stations: Text }
  'forget.need.batch': { what: Text }
  'forget.need.open-booking': { what: Text }
  'forget.need.open-order': { what: Text }
  'forget.need.printing': { what: Text }
  'forget.need.under-way': { what: Text }
  'forget.staysArchives': { names: Text }
  'forget.staysAside': { count: number }
  'forget.staysBackups': { count: number; when: Text }
  'forget.staysManifests': { count: number }
  'forget.staysSecond': { folder: Text }
  'frame.moreNews': { count: Text }
  'frame.notSent': { count: Text }
  'freight.insured': { amount: Text }
  'history.load': { count: number; weight: Text }
  'history.moreBookings': { count: number }
  'hold.until': { day: Text }
  'holding.hintHeld': { day: Text }
  'holding.pickup': { day: Text }
  'holding.title': { reference: Text }
  'inbox.approvedBy': { name: Text; when: Text }
  'inbox.countLabel': { count: Text }
  'inbox.due': { when: Text }
  'inbox.endTitle': { label: Text }
  'inbox.endedBy': { name: Text; when: Text }
  'inbox.endedItself': { when: Text }
  'inbox.overdue': { when: Text }
  'inbox.refuseTitle': { name: Text }
  'inbox.refusedBy': { name: Text; when: Text }
  'job.copies': { copies: Text }
  'job.question': { percent: number }
  'job.question.page': { taken: Text; pages: Text; page: Text }
  'job.question.pages': { taken: Text; pages: Text; page: Text }
  'job.staleQuestion': { time: Text }
  'joinCode.ends': { when: Text }
  'joinCode.joined': { station: Text }
  'keep.askText': { size: Text }
  'keep.lastRound': { when: Text }
  'known.odometer': { from: Text; to: Text }
  'known.odometerBy': { from: Text; to: Text; by: Text }
  'known.page': { page: Text; pages: Text }
  'known.pageInDoubt': { taken: Text; pages: Text; page: Text }
  'known.pageLast': { page: Text; pages: Text }
  'known.pages': { taken: Text; pages: Text }
  'known.partly': { percent: number }
  'known.sending': { percent: Text }
  'known.spooledAs': { queue: Text; number: Text }
  'known.stopped': { taken: Text; pages: Text }
  'known.stoppedAt': { taken: Text; pages: Text; page: Text }
  'label.inQueue': { printer: Text }
  'label.pageAlt': { page: Text; pages: Text }
  'label.pages': { count: Text }
  'label.printing': { printer: Text }
  'labelSays.bytes-missing': { bytes: Text }
  'labelSays.copies-unclear': { copies: Text }
  'labelSays.deleted-drive': { drive: Text }
  'labelSays.epl-graphic-size': { command: Text }
  'labelSays.format-absent': { command: Text }
  'labelSays.graphic-counts': { bytes: Text; total: Text }
  'labelSays.graphic-endless': { total: Text }
  'labelSays.graphic-form': { command: Text }
  'labelSays.graphic-holds': { what: Text }
  'labelSays.graphic-inflate': { total: Text }
  'labelSays.graphic-large': { bytes: Text; most: Text }
  'labelSays.graphic-short': { bytes: Text; total: Text }
  'labelSays.graphic-uncounted': { bytes: Text }
  'labelSays.level-other': { level: Text }
  'labelSays.long-parameters': { command: Text }
  'labelSays.must-not': { command: Text; does: Text }
  'labelSays.not-allowed': { command: Text }
  'labelSays.note-blank': { pages: Text }
  'labelSays.note-circle': { x: Text; y: Text; width: Text; height: Text }
  'labelSays.note-field': { x: Text; y: Text; width: Text; height: Text }
  'labelSays.note-framed': { command: Text }
  'labelSays.note-line': { x: Text; y: Text; width: Text; height: Text }
  'labelSays.note-long': { dots: Text; media: Text }
  'labelSays.note-narrow': { width: Text }
  'labelSays.note-picture': { x: Text; y: Text; width: Text; height: Text }
  'labelSays.note-setting': { names: Text }
  'labelSays.note-settings': { count: Text; names: Text }
  'labelSays.note-surplus': { total: Text }
  'labelSays.note-unknown': { names: Text }
  'labelSays.note-unseen': { command: Text }
  'labelSays.note-unwritten': { letters: Text }
  'labelSays.note-utf8': { meant: Text; printed: Text }
  'labelSays.note-wide': { dots: Text; media: Text }
  'labelSays.other-copies': { copies: Text; expected: Text }
  'labelSays.other-count': { labels: Text; expected: Text }
  'labelSays.other-language': { name: Text; does: Text }
  'labelSays.prefix-text': { command: Text }
  'labelSays.set-unclear': { set: Text }
  'labelSays.settings-blocked': { names: Text }
  'labelSays.settings-reset': { mode: Text }
  'labelSays.stored-drive': { command: Text; drive: Text }
  'labelSays.stored-name': { command: Text }
  'labelSays.stored-other': { command: Text }
  'labelSays.too-many-bytes': { bytes: Text }
  'labels.atByte': { at: Text }
  'labels.beyond': { size: Text; media: Text }
  'labels.facts': { name: Text; bytes: Text; labels: Text; copies: Text }
  'labels.moreCommands': { count: Text }
  'labels.morePages': { count: Text }
  'labels.noSourceText': { name: Text; format: Text }
  'labels.placeOn': { page: Text }
  'labels.printOne': { label: Text }
  'labels.several': { labels: Text }
  'labels.why': { why: Text }
  'line.count': { quantity: Text; what: Text }
  'line.doubt': { text: Text }
  'line.size': { size: Text; weight: Text }
  'line.usualSize': { size: Text; weight: Text }
  'map.incomplete': { count: Text }
  'map.more': { count: number }
  'map.newest': { shown: Text; count: Text }
  'map.place': { place: Text; count: number }
  'map.trouble': { count: Text }
  'map.unknown': { count: number }
  'move.many': { count: number }
  'move.title': { title: Text }
  'near.caption': { shipment: Text }
  'near.intro': { count: number }
  'notify.lastSent': { when: Text }
  'notify.waiting': { count: Text }
  'notifyOffice.about': { code: Text }
  'offers.newPrice': { now: Text; was: Text }
  'offers.samePrice': { now: Text }
  'office.known': { size: Text }
  'order.first': { source: Text }
  'order.from': { place: Text }
  'order.later': { when: Text; source: Text }
  'order.pickupOn': { day: Text }
  'order.question': { reference: Text }
  'orders.buy': { count: number; sum: Text }
  'orders.count': { count: number }
  'orders.dismissed': { count: number }
  'orders.editTitle': { reference: Text }
  'orders.hold.title': { count: number }
  'orders.importedAsked': { count: number }
  'orders.importedBefore': { count: number }
  'orders.importedLeft': { count: number }
  'orders.notReady': { count: number }
  'orders.run.bought': { count: number }
  'orders.run.buy.on': { done: Text; count: Text }
  'orders.run.failed': { count: number }
  'orders.run.left': { count: number }
  'orders.run.print': { count: number }
  'orders.run.rate.on': { done: Text; count: Text }
  'orders.saved': { reference: Text }
  'orders.selected': { count: number }
  'orders.state.held': { reason: Text }
  'orders.state.pickedExtra': { amount: Text }
  'orders.tag.remove': { tag: Text }
  'orders.tag.title': { count: number }
  'orders.validUntil': { time: Text }
  'outbox.most': { count: Text }
  'outbox.next.duplicate': { count: number }
  'outbox.next.held': { day: Text }
  'outbox.next.notFound': { checks: number }
  'outbox.next.pickupPassed': { day: Text }
  'outbox.next.priceChanged': { now: Text; was: Text }
  'outbox.next.rateGone': { offers: number }
  'outbox.next.referenceTaken': { station: Text }
  'outbox.next.retry': { why: Text; when: Text }
  'outbox.next.sameFreight': { station: Text }
  'outbox.next.unknown': { checks: number; when: Text }
  'outbox.next.voidedRefund': { refund: Text }
  'outbox.noHit': { text: Text }
  'pack.holdTagPrinted': { reference: Text; printer: Text }
  'pack.printMany': { labels: Text }
  'pack.printing': { printer: Text }
  'pack.problems': { count: number }
  'pack.scanRefused': { code: Text }
  'palette.findText': { text: Text }
  'palette.role': { role: Text }
  'palette.synced': { shipments: Text; events: Text }
  'papers.text': { words: Text }
  'papersMail.text': { most: Text }
  'party.needs': { name: Text; services: Text }
  'party.needsNothing': { name: Text }
  'party.remembered': { name: Text }
  'party.saved': { name: Text }
  'party.uses': { count: number }
  'people.approved': { name: Text }
  'people.badgeAlt': { name: Text }
  'people.drawTitle': { name: Text }
  'people.endTitle': { name: Text }
  'people.former': { count: Text }
  'people.pinOf': { name: Text }
  'people.why.blocked': { when: Text }
  'pickup.from': { from: Text }
  'pickup.fromUntil': { from: Text; until: Text }
  'pickup.taken': { when: Text }
  'pickup.until': { until: Text }
  'pickupDays.remove': { country: Text; carrier: Text }
  'pickups.closed': { where: Text }
  'pickups.count': { count: number }
  'pickups.holiday': { where: Text }
  'pickups.more': { count: number }
  'pickups.of': { carrier: Text; day: Text }
  'pickups.taken': { count: Text }
  'pickups.unbooked': { count: Text }
  'pieces.of': { scanned: Text; pieces: Text }
  'pieces.scans': { scanned: number; pieces: Text }
  'preset.line': { quantity: Text; description: Text; size: Text; weight: Text }
  'preset.remove': { name: Text }
  'preset.saved': { name: Text }
  'printList.count': { count: number }
  'printList.failed': { count: Text }
  'printList.of': { count: Text }
  'printList.out': { out: Text; count: Text }
  'printList.result': { count: number }
  'printList.resultFailed': { out: number; failed: Text; codes: Text }
  'printerCheck.proof': { port: Text }
  'printerCheck.size': { width: Text; height: Text }
  'printerCheck.take': { dpi: Text }
  'printerCheck.useThere': { place: Text }
  'printerCheck.witness': { by: Text }
  'printerCheck.witnessUncounted': { by: Text }
  'printerProfile.bufferOf': { count: Text }
  'printerProfile.dpisOf': { dpis: Text }
  'printerProfile.found': { name: Text }
  'printerProfile.says': { model: Text }
  'printerProfile.widthOf': { inches: Text; mm: Text }
  'printerTool.bad': { most: Text }
  'printerTool.counted': { labels: Text }
  'printerTool.done': { name: Text }
  'printerTool.of': { tool: Text; name: Text }
  'printerTool.value': { most: Text }
  'printers.edit': { name: Text }
  'printers.more': { name: Text }
  'printers.queueOf': { name: Text }
  'printers.remove': { name: Text }
  'printers.testOf': { time: Text }
  'profile.clockAhead': { time: Text }
  'profile.clockBehind': { time: Text }
  'profile.datesOther': { form: Text }
  'profile.labels': { formats: Text }
  'profile.limitDocuments': { count: Text }
  'profile.limitGeneral': { count: Text }
  'profile.limitLocations': { count: Text }
  'profile.limitQuotes': { count: Text }
  'profile.signature': { header: Text }
  'profile.since': { when: Text }
  'queue.heldUp.offline': { printer: Text; next: Text; count: number }
  'queue.heldUp.retry': { time: Text }
  'queue.heldUp.trouble': { why: Text; printer: Text; next: Text; count: number }
  'queue.inBuffer': { count: number }
  'queue.moveAll': { count: number }
  'queue.nextTry': { time: Text }
  'queue.pause': { printer: Text }
  'queue.questions': { count: number }
  'queue.resume': { printer: Text }
  'queue.stripped': { commands: Text }
  'queue.tries': { count: number }
  'queue.waiting': { count: number }
  'quote.book': { carrier: Text; price: Text }
  'quote.carriers': { count: number }
  'quote.class': { classes: Text }
  'quote.expires': { time: Text }
  'quote.pickupMoved': { asked: Text; given: Text }
  'quote.pickupOn': { day: Text }
  'quote.problems': { count: number }
  'quote.rates': { count: number }
  'quote.refused': { count: number }
  'rate.change.cheaper': { amount: Text }
  'rate.change.dearer': { amount: Text }
  'rateLimit.callsLeft': { family: Text; count: number }
  'rateLimit.left': { remaining: Text; limit: Text }
  'rateLimit.resets': { seconds: Text }
  'rateLimit.waiting': { count: number }
  'rates.unread': { unread: Text; count: Text }
  'reason.all': { pieces: Text }
  'reason.piece': { piece: Text; pieces: Text }
  'reason.pieceHint': { most: Text }
  'reason.pieceNumber': { pieces: Text }
  'reason.text': { times: number }
  'reason.titlePiece': { piece: Text }
  'receiver.listening': { port: Text }
  'receiver.recent': { received: Text; refused: Text }
  'rehearsal.goTo': { screen: Text }
  'rehearsal.leftOver': { name: Text }
  'restored.form': { when: Text }
  'restored.service': { service: Text }
  'restored.text': { when: Text }
  'roleLock.text': { name: Text; role: Text }
  'roleLock.title': { role: Text }
  'rules.was': { was: Text }
  'scale.port.hint': { ports: Text }
  'scale.tareOff': { weight: Text }
  'scanTest.layout': { asUs: Text }
  'scanTest.result': { text: Text; signs: Text; gap: Text }
  'search.found': { count: Text }
  'settings.bySite': { site: Text }
  'settings.managed': { file: Text }
  'settings.nameAtSite': { site: Text }
  'site.codeRead': { host: Text }
  'site.connectingWhy': { site: Text }
  'site.joinOpen': { count: number }
  'site.joined': { site: Text }
  'site.joinedAgain': { site: Text }
  'site.leaveOpen': { count: number }
  'site.leaveTitle': { site: Text }
  'site.left': { site: Text }
  'site.offlineSince': { when: Text }
  'site.offlineText': { when: Text }
  'site.offlineWhy': { site: Text; when: Text; count: number }
  'site.onlineWhy': { site: Text }
  'site.openCount': { count: number }
  'site.refusedText': { when: Text }
  'site.refusedWhy': { site: Text; count: number }
  'site.waitingCount': { count: number }
  'siteNotice.listedTwice': { reference: Text; number: Text }
  'siteNotice.oneShipment': { reference: Text; shipmentId: Text }
  'siteNotice.printedTwice': { shipmentId: Text }
  'siteSettings.titleOf': { station: Text }
  'spend.chart': { by: Text; currency: Text }
  'spend.counting': { count: Text }
  'spend.fault.amount': { value: Text }
  'spend.fault.charge': { value: Text }
  'spend.fault.number': { value: Text }
  'spend.fault.other-amount': { invoice: Text; pro: Text }
  'spend.fault.too-long': { most: Text }
  'spend.fault.too-many': { most: Text }
  'spend.imported': { added: number; known: Text }
  'spend.moreProblems': { count: Text }
  'spend.notQuoted': { code: Text; amount: Text }
  'spend.onTime.chart': { by: Text }
  'spend.problemIn': { row: Text; column: Text; message: Text }
  'spend.receivedBy': { name: Text }
  'spend.settleTitle': { invoice: Text; pro: Text }
  'spend.weekOf': { day: Text }
  'spendLimit.over.batch': { amount: Text; most: Text }
  'spendLimit.over.day': { amount: Text; most: Text }
  'stations.differsText': { what: Text }
  'stations.notKnown': { printer: Text }
  'stations.read': { seconds: Text }
  'stations.revoked': { when: Text }
  'stations.silentSince': { when: Text }
  'stations.summary': { stations: number; connected: Text; silent: Text }
  'stations.unknown': { count: Text }
  'stations.update': { version: Text }
  'stations.wasOffline': { since: Text; until: Text }
  'stock.edit': { name: Text }
  'stock.remove': { name: Text }
  'support.fullIn': { count: number }
  'support.ms': { count: Text }
  'support.pace': { size: Text }
  'support.questions': { count: number }
  'support.unsure': { count: Text }
  'templates.columnOf': { name: Text }
  'templates.copyOf': { name: Text }
  'templates.dataOfRow': { row: Text }
  'templates.down': { row: Text }
  'templates.gs1Hint': { example: Text }
  'templates.needed': { name: Text }
  'templates.previewFor': { printer: Text }
  'templates.printMany': { labels: number }
  'templates.removeRow': { row: Text }
  'templates.removeTitle': { name: Text }
  'templates.row': { row: Text }
  'templates.rowColumn': { row: Text; column: Text }
  'templates.rowWrong': { row: Text }
  'templates.rowsRight': { count: number }
  'templates.rowsText': { example: Text }
  'templates.saved': { name: Text }
  'templates.sent': { labels: number; printer: Text }
  'templates.textOfRow': { row: Text }
  'templates.up': { row: Text }
  'templates.wrongRows': { count: Text }
  'toast.times': { count: Text }
  'track.at': { place: Text }
  'track.code': { code: Text }
  'track.count': { count: number }
  'track.countMore': { count: Text }
  'track.delay.late': { days: number }
  'track.document.download': { name: Text }
  'track.document.open': { name: Text }
  'track.document.page': { page: Text; pages: Text }
  'track.earlier': { count: number }
  'track.export.done': { rows: number }
  'track.export.progress': { rows: number }
  'track.export.text': { count: number }
  'track.export.textMore': { count: Text }
  'track.filterMost': { most: Text }
  'track.forgetFilter': { name: Text }
  'track.insight.codeLabel': { reason: Text; total: Text }
  'track.insight.days': { days: Text }
  'track.list.pasted': { count: number }
  'track.list.unprinted': { count: number }
  'track.map.way': { way: Text }
  'track.moved': { count: Text }
  'track.new': { count: Text }
  'track.newExceptions': { count: number }
  'track.newMany': { count: Text }
  'track.noSignature': { reason: Text }
  'track.paste.count': { count: number; repeated: number }
  'track.paste.hint': { most: Text }
  'track.paste.result': { found: number; missing: number; unasked: number }
  'track.paste.too-many': { count: Text; most: Text }
  'track.quiet.acknowledged': { at: Text }
  'track.quiet.snoozed': { until: Text }
  'track.seen': { ago: Text }
  'track.signatureOf': { recipient: Text }
  'track.signed': { recipient: Text }
  'track.snooze.hours': { hours: Text }
  'track.sync.details': { count: number }
  'track.sync.filling': { filled: Text }
  'track.sync.fillingOf': { filled: Text; total: Text }
  'track.sync.pausedUntil': { ago: Text }
  'track.synced': { shipments: number; events: number }
  'track.tile.stale': { hours: Text }
  'track.tile.staleHint': { hours: Text }
  'track.updated': { ago: Text }
  'tray.open': { time: Text }
  'typeAhead.count': { count: number }
  'underWay.asks': { station: Text }
  'underWay.count': { count: number }
  'underWay.more': { shown: Text; total: Text }
  'underWay.of': { station: Text; person: Text }
  'viewer.pageAlt': { title: Text; page: Text; pages: Text }
  'viewer.pages': { title: Text }
  'viewer.zoom': { percent: Text }
  'void.title': { reference: Text }
  'waiting.seconds': { seconds: Text }
  'wall.more': { count: number }
  'wall.moreTrucks': { count: number }
  'wall.overdue': { when: Text }
  'wall.waiting': { count: number }
  'webhooks.delivered': { status: Text }
  'webhooks.editOne': { url: Text }
  'webhooks.notDelivered': { why: Text }
  'webhooks.removeOne': { url: Text }
  'webhooks.removeText': { url: Text }
  'webhooks.since': { when: Text }
  'weight.after': { weight: Text }
  'weight.before': { weight: Text }
  'weight.booked': { weight: Text; kg: Text }
  'weight.instruction': { weighed: Text; kg: Text; booked: Text }
  'weight.noteText': { weighed: Text; booked: Text }
  'weight.noted': { author: Text }
  'weight.over': { difference: Text; percent: Text }
  'weight.under': { difference: Text; percent: Text }
  'work.ahead': { day: Text; count: number }
  'work.done': { count: Text }
  'work.groupLeft': { count: Text }
  'work.hasLeft': { when: Text }
  'work.leaves': { when: Text }
  'work.left': { count: number }
  'work.leftAtLeast': { count: number }
  'work.more': { count: number }
  'work.of': { done: Text; all: Text }
  'work.pieces': { count: number }
  'work.since': { day: Text }
  'work.titleOf': { day: Text }
}
