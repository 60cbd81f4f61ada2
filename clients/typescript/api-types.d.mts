// Written by `npm run api-page` from the OpenAPI document; a check compares.
export interface paths {
	"/v1/station.state": {
		/**
		 * Returns the status of the station
		 * @description environment, queue, printers and notices. Least role: anyone. Holds for the whole station.
		 */
		post: operations["station.state"];
	};
	"/v1/station.dismissNotice": {
		/**
		 * Dismisses a notice
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["station.dismissNotice"];
	};
	"/v1/environment.test": {
		/**
		 * Makes one real authenticated call with the environment in use
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["environment.test"];
	};
	"/v1/environment.profile": {
		/**
		 * Returns the learned format facts of the service in use
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["environment.profile"];
	};
	"/v1/quotes.request": {
		/**
		 * Requests a quote for domestic freight
		 * @description Least role: clerk. Holds for the whole station.
		 */
		post: operations["quotes.request"];
	};
	"/v1/quotes.requestCrossBorder": {
		/**
		 * Requests a quote for freight that crosses a border
		 * @description Least role: clerk. Holds for the whole station.
		 */
		post: operations["quotes.requestCrossBorder"];
	};
	"/v1/quotes.readLine": {
		/**
		 * Reads one line about freight as a quote request
		 * @description The service is not asked. Least role: clerk. Holds for the whole station.
		 */
		post: operations["quotes.readLine"];
	};
	"/v1/quotes.get": {
		/**
		 * Returns a stored quote for domestic freight
		 * @description Least role: clerk. Holds for the whole station.
		 */
		post: operations["quotes.get"];
	};
	"/v1/quotes.find": {
		/**
		 * Returns a stored quote of either kind
		 * @description Least role: clerk. Holds for the whole station.
		 */
		post: operations["quotes.find"];
	};
	"/v1/quotes.list": {
		/**
		 * Lists past quotes, the newest first, with the outcome of each
		 * @description Least role: clerk. Holds for the whole station.
		 */
		post: operations["quotes.list"];
	};
	"/v1/quotes.again": {
		/**
		 * Requests the same quote again
		 * @description returns the new quote, and its changes. Least role: clerk. Holds for the whole station.
		 */
		post: operations["quotes.again"];
	};
	"/v1/quotes.requestReturn": {
		/**
		 * Requests a quote that brings a delivered shipment back, its addresses turned
		 * @description NOT_FOUND, WRONG_STATE. Least role: clerk. Holds for the whole station.
		 */
		post: operations["quotes.requestReturn"];
	};
	"/v1/rules.list": {
		/**
		 * Lists the rules in their order
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["rules.list"];
	};
	"/v1/rules.save": {
		/**
		 * Adds a rule or changes one
		 * @description INVALID_INPUT: another rule has the name. Least role: supervisor. Holds for the whole site.
		 */
		post: operations["rules.save"];
	};
	"/v1/rules.remove": {
		/**
		 * Removes a rule
		 * @description Removing a missing one is no error. Least role: supervisor. Holds for the whole site.
		 */
		post: operations["rules.remove"];
	};
	"/v1/rules.order": {
		/**
		 * Puts the rules in this order
		 * @description INVALID_INPUT: it does not name every rule once. Least role: supervisor. Holds for the whole site.
		 */
		post: operations["rules.order"];
	};
	"/v1/rules.try": {
		/**
		 * Returns the changes that the rule, switched on, would have made in last month's quotes
		 * @description Nothing is kept. Least role: clerk. Holds for the whole site.
		 */
		post: operations["rules.try"];
	};
	"/v1/rules.decide": {
		/**
		 * Returns the rules' decision on a stored quote, and all that they looked at
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["rules.decide"];
	};
	"/v1/bookings.submit": {
		/**
		 * Books freight
		 * @description saved at once, sent to the service as soon as the network allows. RULE_FORBIDS, APPROVAL_NEEDED: a rule of this site refuses it. SPEND_LIMIT: it costs more than is left of the daily limit. REFERENCE_USED, ALREADY_BOOKED: a person confirms that it is intended. WRONG_STATE: what it replaces needs no decision by now. Least role: clerk. Holds for the whole site.
		 */
		post: operations["bookings.submit"];
	};
	"/v1/bookings.list": {
		/**
		 * Lists bookings, the newest first
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["bookings.list"];
	};
	"/v1/bookings.get": {
		/**
		 * Returns a booking
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["bookings.get"];
	};
	"/v1/bookings.content": {
		/**
		 * Returns the request of a booking
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["bookings.content"];
	};
	"/v1/bookings.counts": {
		/**
		 * Counts the bookings in each state
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["bookings.counts"];
	};
	"/v1/bookings.referenceFor": {
		/**
		 * Returns whether a reference is used already, by what, and which one it would get if submitted
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["bookings.referenceFor"];
	};
	"/v1/bookings.letters": {
		/**
		 * Lists the letters of these words that no label and no paper of this station can write, each once
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["bookings.letters"];
	};
	"/v1/bookings.answer": {
		/**
		 * Answers the question that a booking asks
		 * @description RULE_FORBIDS, APPROVAL_NEEDED: a rule of this site refuses the accepted price. Least role: clerk. Holds for the whole site.
		 */
		post: operations["bookings.answer"];
	};
	"/v1/bookings.check": {
		/**
		 * Looks for a booking at the service now, when its outcome is unknown
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["bookings.check"];
	};
	"/v1/bookings.cancel": {
		/**
		 * Gives up a booking that is still QUEUED
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["bookings.cancel"];
	};
	"/v1/bookings.hold": {
		/**
		 * Keeps a QUEUED booking here until that day
		 * @description null releases it now. Least role: clerk. Holds for the whole site.
		 */
		post: operations["bookings.hold"];
	};
	"/v1/bookings.copy": {
		/**
		 * Submits a REJECTED or CANCELLED booking again as a new one
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["bookings.copy"];
	};
	"/v1/bookings.requestChange": {
		/**
		 * Updates or cancels a shipment, or a booking that has not become one yet
		 * @description RULE_FORBIDS, APPROVAL_NEEDED: a rule of this site refuses the new consignee. Least role: clerk. Holds for the whole site.
		 */
		post: operations["bookings.requestChange"];
	};
	"/v1/bookings.changes": {
		/**
		 * Lists the changes of one booking or shipment, the newest first
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["bookings.changes"];
	};
	"/v1/bookings.answers": {
		/**
		 * Lists the service's answers to the calls of a booking, its quote, changes and labels included
		 * @description newest first. Least role: packer. Holds for the whole site.
		 */
		post: operations["bookings.answers"];
	};
	"/v1/bookings.dropChange": {
		/**
		 * Gives up a change of which nothing was sent
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["bookings.dropChange"];
	};
	"/v1/bookings.printHoldTag": {
		/**
		 * Prints a tag that holds the freight of a booking that is not booked yet
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["bookings.printHoldTag"];
	};
	"/v1/shipments.search": {
		/**
		 * Searches shipments by text, status, carrier and date
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["shipments.search"];
	};
	"/v1/shipments.get": {
		/**
		 * Returns a shipment with its events
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["shipments.get"];
	};
	"/v1/shipments.refresh": {
		/**
		 * Asks the service for this shipment and its events now
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["shipments.refresh"];
	};
	"/v1/shipments.tiles": {
		/**
		 * Returns the figures over the grid
		 * @description late, at risk, stale, in each status, by exception code. Least role: packer. Holds for the whole site.
		 */
		post: operations["shipments.tiles"];
	};
	"/v1/shipments.places": {
		/**
		 * Counts the shipments under way by where each was last reported to be
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["shipments.places"];
	};
	"/v1/shipments.unprinted": {
		/**
		 * Lists labels fetched lately that never came out of a printer
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["shipments.unprinted"];
	};
	"/v1/shipments.lookupMany": {
		/**
		 * Finds up to 500 codes as pasted
		 * @description unknown ones are looked up at the service. Least role: packer. Holds for the whole site.
		 */
		post: operations["shipments.lookupMany"];
	};
	"/v1/shipments.exportCsv": {
		/**
		 * Exports shipments as CSV
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["shipments.exportCsv"];
	};
	"/v1/shipments.stats": {
		/**
		 * Returns on-time share and transit days by carrier, exceptions by day and code
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["shipments.stats"];
	};
	"/v1/shipments.signature": {
		/**
		 * Returns the image of the recipient's signature
		 * @description null: there is none. Least role: clerk. Holds for the whole site.
		 */
		post: operations["shipments.signature"];
	};
	"/v1/shipments.note": {
		/**
		 * Adds a note to a shipment
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["shipments.note"];
	};
	"/v1/shipments.acknowledge": {
		/**
		 * Acknowledges an exception
		 * @description quiet until a newer event comes. Least role: clerk. Holds for the whole site.
		 */
		post: operations["shipments.acknowledge"];
	};
	"/v1/shipments.snooze": {
		/**
		 * Snoozes an exception until a moment in the future
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["shipments.snooze"];
	};
	"/v1/tracking.sync": {
		/**
		 * Fetches what changed at the service now
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["tracking.sync"];
	};
	"/v1/tracking.state": {
		/**
		 * Returns how far the cache has followed the service
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["tracking.state"];
	};
	"/v1/tracking.quarantine": {
		/**
		 * Lists service rows that could not be read
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["tracking.quarantine"];
	};
	"/v1/webhookReceiver.state": {
		/**
		 * Returns the status of the receiver of the freight service's webhooks
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["webhookReceiver.state"];
	};
	"/v1/pack.scan": {
		/**
		 * Finds the shipment or order of a scanned code, and prints its label
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["pack.scan"];
	};
	"/v1/pack.worklist": {
		/**
		 * Lists the orders to pack, by the time the trucks leave
		 * @description of today with what was left behind, or of a later day. Least role: packer. Holds for the whole station.
		 */
		post: operations["pack.worklist"];
	};
	"/v1/labels.preview": {
		/**
		 * Draws a shipment's label for the screen
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["labels.preview"];
	};
	"/v1/labels.prepare": {
		/**
		 * Starts what drawing a label takes, before one is opened
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["labels.prepare"];
	};
	"/v1/labels.inspect": {
		/**
		 * Inspects a label file, or the label of a shipment, by its commands
		 * @description for support. Nothing is printed. Least role: packer. Holds for the whole station.
		 */
		post: operations["labels.inspect"];
	};
	"/v1/labels.place": {
		/**
		 * Returns where one command of an inspected label draws on paper
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["labels.place"];
	};
	"/v1/labels.pieceCodes": {
		/**
		 * Returns the code of each piece as its label has it
		 * @description none where the labels do not distinguish the pieces. Least role: packer. Holds for the whole station.
		 */
		post: operations["labels.pieceCodes"];
	};
	"/v1/jobs.list": {
		/**
		 * Lists every job that is not at its end, of any age, then the newest others
		 * @description each newest first. Least role: packer. Holds for the whole station.
		 */
		post: operations["jobs.list"];
	};
	"/v1/jobs.get": {
		/**
		 * Returns a print job
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["jobs.get"];
	};
	"/v1/jobs.answer": {
		/**
		 * Answers the question that a print job asks
		 * @description On a job that is UNKNOWN or SENT: it came out, or print it again (a new job). On one with the question `stale`: print it now, or give it up. Least role: packer. Holds for the whole station.
		 */
		post: operations["jobs.answer"];
	};
	"/v1/jobs.retry": {
		/**
		 * Sends a FAILED job again
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["jobs.retry"];
	};
	"/v1/jobs.printFile": {
		/**
		 * Prints a label file
		 * @description ZPL, EPL, PDF or PNG, recognised by its content. A printer that is only named may be any port of the network: that is a supervisor's, or the command line's. Least role: packer. Holds for the whole station.
		 */
		post: operations["jobs.printFile"];
	};
	"/v1/jobs.printPackingSlip": {
		/**
		 * Prints the packing slip of a shipment
		 * @description a label, or ESC/POS where its printer takes receipts. Least role: packer. Holds for the whole station.
		 */
		post: operations["jobs.printPackingSlip"];
	};
	"/v1/jobs.printCommandSheet": {
		/**
		 * Prints the barcodes that a scanner can give Pack as commands
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["jobs.printCommandSheet"];
	};
	"/v1/jobs.cancel": {
		/**
		 * Cancels a print job of which no byte was sent
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["jobs.cancel"];
	};
	"/v1/jobs.move": {
		/**
		 * Moves a job of which no byte was sent to another printer of the same language and resolution
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["jobs.move"];
	};
	"/v1/printLists.add": {
		/**
		 * Prints the labels of these shipments in this order
		 * @description each code is one that a scan would find. Least role: packer. Holds for the whole station.
		 */
		post: operations["printLists.add"];
	};
	"/v1/printLists.get": {
		/**
		 * Returns a print list and the status of each of its labels
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["printLists.get"];
	};
	"/v1/printLists.printFailures": {
		/**
		 * Prints the list of those that did not come out, and why
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["printLists.printFailures"];
	};
	"/v1/labelTemplates.list": {
		/**
		 * Lists label templates
		 * @description the station's by name, then those that every station has. Least role: packer. Holds for the whole site.
		 */
		post: operations["labelTemplates.list"];
	};
	"/v1/labelTemplates.save": {
		/**
		 * Adds a label template or changes one
		 * @description INVALID_INPUT: another template has the name, or there are too many. Least role: supervisor. Holds for the whole site.
		 */
		post: operations["labelTemplates.save"];
	};
	"/v1/labelTemplates.remove": {
		/**
		 * Removes a label template
		 * @description Removing a missing one is no error. Least role: supervisor. Holds for the whole site.
		 */
		post: operations["labelTemplates.remove"];
	};
	"/v1/labelTemplates.preview": {
		/**
		 * Draws one label as its printer prints it
		 * @description Nothing is printed. Least role: packer. Holds for the whole station.
		 */
		post: operations["labelTemplates.preview"];
	};
	"/v1/labelTemplates.print": {
		/**
		 * Prints a label from a template
		 * @description NOT_FOUND, INVALID_INPUT (details.issues name the fields), MANY_LABELS. Least role: packer. Holds for the whole station.
		 */
		post: operations["labelTemplates.print"];
	};
	"/v1/labelTemplates.checkCsv": {
		/**
		 * Checks a CSV file of labels, one a row
		 * @description Nothing is printed. Least role: packer. Holds for the whole station.
		 */
		post: operations["labelTemplates.checkCsv"];
	};
	"/v1/labelTemplates.printCsv": {
		/**
		 * Prints a CSV file of labels, one a row
		 * @description all rows or none. UNREADABLE_FILE (details.row, details.column), MANY_LABELS: the number must be confirmed first. Least role: packer. Holds for the whole station.
		 */
		post: operations["labelTemplates.printCsv"];
	};
	"/v1/printers.list": {
		/**
		 * Lists the printers
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["printers.list"];
	};
	"/v1/printers.save": {
		/**
		 * Adds a printer or changes one
		 * @description Least role: supervisor. Holds for the whole station.
		 */
		post: operations["printers.save"];
	};
	"/v1/printers.remove": {
		/**
		 * Removes a printer
		 * @description Least role: supervisor. Holds for the whole station.
		 */
		post: operations["printers.remove"];
	};
	"/v1/printers.setDefault": {
		/**
		 * Chooses the default printer
		 * @description Least role: supervisor. Holds for the whole station.
		 */
		post: operations["printers.setDefault"];
	};
	"/v1/printers.status": {
		/**
		 * Returns the status of a printer now
		 * @description Cheap enough to ask every few seconds while a job is open. Least role: packer. Holds for the whole station.
		 */
		post: operations["printers.status"];
	};
	"/v1/printers.check": {
		/**
		 * Asks the printer for its identity, stores where it answers, and reports what does not fit its profile
		 * @description Another printer than before is a problem and is not stored, until `take` says that it is the printer now. Least role: packer. Holds for the whole station.
		 */
		post: operations["printers.check"];
	};
	"/v1/printers.locate": {
		/**
		 * Looks for a printer that no longer answers at its own place
		 * @description other ports and printers of this station, the network; some 3 s. Least role: packer. Holds for the whole station.
		 */
		post: operations["printers.locate"];
	};
	"/v1/printers.pause": {
		/**
		 * Pauses the queue of a printer
		 * @description a job that is being sent is completed. Least role: packer. Holds for the whole station.
		 */
		post: operations["printers.pause"];
	};
	"/v1/printers.resume": {
		/**
		 * Resumes the queue of a printer
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["printers.resume"];
	};
	"/v1/printers.options": {
		/**
		 * Returns the options of a printer
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["printers.options"];
	};
	"/v1/printers.setOptions": {
		/**
		 * Changes options of a printer
		 * @description Least role: supervisor. Holds for the whole station.
		 */
		post: operations["printers.setOptions"];
	};
	"/v1/printers.routes": {
		/**
		 * Returns which printer each kind of document goes to, and the rules about waiting jobs
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["printers.routes"];
	};
	"/v1/printers.setRoute": {
		/**
		 * Chooses the printer of a kind of document
		 * @description Least role: supervisor. Holds for the whole station.
		 */
		post: operations["printers.setRoute"];
	};
	"/v1/printers.setRules": {
		/**
		 * Changes the rules about waiting jobs
		 * @description Least role: supervisor. Holds for the whole station.
		 */
		post: operations["printers.setRules"];
	};
	"/v1/printers.discover": {
		/**
		 * Looks for printers on the network and in the operating system, and at an address when one is given
		 * @description some 3 s. Least role: packer. Holds for the whole station.
		 */
		post: operations["printers.discover"];
	};
	"/v1/printers.test": {
		/**
		 * Prints a test label
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["printers.test"];
	};
	"/v1/printers.tool": {
		/**
		 * Calibrates, feeds, prints its configuration, sets darkness or speed
		 * @description while no label is on its way to it. Least role: supervisor. Holds for the whole station.
		 */
		post: operations["printers.tool"];
	};
	"/v1/printers.count": {
		/**
		 * Returns how many labels the printer has printed
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["printers.count"];
	};
	"/v1/stock.list": {
		/**
		 * Lists the kinds of labels that this station has, by name
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["stock.list"];
	};
	"/v1/stock.save": {
		/**
		 * Adds a kind of label or changes one
		 * @description Least role: supervisor. Holds for the whole station.
		 */
		post: operations["stock.save"];
	};
	"/v1/stock.remove": {
		/**
		 * Removes a kind of label
		 * @description Least role: supervisor. Holds for the whole station.
		 */
		post: operations["stock.remove"];
	};
	"/v1/virtualPrinter.labels": {
		/**
		 * Lists the labels that the virtual printer received, newest first
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["virtualPrinter.labels"];
	};
	"/v1/batches.begin": {
		/**
		 * Begins the upload of a file in three steps
		 * @description `begin`, `append` for each chunk in order, `finish`. Least role: clerk. Holds for the whole site.
		 */
		post: operations["batches.begin"];
	};
	"/v1/batches.append": {
		/**
		 * Appends the next chunk of the file
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["batches.append"];
	};
	"/v1/batches.finish": {
		/**
		 * Ends the upload and suggests which column is which field
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["batches.finish"];
	};
	"/v1/batches.check": {
		/**
		 * Checks every row
		 * @description nothing is sent. Answers when it is through. Least role: clerk. Holds for the whole site.
		 */
		post: operations["batches.check"];
	};
	"/v1/batches.rules": {
		/**
		 * Changes the rules of a batch that was checked or waits
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["batches.rules"];
	};
	"/v1/batches.quote": {
		/**
		 * Requests the price of each row that a run would book and that has none
		 * @description A row that the service refuses has an error then. Answers when it is done; after an interruption it continues where it stopped. Least role: clerk. Holds for the whole site.
		 */
		post: operations["batches.quote"];
	};
	"/v1/batches.estimate": {
		/**
		 * Returns the cost of a run
		 * @description the sums by carrier, and an average where a row has no price. Least role: clerk. Holds for the whole site.
		 */
		post: operations["batches.estimate"];
	};
	"/v1/batches.run": {
		/**
		 * Begins booking the rows, or resumes where it stopped
		 * @description Answers at once. Least role: clerk. Holds for the whole site.
		 */
		post: operations["batches.run"];
	};
	"/v1/batches.toOrders": {
		/**
		 * Adds the rows without errors to Orders
		 * @description they are no longer booked from here. The others stay to be fixed. Least role: clerk. Holds for the whole site.
		 */
		post: operations["batches.toOrders"];
	};
	"/v1/batches.pause": {
		/**
		 * Pauses a batch
		 * @description A running check is canceled, and the file stays here unchecked; prices that were asked for stay. Least role: clerk. Holds for the whole site.
		 */
		post: operations["batches.pause"];
	};
	"/v1/batches.cancel": {
		/**
		 * Cancels a batch
		 * @description Rows that were submitted stay. Least role: clerk. Holds for the whole site.
		 */
		post: operations["batches.cancel"];
	};
	"/v1/batches.answer": {
		/**
		 * Answers the question of rows, or of the whole batch
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["batches.answer"];
	};
	"/v1/batches.fix": {
		/**
		 * Fixes one cell of a row with an error and checks the row again
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["batches.fix"];
	};
	"/v1/batches.cells": {
		/**
		 * Returns the cells of a row that was not booked, all of its cargo lines
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["batches.cells"];
	};
	"/v1/batches.fixRow": {
		/**
		 * Fixes cells of a row that failed or was refused
		 * @description it waits again. A batch that was done is paused. Least role: clerk. Holds for the whole site.
		 */
		post: operations["batches.fixRow"];
	};
	"/v1/batches.errorColumns": {
		/**
		 * Lists the columns that have errors, those with the most first
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["batches.errorColumns"];
	};
	"/v1/batches.retryFailed": {
		/**
		 * Queues failed rows for the next run
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["batches.retryFailed"];
	};
	"/v1/batches.get": {
		/**
		 * Returns a batch and its counts
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["batches.get"];
	};
	"/v1/batches.list": {
		/**
		 * Lists batches, the newest first
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["batches.list"];
	};
	"/v1/batches.rows": {
		/**
		 * Lists rows of a batch in the order of the file
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["batches.rows"];
	};
	"/v1/batches.resultsChunk": {
		/**
		 * Returns a piece of the results file
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["batches.resultsChunk"];
	};
	"/v1/batches.remove": {
		/**
		 * Removes a batch from the list
		 * @description its bookings stay. Least role: clerk. Holds for the whole site.
		 */
		post: operations["batches.remove"];
	};
	"/v1/columnMaps.list": {
		/**
		 * Lists the saved column maps
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["columnMaps.list"];
	};
	"/v1/columnMaps.save": {
		/**
		 * Saves a column map under a name
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["columnMaps.save"];
	};
	"/v1/columnMaps.remove": {
		/**
		 * Removes a saved column map
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["columnMaps.remove"];
	};
	"/v1/orders.add": {
		/**
		 * Adds orders for the packing station
		 * @description The same order again changes nothing; with other content it asks. Least role: clerk. Holds for the whole site.
		 */
		post: operations["orders.add"];
	};
	"/v1/orders.list": {
		/**
		 * Lists orders to be packed or answered
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["orders.list"];
	};
	"/v1/orders.get": {
		/**
		 * Returns an order
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["orders.get"];
	};
	"/v1/orders.quote": {
		/**
		 * Requests a quote for an order, and chooses a rate by its own word and the rules
		 * @description NO_RATE_FITS. Least role: clerk. Holds for the whole site.
		 */
		post: operations["orders.quote"];
	};
	"/v1/orders.book": {
		/**
		 * Books the chosen orders, and answers when the service has, or after some seconds
		 * @description RULE_FORBIDS, APPROVAL_NEEDED, SPEND_LIMIT. Least role: clerk. Holds for the whole site.
		 */
		post: operations["orders.book"];
	};
	"/v1/orders.answer": {
		/**
		 * Chooses which content of an order holds
		 * @description WRONG_STATE: nothing asks, its contents are others by now, or it is booked and cannot take other content. Least role: clerk. Holds for the whole site.
		 */
		post: operations["orders.answer"];
	};
	"/v1/orders.dismiss": {
		/**
		 * Removes an order from the work list
		 * @description nothing is booked. Least role: clerk. Holds for the whole site.
		 */
		post: operations["orders.dismiss"];
	};
	"/v1/orders.feed": {
		/**
		 * Returns the status of the order folder
		 * @description Least role: clerk. Holds for the whole station.
		 */
		post: operations["orders.feed"];
	};
	"/v1/orders.look": {
		/**
		 * Reads the order folder now
		 * @description Least role: clerk. Holds for the whole station.
		 */
		post: operations["orders.look"];
	};
	"/v1/orders.readAgain": {
		/**
		 * Puts a file that failed back, to be read again
		 * @description Least role: clerk. Holds for the whole station.
		 */
		post: operations["orders.readAgain"];
	};
	"/v1/spend.report": {
		/**
		 * Returns what was spent at the service in use
		 * @description Its totals are the sums of its rows, one of each currency. Least role: clerk. Holds for the whole site.
		 */
		post: operations["spend.report"];
	};
	"/v1/spend.today": {
		/**
		 * Returns what was spent today at the service in use, and the daily limit
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["spend.today"];
	};
	"/v1/spend.onTime": {
		/**
		 * Returns how carriers kept their days
		 * @description deliveries by carrier, by lane, or by both. Its total is the sum of its rows. Least role: clerk. Holds for the whole site.
		 */
		post: operations["spend.onTime"];
	};
	"/v1/spend.importInvoices": {
		/**
		 * Imports invoices of carriers as CSV
		 * @description invoice, pro, amount and, if they are there, currency, date, carrier, accessorials. Least role: clerk. Holds for the whole site.
		 */
		post: operations["spend.importInvoices"];
	};
	"/v1/spend.invoices": {
		/**
		 * Lists the imported invoice lines
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["spend.invoices"];
	};
	"/v1/spend.settle": {
		/**
		 * Settles an invoice line that differs from its booking
		 * @description WRONG_STATE: no booking has its number, or it agrees. Least role: supervisor. Holds for the whole site.
		 */
		post: operations["spend.settle"];
	};
	"/v1/spend.refunds": {
		/**
		 * Lists the refunds that are due or received
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["spend.refunds"];
	};
	"/v1/spend.noteRefund": {
		/**
		 * Records that a refund was received, or takes that back
		 * @description WRONG_STATE: nothing is due of it. Least role: supervisor. Holds for the whole site.
		 */
		post: operations["spend.noteRefund"];
	};
	"/v1/addressBook.list": {
		/**
		 * Lists addresses, the most used first
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["addressBook.list"];
	};
	"/v1/addressBook.search": {
		/**
		 * Searches addresses as a person types
		 * @description every word must begin a word of the entry. Least role: packer. Holds for the whole site.
		 */
		post: operations["addressBook.search"];
	};
	"/v1/addressBook.get": {
		/**
		 * Returns an address, also one that was removed
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["addressBook.get"];
	};
	"/v1/addressBook.removed": {
		/**
		 * Lists the removed addresses, the newest first
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["addressBook.removed"];
	};
	"/v1/addressBook.similar": {
		/**
		 * Lists other addresses that look like the same place
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["addressBook.similar"];
	};
	"/v1/addressBook.merge": {
		/**
		 * Merges an address into another
		 * @description Takes what `addressId` knows into `intoId`, which stays; the other one is removed, and can be restored. Least role: clerk. Holds for the whole site.
		 */
		post: operations["addressBook.merge"];
	};
	"/v1/addressBook.save": {
		/**
		 * Adds an address or changes one, unless it looks like another
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["addressBook.save"];
	};
	"/v1/addressBook.remove": {
		/**
		 * Removes an address
		 * @description Can be undone with `restore`. Least role: clerk. Holds for the whole site.
		 */
		post: operations["addressBook.remove"];
	};
	"/v1/addressBook.restore": {
		/**
		 * Restores a removed address
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["addressBook.restore"];
	};
	"/v1/addressBook.setDefault": {
		/**
		 * Chooses the origin that forms begin with
		 * @description null: none. Least role: clerk. Holds for the whole site.
		 */
		post: operations["addressBook.setDefault"];
	};
	"/v1/addressBook.noteUse": {
		/**
		 * Counts a use of the address
		 * @description the most used are listed first. Least role: clerk. Holds for the whole site.
		 */
		post: operations["addressBook.noteUse"];
	};
	"/v1/addressBook.lastFreight": {
		/**
		 * Returns the freight of the newest booking to this address
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["addressBook.lastFreight"];
	};
	"/v1/addressBook.exportCsv": {
		/**
		 * Exports a piece of the address book as CSV
		 * @description continue with `after: next`. Least role: clerk. Holds for the whole site.
		 */
		post: operations["addressBook.exportCsv"];
	};
	"/v1/addressBook.importCsv": {
		/**
		 * Adds the addresses of a CSV file
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["addressBook.importCsv"];
	};
	"/v1/presets.list": {
		/**
		 * Lists the saved cargo presets
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["presets.list"];
	};
	"/v1/presets.save": {
		/**
		 * Adds a cargo preset or changes one
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["presets.save"];
	};
	"/v1/presets.remove": {
		/**
		 * Removes a cargo preset
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["presets.remove"];
	};
	"/v1/audit.list": {
		/**
		 * Lists the audit log, the newest first
		 * @description Least role: supervisor. Holds for the whole site.
		 */
		post: operations["audit.list"];
	};
	"/v1/audit.exportCsv": {
		/**
		 * Exports a page of the filtered audit log as CSV
		 * @description continue with `before: next`. Least role: supervisor. Holds for the whole site.
		 */
		post: operations["audit.exportCsv"];
	};
	"/v1/requests.list": {
		/**
		 * Lists the calls to the freight service, the newest first
		 * @description Least role: supervisor. Holds for the whole station.
		 */
		post: operations["requests.list"];
	};
	"/v1/requests.get": {
		/**
		 * Returns one call to the freight service with its bodies
		 * @description Least role: supervisor. Holds for the whole station.
		 */
		post: operations["requests.get"];
	};
	"/v1/locations.search": {
		/**
		 * Searches cities and postal codes
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["locations.search"];
	};
	"/v1/addresses.validate": {
		/**
		 * Checks an address with the freight service
		 * @description SERVICE_UNAVAILABLE when it cannot be checked at the moment: then the address is "not checked". Least role: packer. Holds for the whole station.
		 */
		post: operations["addresses.validate"];
	};
	"/v1/satCodes.search": {
		/**
		 * Searches the product codes of the Mexican tax authority (SAT)
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["satCodes.search"];
	};
	"/v1/documents.search": {
		/**
		 * Searches the documents that are known here
		 * @description Asks no service. Least role: packer. Holds for the whole site.
		 */
		post: operations["documents.search"];
	};
	"/v1/documents.list": {
		/**
		 * Lists a shipment's documents, as the service has them
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["documents.list"];
	};
	"/v1/documents.generate": {
		/**
		 * Makes a document of a shipment from a template
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["documents.generate"];
	};
	"/v1/documents.download": {
		/**
		 * Returns the content of a document, at most MAX_DOCUMENT_BYTES
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["documents.download"];
	};
	"/v1/documents.pages": {
		/**
		 * Draws a document for the screen
		 * @description PDF, PNG, ZPL and EPL. Least role: packer. Holds for the whole site.
		 */
		post: operations["documents.pages"];
	};
	"/v1/documents.print": {
		/**
		 * Prints a document on this station's office printer
		 * @description NO_OFFICE_PRINTER when none is chosen. A shipping label is refused: `pack.scan` prints it, and asks before a second one comes out. Least role: packer. Holds for the whole site.
		 */
		post: operations["documents.print"];
	};
	"/v1/documents.replace": {
		/**
		 * Replaces the data of a document made from a template
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["documents.replace"];
	};
	"/v1/documents.typed": {
		/**
		 * Returns the data that a document was made from here
		 * @description null: it was made elsewhere. Least role: packer. Holds for the whole site.
		 */
		post: operations["documents.typed"];
	};
	"/v1/documents.delete": {
		/**
		 * Deletes a document for good, with its source data
		 * @description Least role: clerk. Holds for the whole site.
		 */
		post: operations["documents.delete"];
	};
	"/v1/endofday.get": {
		/**
		 * Returns the day's shipments by carrier, and its manifests
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["endofday.get"];
	};
	"/v1/endofday.close": {
		/**
		 * Closes the day of carriers
		 * @description makes a manifest for each. WRONG_STATE when a shipment is not ready or on a manifest already. Least role: clerk. Holds for the whole site.
		 */
		post: operations["endofday.close"];
	};
	"/v1/endofday.download": {
		/**
		 * Returns a manifest, the very bytes that were made at closing
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["endofday.download"];
	};
	"/v1/endofday.pages": {
		/**
		 * Draws a manifest for the screen
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["endofday.pages"];
	};
	"/v1/endofday.print": {
		/**
		 * Prints a manifest on this station's office printer
		 * @description NO_OFFICE_PRINTER when none is chosen. Least role: packer. Holds for the whole site.
		 */
		post: operations["endofday.print"];
	};
	"/v1/endofday.void": {
		/**
		 * Voids a manifest
		 * @description The driver did not take it: its shipments can go on another manifest. Least role: supervisor. Holds for the whole site.
		 */
		post: operations["endofday.void"];
	};
	"/v1/endofday.figures": {
		/**
		 * Returns what was booked on a day, in all and by carrier, with spend and spend net of refunds
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["endofday.figures"];
	};
	"/v1/endofday.history": {
		/**
		 * Returns the figures of the days up to this one that have any, newest first
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["endofday.history"];
	};
	"/v1/endofday.downloadSummary": {
		/**
		 * Returns a day's figures and manifests as a sheet (PDF)
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["endofday.downloadSummary"];
	};
	"/v1/endofday.printSummary": {
		/**
		 * Prints that sheet on this station's office printer
		 * @description NO_OFFICE_PRINTER when none is chosen. Least role: packer. Holds for the whole site.
		 */
		post: operations["endofday.printSummary"];
	};
	"/v1/pickups.week": {
		/**
		 * Returns how much each carrier picks up on each of seven days, without refused and canceled bookings
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["pickups.week"];
	};
	"/v1/pickups.list": {
		/**
		 * Lists the pickups behind a number of the week
		 * @description Least role: packer. Holds for the whole site.
		 */
		post: operations["pickups.list"];
	};
	"/v1/webhooks.list": {
		/**
		 * Lists the webhook subscriptions at the freight service
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["webhooks.list"];
	};
	"/v1/maintenance.state": {
		/**
		 * Returns the status of backups, archives and retention
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["maintenance.state"];
	};
	"/v1/maintenance.backUp": {
		/**
		 * Copies the whole ledger now, while it is in use
		 * @description expired copies are deleted. Least role: packer. Holds for the whole station.
		 */
		post: operations["maintenance.backUp"];
	};
	"/v1/maintenance.verify": {
		/**
		 * Verifies one whole backup
		 * @description null: the newest. One at the second place is brought here, opened with its passphrase, and removed again. NOT_FOUND, BACKUP_UNSOUND, SECOND_PLACE_REFUSED, DISK_FULL. Least role: packer. Holds for the whole station.
		 */
		post: operations["maintenance.verify"];
	};
	"/v1/maintenance.lookAtAge": {
		/**
		 * Returns what retention would delete by these days, or by those that are set, and how much that frees
		 * @description Nothing is removed. Least role: packer. Holds for the whole station.
		 */
		post: operations["maintenance.lookAtAge"];
	};
	"/v1/maintenance.archives": {
		/**
		 * Lists the archived years, the oldest first
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["maintenance.archives"];
	};
	"/v1/maintenance.lookForPerson": {
		/**
		 * Finds where a person is recorded, what keeps them from being forgotten, and where they stay
		 * @description Nothing is changed. Least role: supervisor. Holds for the whole station.
		 */
		post: operations["maintenance.lookForPerson"];
	};
	"/v1/maintenance.forgetPerson": {
		/**
		 * Blanks a person in everything that is stored here, and returns where they were
		 * @description WRONG_STATE while they are needed. Least role: supervisor. Holds for the whole station.
		 */
		post: operations["maintenance.forgetPerson"];
	};
	"/v1/support.health": {
		/**
		 * Returns the findings of the health check
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["support.health"];
	};
	"/v1/support.file": {
		/**
		 * Makes a ZIP of the log, versions, settings and states
		 * @description labels and addresses only when a person chose so. Least role: supervisor. Holds for the whole station.
		 */
		post: operations["support.file"];
	};
	"/v1/inbox.list": {
		/**
		 * Lists what needs a person, the most urgent first
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["inbox.list"];
	};
	"/v1/inbox.notify": {
		/**
		 * Sends a message to the office, or to a supervisor
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["inbox.notify"];
	};
	"/v1/inbox.assign": {
		/**
		 * Assigns an inbox item, or reassigns it
		 * @description WRONG_STATE: it has ended. Least role: packer. Holds for the whole station.
		 */
		post: operations["inbox.assign"];
	};
	"/v1/inbox.assignAbout": {
		/**
		 * Assigns everything open about a booking or a shipment
		 * @description NOTHING_OPEN: there is nothing. Least role: packer. Holds for the whole station.
		 */
		post: operations["inbox.assignAbout"];
	};
	"/v1/inbox.approval": {
		/**
		 * Returns the status of a requested approval
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["inbox.approval"];
	};
	"/v1/inbox.end": {
		/**
		 * Completes an inbox item
		 * @description who and when is kept. WRONG_STATE: it has ended. Least role: clerk. Holds for the whole station.
		 */
		post: operations["inbox.end"];
	};
	"/v1/inbox.rules": {
		/**
		 * Returns the rules of the inbox and of its mail
		 * @description Least role: supervisor. Holds for the whole station.
		 */
		post: operations["inbox.rules"];
	};
	"/v1/scale.state": {
		/**
		 * Returns the scale on the serial line in its current state
		 * @description one that a page reads by WebHID is that page's. Least role: packer. Holds for the whole station.
		 */
		post: operations["scale.state"];
	};
	"/v1/scale.requote": {
		/**
		 * Requests the price of a shipment booked here at its actual weight
		 * @description Nothing is booked. NOT_FOUND, WRONG_STATE. Least role: clerk. Holds for the whole station.
		 */
		post: operations["scale.requote"];
	};
	"/v1/papers.logo": {
		/**
		 * Returns the logo on packing slips as base64 of a PNG file
		 * @description null: there is none. Least role: packer. Holds for the whole station.
		 */
		post: operations["papers.logo"];
	};
	"/v1/papers.setLogo": {
		/**
		 * Sets the logo on packing slips
		 * @description INVALID_INPUT: it is no PNG, or larger than is printed. Least role: supervisor. Holds for the whole station.
		 */
		post: operations["papers.setLogo"];
	};
	"/v1/papers.preview": {
		/**
		 * Draws a packing slip as these papers would print it
		 * @description pictures as data URLs. Nothing is saved. Least role: packer. Holds for the whole station.
		 */
		post: operations["papers.preview"];
	};
	"/v1/papers.mail": {
		/**
		 * Returns the mail that notifies the consignee of a shipment
		 * @description Nothing is sent. Least role: packer. Holds for the whole station.
		 */
		post: operations["papers.mail"];
	};
	"/v1/site.view": {
		/**
		 * Returns this station's connection to its site
		 * @description Least role: packer. Holds for the whole station.
		 */
		post: operations["site.view"];
	};
	"/v1/site.stations": {
		/**
		 * Lists every station of the site
		 * @description SITE_UNREACHABLE while it is unavailable. Least role: supervisor. Holds for the whole site.
		 */
		post: operations["site.stations"];
	};
	"/v1/site.underWay": {
		/**
		 * Lists the site's open bookings, and their stations
		 * @description SITE_UNREACHABLE, as in all of these down to `makeCode`. Least role: supervisor. Holds for the whole site.
		 */
		post: operations["site.underWay"];
	};
	"/v1/site.find": {
		/**
		 * Finds the shipment of a booking of any station
		 * @description NOT_FOUND: no station of the site booked it. Least role: supervisor. Holds for the whole site.
		 */
		post: operations["site.find"];
	};
}
export interface webhooks {
	booked: {
		/** A booking was taken by the service */
		post: operations["hook.booked"];
	};
	printed: {
		/** A label or paper was printed */
		post: operations["hook.printed"];
	};
	exception: {
		/** A booking, a print job or a shipment needs a person */
		post: operations["hook.exception"];
	};
	test: {
		/** A supervisor tries the address */
		post: operations["hook.test"];
	};
}
export interface components {
	schemas: {
		Error: {
			ok: false;
			error: components["schemas"]["StationErrorData"];
		};
		AddressInput: {
			address1: string;
			address2?: string;
			city: string;
			state: string;
			postalCode: string;
			country: "US" | "MX" | "CA";
			companyName?: string;
			contactName?: string;
			phone?: string;
			email?: string;
		};
		CargoInput: {
			weight: number;
			length: number;
			width: number;
			height: number;
			quantity: number;
			description: string;
			value?: number;
			currency?: string;
			hazmat?: boolean;
			nmfcCode?: string;
			freightClass?: "50" | "55" | "60" | "65" | "70" | "85" | "100" | "110" | "125" | "150" | "175" | "200" | "250" | "300" | "400" | "500" | "92.5" | "77.5";
			satCode?: string;
			satDescription?: string;
		}[];
		ColumnMapInput: {
			columns: {
				header: string;
				field: "reference" | "pickupDate" | "provider" | "service" | "rateRule" | "labelFormat" | "instructions" | "freightTerms" | "accessorials" | "accessorial.LIFTGATE_PICKUP" | "accessorial.LIFTGATE_DELIVERY" | "accessorial.INSIDE_PICKUP" | "accessorial.INSIDE_DELIVERY" | "accessorial.RESIDENTIAL_PICKUP" | "accessorial.RESIDENTIAL_DELIVERY" | "accessorial.APPOINTMENT_DELIVERY" | "accessorial.WHITE_GLOVE" | "shipper.addressId" | "shipper.companyName" | "shipper.contactName" | "shipper.phone" | "shipper.email" | "shipper.address1" | "shipper.address2" | "shipper.city" | "shipper.state" | "shipper.postalCode" | "shipper.country" | "consignee.companyName" | "consignee.contactName" | "consignee.phone" | "consignee.email" | "consignee.address1" | "consignee.address2" | "consignee.city" | "consignee.state" | "consignee.postalCode" | "consignee.country" | "cargo.description" | "cargo.quantity" | "cargo.weight" | "cargo.totalWeight" | "cargo.weightUnit" | "cargo.length" | "cargo.width" | "cargo.height" | "cargo.dimUnit" | "cargo.freightClass" | "cargo.nmfcCode" | "cargo.hazmat" | "cargo.value";
			}[];
			numbers: "point" | "comma" | "unsure";
			dates: "iso" | "mdy" | "dmy";
			/**
			 * @default row
			 */
			cargoLines?: "row" | "by-reference";
			/** @default {} */
			defaults?: {
				shipperAddressId?: string;
				country?: "US" | "MX" | "CA";
				/**
				 * @default lb
				 */
				weightUnit?: "lb" | "kg";
				/**
				 * @default in
				 */
				dimUnit?: "in" | "cm";
				/**
				 * @default ZPL
				 */
				labelFormat?: "PDF" | "PNG" | "ZPL" | "EPL";
				rateRule?: string;
				/** Format: date */
				pickupDate?: string;
			};
		};
		/** Format: date */
		DayInput: string;
		PartyInput: {
			companyName?: string;
			contactName?: string;
			phone?: string;
			email?: string;
		};
		Accessorial: "APPOINTMENT_DELIVERY" | "INSIDE_DELIVERY" | "INSIDE_PICKUP" | "LIFTGATE_DELIVERY" | "LIFTGATE_PICKUP" | "RESIDENTIAL_DELIVERY" | "RESIDENTIAL_PICKUP" | "WHITE_GLOVE";
		Address: {
			address1: string;
			city: string;
			state: string;
			postalCode: string;
			country: components["schemas"]["Country"];
			address2?: string;
			companyName?: string;
			contactName?: string;
			phone?: string;
			email?: string;
		};
		AddressCheck: {
			/** @description One of VALIDATION_STATUSES; an unknown word is kept as received. */
			status: ("NOT_FOUND" | "VALIDATED" | "VALIDATED_CHANGED") | string;
			submitted: components["schemas"]["CheckedAddress"];
			corrected: components["schemas"]["CheckedAddress"];
			/** @description The parts in which the corrected address differs from the submitted one. */
			changed: ("city" | "country" | "postalCode" | "state" | "street1" | "street2")[];
			/** @description Freight would go astray with the address as submitted. */
			requiresCorrection: boolean;
		};
		AddressImport: {
			added: number;
			/** @description Rows whose place is in the book already. */
			known: number;
			problems: {
				row: number;
				column: string | null;
				message: string;
			}[];
		};
		AddressSaved: {
			kind: "saved";
			address: components["schemas"]["SavedAddress"];
		} | {
			kind: "similar";
			addresses: components["schemas"]["SavedAddress"][];
		};
		AnsweredRequest: {
			/** @description ISO 8601 in UTC. */
			at: string;
			/** @description Its subject: `booking`, `change`, `label`. */
			subjectKind: string;
			/** @description The action: `booked`, `rejected`, `kept`. */
			action: string;
			requestId: string;
			/** @description Of an error; null: it was none. */
			code: string | null;
		};
		AnyQuote: components["schemas"]["CrossBorderQuote"] | components["schemas"]["Quote"];
		ApprovalState: {
			itemId: string;
			state: "approved" | "asked" | "refused" | "used";
			/** @description Who answered; null: not answered. */
			answeredBy: string | null;
			note: string | null;
			/** @description Until then the command may be given, once; null: it was not approved. */
			until: string | null;
		};
		Archive: {
			year: number;
			bookings: number;
			/** @description Labels, print jobs' own documents and manifests' papers; the same bytes count once. */
			documents: number;
			/** @description Rows of the audit log. */
			audit: number;
			/** @description The first and the last booking, by the ledger's number. */
			firstSeq: number;
			lastSeq: number;
			/** @description In the folder `archives` of the data folder. */
			name: string;
			bytes: number;
			sha256: string;
			/** @description When it was read back whole and compared with its source. */
			provenAt: string;
			/** @description Since when its labels are in it alone; null: they are here as well. Manifests stay here too. */
			removedAt: string | null;
		};
		Archives: {
			/** @description Oldest first. */
			archives: components["schemas"]["Archive"][];
			/** @description The newest year that is over, by the station's clock. */
			lastYear: number;
		};
		AuditPage: {
			rows: components["schemas"]["AuditRow"][];
			next: number | null;
		};
		AuditRow: {
			/** @description Rises with time; the key to page by. */
			id: number;
			/** @description ISO 8601 in UTC. */
			at: string;
			/** @description `station`: Waybill; `operator`: a person asked for it. */
			actor: string;
			/** @description The station's name when it happened; null for rows of a version that did not note it, or when none was set. */
			station: string | null;
			operator: string | null;
			subjectKind: string;
			subjectId: string;
			/** @description What people call it now: a reference, a name, a number; null: it has none, or is gone. */
			name: string | null;
			action: string;
			detail: {
				[key: string]: unknown;
			};
		};
		Backup: {
			/** @description Its file's name, by which it is restored. */
			name: string;
			/**
			 * @description `full`: all of it; `cut`: what changed since the copy before, which it needs.
			 */
			kind: "cut" | "full";
			/** @description When it was made, by this computer's clock then; ISO 8601 in UTC. */
			at: string;
			bytes: number;
			/** @description Its stamp is ahead of the clock: one of the two was or is wrong. */
			isFromAhead: boolean;
			/** @description Null: it can be restored. */
			unsound: {
				reason: components["schemas"]["UnsoundReason"];
				detail: string;
			} | null;
			/** @description How many bookings are in it; null when it cannot be read. */
			bookings: number | null;
			/** @description The last thing noted in it, ISO 8601 in UTC; null: nothing, or it cannot be read. */
			until: string | null;
		};
		Batch: {
			batchId: string;
			name: string;
			state: components["schemas"]["BatchState"];
			/** @description Bytes received. */
			bytes: number;
			/** @description The index that the next chunk must have. */
			nextChunk: number;
			/** @description Null until the file is complete. */
			form: components["schemas"]["BatchForm"] | null;
			/** @description Null until checked. */
			map: components["schemas"]["ColumnMap"] | null;
			rules: components["schemas"]["BatchRules"];
			/** @description Why it is PAUSED. */
			reason: components["schemas"]["StationErrorData"] | null;
			counts: components["schemas"]["BatchCounts"];
			/** @description How many of its bookings are in each state. */
			bookings: {
				QUEUED: number;
				SENDING: number;
				BOOKED: number;
				REJECTED: number;
				UNKNOWN: number;
				NEEDS_DECISION: number;
				CANCELLED: number;
			};
			/** @description What its bookings cost by now, as far as they have a price; null: none has. */
			spent: components["schemas"]["Money"] | null;
			/** @description Rows looked at by the check that runs now; null when none runs. */
			checking: number | null;
			/** @description Rows whose price was asked for by the turn that runs now; null when none runs. */
			quoting: number | null;
			/** @description Null while it cannot be run. */
			prices: components["schemas"]["BatchPrices"] | null;
			createdAt: string;
			updatedAt: string;
		};
		BatchCounts: {
			rows: number;
			ok: number;
			errors: number;
			duplicates: number;
			/** @description Duplicates that wait for an answer, under the rule `ask`. */
			unanswered: number;
			waiting: number;
			/** @description Of those waiting: what can become an order, without an error and not left out as a duplicate. */
			free: number;
			/** @description Added to Orders, and counted as skipped. */
			ordered: number;
			submitted: number;
			skipped: number;
			failed: number;
			/** @description Rows that failed, or were refused before the run, and that the same data may not fail again. */
			mayRetry: number;
		};
		BatchEstimate: {
			/** @description Bookings that the run would make at most. */
			bookings: number;
			/** @description How many have no price: their part of `total` is an average. */
			estimated: number;
			/** @description `each` is the average of this many bookings; 0: none has a price, and the cost is unknown. */
			basis: number;
			each: components["schemas"]["Money"] | null;
			total: components["schemas"]["Money"] | null;
			/** @description Booked since this day began. */
			spentToday: components["schemas"]["Money"] | null;
			/** @description The dearest first. */
			carriers: components["schemas"]["CarrierEstimate"][];
			/** @description More than Settings or a carrier rule allow: a supervisor approves it. */
			refusal: components["schemas"]["StationErrorData"] | null;
			/** @description Of them without a price that they need before the run: `batches.quote` asks for them. */
			missing: number;
			/** @description What those with a price cost, one sum a currency. */
			totals: components["schemas"]["Money"][];
		};
		BatchForm: {
			/** @description No mark in the file names the encoding and it is not UTF-8: look at the accents in `preview` before continuing. */
			isEncodingGuessed: boolean;
			/** @description The header's cells; one that is empty or repeated has a name of its own here. */
			headers: string[];
			/** @description The first rows, as read. */
			preview: {
				row: number;
				cells: string[];
			}[];
			encoding: components["schemas"]["Encoding"];
			delimiter: components["schemas"]["Delimiter"];
			/** @description The file's first line only names the delimiter (`sep=;`), as some spreadsheets write it; it is no row. */
			hasDelimiterLine: boolean;
			/** @description It was uploaded as a workbook, JSON or XML: its cells have types, and their numbers are read with a point. */
			isTyped: boolean;
			/** @description The number of the row that holds the headings. */
			headerRow: number;
			/** @description Hidden rows and columns of the sheet, counted. Left out unless `withHidden`. */
			hidden: {
				rows: number;
				columns: number;
			};
			withHidden: boolean;
		};
		BatchOrders: {
			batch: components["schemas"]["Batch"];
			added: number;
			same: number;
			asked: number;
		};
		BatchPrices: {
			bookings: number;
			/** @description Of them without a price that they need before the run: `batches.quote` asks for them. */
			missing: number;
			/** @description Number of them booked as named, at a price that is not known before. */
			direct: number;
			/** @description What those with a price cost, one sum a currency. */
			totals: components["schemas"]["Money"][];
			/** @description A person has agreed to each of these prices; otherwise the run needs `agreedTotals`. */
			isAgreed: boolean;
		};
		BatchRow: {
			row: number;
			/** @description Its last row: another than `row` when several rows are one booking's cargo. */
			lastRow: number;
			outcome: "duplicate" | "error" | "ok";
			state: "failed" | "skipped" | "submitted" | "waiting";
			reference: string | null;
			/** @description Of a duplicate: the first row of the file with the same reference; null: it was used outside the file. */
			sameAs: number | null;
			problems: components["schemas"]["CellProblem"][];
			answer: ("create" | "skip") | null;
			bookingId: string | null;
			/** @description Null for a row with an error, or one that an earlier version checked. */
			facts: components["schemas"]["BatchRowFacts"] | null;
			/** @description Null for a row without an error, or one that an earlier version checked. */
			written: components["schemas"]["BatchRowWritten"] | null;
			/** @description Null until its price was asked for. */
			quote: components["schemas"]["BatchRowQuote"] | null;
			/** @description Null until it is submitted. */
			booking: components["schemas"]["BatchRowBooking"] | null;
			error: components["schemas"]["StationErrorData"] | null;
		};
		BatchRowBooking: {
			state: components["schemas"]["BookingState"];
			reference: string;
			shipmentId: string | null;
			trackingNumber: string | null;
			/** @description The service's charge, or the quote. */
			total: components["schemas"]["Money"] | null;
			/** @description The rule that chose its rate; null: none did. */
			byRule: components["schemas"]["RuleNote"] | null;
			error: components["schemas"]["StationErrorData"] | null;
		};
		BatchRowFacts: {
			/** @description Provider and service are named: booked without a quote, at a price that is not known before. */
			isDirect: boolean;
			/** @description The carrier that the row names; '': an offer decides. */
			carrier: string;
			/** @description Which offer, where no carrier is named. Null also for a row that an earlier version checked. */
			rule: ("cheapest" | "fastest") | null;
			shipper: string;
			consignee: string;
			/** @description YYYY-MM-DD; empty: none. */
			pickupDate: string;
			freight: {
				pieces: number;
				weightLb: number;
				/** @description An earlier version kept none. */
				sizes: [
					number,
					number,
					number
				][];
				classes: string[];
				isHazmat: boolean;
				accessorials: components["schemas"]["Accessorial"][];
				insuredFor: number;
			};
		};
		BatchRowQuote: {
			carrier: string;
			total: components["schemas"]["Money"];
			/** @description ISO 8601. Later it is asked for again, and booked where it costs no more than the settings allow. */
			validUntil: string;
		};
		BatchRowWritten: {
			consignee: string;
			/** @description City and state. */
			place: string;
			/** @description Of all its lines; as their cells are written where one is no number. */
			pieces: number | string;
			weightLb: number | string;
		};
		BatchRules: {
			/**
			 * @description `stop-all`: nothing starts while a row has an error, and a failure pauses the run. `skip-row`: the others continue.
			 */
			onError: "skip-row" | "stop-all";
			/**
			 * @description `create`: booked, the reference gets a suffix. `ask`: each waits for `batches.answer`.
			 */
			onDuplicate: "ask" | "create" | "skip";
			/** @description The rows are to become orders, which are known by their references: one without is an error. */
			isForOrders?: boolean;
		};
		BatchState: "CANCELLED" | "CHECKED" | "DONE" | "PAUSED" | "RECEIVING" | "RUNNING";
		BatchSuggestion: {
			batch: components["schemas"]["Batch"];
			map: components["schemas"]["ColumnMap"] | null;
			/** @description A number of the file that could be either, 1.234 or 1,234, where none of its numbers shows how they are written. */
			unsureNumber: string | null;
			/** @description Saved maps of which every column is in the file. */
			fitting: string[];
		};
		BeatRequest: {
			version: string;
			/** @description Not uploaded yet. */
			waiting: number;
			/** @description Since when it could not reach the site, until now; null: it could. */
			islandSince: string | null;
			printers: {
				printerId: string;
				name: string;
				/** @description Jobs that wait, and whether one of them needs a person. */
				waiting: number;
				hasTrouble: boolean;
				/** @description Jobs that may or may not have come out. */
				unknown: number;
				/** @description Its last answer; null: no known problem. */
				problem: string | null;
			}[];
			/** @description Who is signed in; null: no one, or sign-in is off. */
			person: string | null;
			/** @description In which of the site's settings it differs from all others. */
			differs: components["schemas"]["SiteSetting"][];
			/** @description How far it has read the feed. A site whose feed is shorter on that timeline has a database that went back. */
			told?: {
				timeline: string;
				seq: number;
			};
		};
		Booking: {
			bookingId: string;
			kind: "direct" | "load" | "quote";
			state: components["schemas"]["BookingState"];
			/** @description Unique at the service; the clerk's own reference, with a suffix only when that was used before. */
			reference: string;
			carrierName: string;
			provider: string;
			service: string;
			/** @description The quote. A direct booking has no price until it is BOOKED, then the service's. */
			total: components["schemas"]["Money"] | null;
			/** @description The service's charge, where it differs from the quote. */
			charged?: components["schemas"]["Money"];
			consigneeName: string;
			destination: string;
			pickupDate: string;
			labelFormat: components["schemas"]["LabelFormat"];
			createdAt: string;
			updatedAt: string;
			shipmentId: string | null;
			trackingNumber: string | null;
			proNumber: string | null;
			/** @description The last error the service or the network gave. */
			error: components["schemas"]["StationErrorData"] | null;
			question: components["schemas"]["BookingQuestion"] | null;
			/** @description How often it was looked for, and when the next look, or the next try to send, is due. */
			checks: number;
			nextCheckAt: string | null;
			/** @description Until this day it is kept here unsent. */
			holdUntil: string | null;
			/** @description The shipment was canceled through Waybill. */
			cancellation: components["schemas"]["Cancellation"] | null;
			/** @description The batch and the row of its table that it came from. */
			batchId: string | null;
			batchRow: number | null;
			/** @description The rule that chose its rate, and what that cost more than the cheapest offer; absent: none did. */
			byRule?: components["schemas"]["RuleNote"];
			/** @description The delivered shipment that it brings back; absent: it is no return. */
			returnOf?: string;
			/** @description Declared pieces, and pounds of all; null: it does not carry them. */
			cargo?: {
				pieces: number;
				weightLb: number;
			} | null;
			/** @description Label bytes are kept here. */
			hasLabel: boolean;
		};
		BookingContent: {
			bookingId: string;
			shipperInfo: components["schemas"]["Party"];
			consigneeInfo: components["schemas"]["Party"];
			instructions: string;
			/** @description The quote, so that the same can be requested again; null: it was booked without a quote. */
			quoted: ({
				kind: "crossborder";
				request: components["schemas"]["CrossborderQuoteRequest"];
			} | {
				kind: "domestic";
				request: components["schemas"]["QuoteRequest"];
				provider: string;
				service: string;
			}) | null;
			/** @description The whole body of a direct booking. */
			direct: components["schemas"]["DirectBooking"] | null;
			/** @description When its quote ends; null: there is none. */
			quoteExpiresAt: string | null;
		};
		BookingCounts: {
			QUEUED: number;
			SENDING: number;
			BOOKED: number;
			REJECTED: number;
			UNKNOWN: number;
			NEEDS_DECISION: number;
			CANCELLED: number;
			VOIDED: number;
		};
		BookingFacts: {
			about: "booking";
			/** @description As in the audit log: `booked`, `rejected`, `needs_decision`. */
			action: string;
			bookingId: string;
			kind: "direct" | "load" | "quote";
			state: components["schemas"]["BookingState"];
			/** @description Unique at the service; the clerk's own reference, with a suffix only when that was used before. */
			reference: string;
			carrierName: string;
			provider: string;
			service: string;
			/** @description The quote. A direct booking has no price until it is BOOKED, then the service's. */
			total: components["schemas"]["Money"] | null;
			/** @description The service's charge, where it differs from the quote. */
			charged?: components["schemas"]["Money"];
			consigneeName: string;
			destination: string;
			pickupDate: string;
			labelFormat: components["schemas"]["LabelFormat"];
			createdAt: string;
			updatedAt: string;
			shipmentId: string | null;
			trackingNumber: string | null;
			proNumber: string | null;
			/** @description The last error the service or the network gave. */
			error: components["schemas"]["StationErrorData"] | null;
			question: components["schemas"]["BookingQuestion"] | null;
			/** @description How often it was looked for, and when the next look, or the next try to send, is due. */
			checks: number;
			nextCheckAt: string | null;
			/** @description Until this day it is kept here unsent. */
			holdUntil: string | null;
			/** @description The shipment was canceled through Waybill. */
			cancellation: components["schemas"]["Cancellation"] | null;
			/** @description The batch and the row of its table that it came from. */
			batchId: string | null;
			batchRow: number | null;
			/** @description The rule that chose its rate, and what that cost more than the cheapest offer; absent: none did. */
			byRule?: components["schemas"]["RuleNote"];
			/** @description The delivered shipment that it brings back; absent: it is no return. */
			returnOf?: string;
			/** @description Declared pieces, and pounds of all; null: it does not carry them. */
			cargo?: {
				pieces: number;
				weightLb: number;
			} | null;
			/** @description Label bytes are kept here. */
			hasLabel: boolean;
			/** @description Of the embedded service, whose shipments do not exist. */
			isPractice: boolean;
		};
		BookingQuestion: {
			kind: "duplicate";
			shipmentIds: string[];
		} | {
			kind: "not-found";
			checks: number;
			near?: components["schemas"]["NearMatch"][];
			/** @description There were more candidates than one look reads: a shipment that is not found may be there. */
			isCutShort?: boolean;
			/** @description The service answered with a shipment of another booking: the reference of that booking. */
			answeredWith?: {
				shipmentId: string;
				reference: string;
			};
		} | {
			kind: "pickup-passed";
			pickupDate: string;
			suggested: string;
		} | {
			kind: "price-changed";
			was: components["schemas"]["Money"];
			now: components["schemas"]["Money"];
			quoteId: string;
			expiresAt: string;
		} | {
			kind: "rate-gone";
			offers: number;
		} | {
			kind: "reference-taken";
			holder: {
				bookingId: string;
				state: components["schemas"]["BookingState"];
				stationName: string;
				person: string | null;
				at: string;
			};
			free: string;
			sameFreightAs?: string;
		};
		BookingState: "BOOKED" | "CANCELLED" | "NEEDS_DECISION" | "QUEUED" | "REJECTED" | "SENDING" | "UNKNOWN";
		BorderCrossing: "LLB" | "PDN";
		CallFamily: "documents" | "general" | "locations" | "quotes-and-tracking";
		Cancellation: {
			reason: string | null;
			/** @description Null when the service named none. */
			refund: components["schemas"]["Money"] | null;
			/** @description A word of the interface (PROCESSING ...), kept as received; null when the service named none. */
			refundStatus: string | null;
			cancelledAt: string;
		};
		Cargo: {
			weight: number;
			length: number;
			width: number;
			height: number;
			quantity: number;
			description: string;
			value?: number;
			currency?: string;
			hazmat?: boolean;
			nmfcCode?: string;
			freightClass?: components["schemas"]["FreightClass"];
			satCode?: string;
			satDescription?: string;
		};
		CargoPreset: {
			presetId: string;
			updatedAt: string;
			name: string;
			/** @description As the interface has them: pounds and inches. */
			cargo: {
				weight: number;
				length: number;
				width: number;
				height: number;
				quantity: number;
				description: string;
				currency?: string;
				hazmat?: boolean;
				nmfcCode?: string;
				freightClass?: components["schemas"]["FreightClass"];
				satCode?: string;
				satDescription?: string;
				value?: number;
			}[];
			/** @description How they are shown and typed. */
			units: {
				weight: "kg" | "lb";
				dimensions: "cm" | "in";
			};
		};
		CarrierDay: {
			carrier: string;
			scac: string | null;
			rows: components["schemas"]["ManifestRow"][];
		};
		CarrierEstimate: {
			carrier: string;
			bookings: number;
			/** @description Null: unknown. */
			total: components["schemas"]["Money"] | null;
			/** @description These have no price yet: the total is what bookings cost lately. */
			isEstimate: boolean;
		};
		CarrierFigures: {
			carrier: string;
			/** @description All that were booked: spend is of the same ones. */
			shipments: number;
			/** @description How many of them were canceled later. */
			canceled: number;
			/** @description Saved here until a later day. */
			onHold: number;
			/** @description Not booked yet for another reason. */
			notBooked: number;
			/** @description Of those that were not canceled: no label of theirs came out. */
			notPrinted: number;
			/** @description What was charged, of canceled shipments too. */
			spend: components["schemas"]["Money"][];
			/** @description The same without refunds, due or received. */
			net: components["schemas"]["Money"][];
		};
		CarrierService: {
			provider: string;
			service: string;
		};
		CellProblem: {
			row: number;
			column: string | null;
			field: string | null;
			cell: string | null;
			/** @description Files that were checked by an earlier version have the sentence alone. */
			kind: string;
			params: {
				[key: string]: number | string;
			};
			message: string;
		};
		ChangeState: "CANCELLED" | "DONE" | "QUEUED" | "REJECTED" | "SENDING" | "UNKNOWN";
		CheckedAddress: {
			street1: string;
			street2: string;
			city: string;
			state: string;
			postalCode: string;
			country: string;
		};
		ColumnErrors: {
			/** @description The column's header. */
			column: string;
			rows: number;
		};
		ColumnMap: {
			columns: {
				header: string;
				field: string;
			}[];
			numbers: components["schemas"]["NumberForm"];
			dates: components["schemas"]["DateForm"];
			/**
			 * @description `row`: each row is a booking. `by-reference`: adjacent rows of one reference are one booking.
			 */
			cargoLines: "by-reference" | "row";
			/** @description Used where a cell is empty or there is no column. */
			defaults: {
				weightUnit: "kg" | "lb";
				dimUnit: "cm" | "in";
				labelFormat: components["schemas"]["LabelFormat"];
				shipperAddressId?: string;
				country?: components["schemas"]["Country"];
				rateRule?: string;
				pickupDate?: string;
			};
		};
		Connection: {
			kind: "offline";
			since: string;
			error: components["schemas"]["StationErrorData"];
		} | {
			kind: "online";
			since: string;
		} | {
			kind: "refused";
			since: string;
			error: components["schemas"]["StationErrorData"];
		} | {
			kind: "unknown";
		};
		Country: "CA" | "MX" | "US";
		CrossBorderMove: {
			carrierName: string;
			scac: string | null;
			pickupDate: string | null;
			deliveryDate: string | null;
		};
		CrossBorderQuote: {
			/** @description Our own id; the quote is kept under it. */
			id: string;
			kind: "crossborder";
			loadId: string;
			bolNumber: string | null;
			/** @description Offers of the answer that could not be read, and are not among the rates; absent: none. */
			unread?: number;
			/** @description The service's own id of the request that it answered; absent: it named none. */
			requestId?: string;
			/** @description Cheapest first. */
			rates: components["schemas"]["CrossBorderRate"][];
			/** @description ISO 8601. The answer names no expiry: one hour from when it was asked for (interface, Limits). */
			expiresAt: string;
			requestedAt: string;
			request: components["schemas"]["CrossborderQuoteRequest"];
			/** @description The service that it is of, which alone books it; absent: it was kept before that was known. */
			environment?: string;
		};
		CrossBorderRate: {
			/** @description Unique within its quote. */
			rateId: string;
			/** @description The id to book with. */
			quoteId: string;
			/** @description `standard` or `expedited`; an unknown word is kept as received. */
			serviceType: string | null;
			total: components["schemas"]["Money"];
			/** @description Business days. */
			transitDays: {
				from: number;
				to: number;
			} | null;
			moves: components["schemas"]["CrossBorderMove"][];
		};
		CrossborderQuoteRequest: {
			borderCrossingLocation: components["schemas"]["BorderCrossing"];
			shipperLocation: components["schemas"]["Stop"];
			consigneeLocation: components["schemas"]["Stop"];
			handlingUnits: {
				quantity: number;
				products: {
					description: string;
					quantity: number;
					weight: number;
					length: number;
					width: number;
					height: number;
					satCode: string;
					selectedPackage?: {
						id?: number;
						key?: string;
						name?: string;
					};
					packageType?: string;
					/** @description A number here, a string in a domestic quote. */
					class?: number;
					condition?: string;
					isHazmat?: boolean;
					stackable?: boolean;
					additionalHandling?: boolean;
					density?: number;
					uid?: string;
				}[];
				uuid?: string;
				transform?: boolean;
			}[];
			customs: {
				borderCrossingLocation: string;
				origin?: {
					firstName?: string;
					lastName?: string;
					email?: string;
					phone?: string;
				};
				destination?: {
					firstName?: string;
					lastName?: string;
					email?: string;
					phone?: string;
				};
			};
			insuranceInfo?: {
				insuredValue?: number;
			};
			parcelOptions?: {
				appointment?: string;
			};
			usePublicApi?: boolean;
		};
		CsvExport: {
			rows: number;
			/** @description False: there is more behind this piece; a file has no limit. */
			isComplete: boolean;
			/** @description What `after` needs for the next piece; null: this was the last. */
			next: string | null;
			path: string | null;
			/** @description Null when a file was written. */
			text: string | null;
		};
		Cutoff: {
			/** @description The carrier's name as bookings have it; capitals do not matter. */
			carrier: string;
			/** @description HH:MM, of 24 hours, on the clock of the place where it picks up; absent: not given. */
			time?: string;
			/** @description Where it is, "door 3"; absent: not given. */
			place?: string;
			/** @description The carrier's dispatch; absent: not given. */
			phone?: string;
		};
		DataPart: "backups" | "cache" | "embedded" | "ledger" | "logs" | "other" | "put-aside";
		DateForm: "dmy" | "iso" | "mdy";
		DayFigures: {
			day: string;
			/** @description By carrier name. */
			carriers: components["schemas"]["CarrierFigures"][];
			/** @description All that were booked: spend is of the same ones. */
			shipments: number;
			/** @description How many of them were canceled later. */
			canceled: number;
			/** @description Saved here until a later day. */
			onHold: number;
			/** @description Not booked yet for another reason. */
			notBooked: number;
			/** @description Of those that were not canceled: no label of theirs came out. */
			notPrinted: number;
			/** @description What was charged, of canceled shipments too. */
			spend: components["schemas"]["Money"][];
			/** @description The same without refunds, due or received. */
			net: components["schemas"]["Money"][];
		};
		Delimiter: "\t" | "," | ";" | "|";
		DesktopSettings: {
			/** @description The system starts it at login. */
			opensAtLogin: boolean;
			/** @description All of the screen, and not closed without a supervisor; holds while people sign in here. */
			isKiosk: boolean;
			/** @description The window stays above others while it shows Pack. */
			isPackOnTop: boolean;
		};
		DirectBooking: {
			originAddress: components["schemas"]["Address"];
			destinationAddress: components["schemas"]["Address"];
			cargo: components["schemas"]["Cargo"][];
			service: components["schemas"]["CarrierService"];
			shipperInfo?: components["schemas"]["Party"];
			consigneeInfo?: components["schemas"]["Party"];
			shipDate?: string;
			reference?: string;
			instructions?: string;
			labelFormat?: components["schemas"]["LabelFormat"];
		};
		Document: {
			documentId: string;
			/** @description A document type of the interface; an unknown word is kept as received. */
			type: string;
			format: string;
			/** @description A name that is safe on every file system. */
			name: string;
			/** @description Bytes; null when the service does not report it. */
			size: number | null;
			contentType: string | null;
			shipmentId: string | null;
			trackingNumber: string | null;
			createdAt: string | null;
			/** @description When its link expires; the document can still be requested after that. */
			expiresAt: string | null;
			/** @description Of a proof of delivery. */
			recipient: string | null;
			deliveredAt: string | null;
		};
		DocumentContent: {
			name: string;
			contentType: string;
			/** @description Base64. */
			bytes: string;
		};
		DocumentList: {
			shipmentId: string;
			reference: string | null;
			trackingNumber: string | null;
			proNumber: string | null;
			status: string;
			provider: string | null;
			consigneeName: string | null;
			destination: string | null;
			createdAt: string | null;
			/** @description When the service last listed them; null: never, there may be some. */
			lookedAt: string | null;
			/** @description Of the type asked for. */
			documents: components["schemas"]["Document"][];
		};
		DocumentLists: {
			lists: components["schemas"]["DocumentList"][];
			/** @description Shipments that match, whether anything is known of their documents or not. */
			total: number;
		};
		DocumentPage: {
			/** @description From 0. */
			index: number;
			/** @description A data URL. */
			image: string;
			widthIn: number;
			heightIn: number;
		};
		DocumentPages: {
			name: string;
			/** @description Its type by content; null: it cannot be drawn here (then there are no pages). */
			format: components["schemas"]["LabelFormat"] | null;
			/** @description How many there are in all. */
			total: number;
			/** @description Those from the one asked for, at most PAGES_AT_ONCE. */
			pages: components["schemas"]["DocumentPage"][];
		};
		EmergencySendingStatus: {
			/** @description Since when, ISO 8601 in UTC, and by whom; null: no one signs in here. */
			since: string;
			person: string | null;
			reason: string;
			/** @description Bookings that wait here and that the site was never notified of: they are sent. */
			waiting: number;
			/** @description Of those, kept for the site: the service or another station has their reference, or their quote or day is over. */
			left: number;
			/** @description Bookings that the site has, or may have: only the site sends them. */
			atSite: number;
		};
		Encoding: "utf-16be" | "utf-16le" | "utf-8" | "windows-1252";
		EndOfDay: {
			day: string;
			/** @description By carrier name. */
			carriers: components["schemas"]["CarrierDay"][];
			/** @description The gravest first. */
			notReady: components["schemas"]["NotReady"][];
			orders: components["schemas"]["UnbookedOrders"];
			/** @description Newest first, with those that were taken back. */
			manifests: components["schemas"]["Manifest"][];
			/** @description The next day with bookings of this station; null: there is none. */
			next: {
				day: string;
				bookings: number;
			} | null;
		};
		Environment: {
			kind: "embedded";
			baseUrl: string | null;
		} | {
			kind: "service";
			baseUrl: string;
		};
		FamilyRateLimit: {
			family: components["schemas"]["CallFamily"];
			/** @description Calls a window; null: the service has named no limit. */
			limit: number | null;
			/** @description Calls that may leave at once; null where there is no limit. */
			remaining: number | null;
			/** @description ISO 8601: when the whole limit is there again; null: nothing of it is used. */
			resetAt: string | null;
			/** @description Calls that wait for their turn. */
			waiting: number;
		};
		FeedState: {
			settings: components["schemas"]["SavedFeed"];
			/**
			 * @description off; no-folder, no-map: a setting is missing; watching; reading; gone: the folder cannot be reached (`error`).
			 */
			state: "gone" | "no-folder" | "no-map" | "off" | "reading" | "watching";
			error: components["schemas"]["StationErrorData"] | null;
			/** @description Files that lie there and are not read yet. */
			waiting: number;
			/** @description Rows of the file that is being read; null: none is. */
			reading: number | null;
			lookedAt: string | null;
			/** @description The newest. */
			files: components["schemas"]["OrderFile"][];
		};
		FoundPrinter: {
			source: "address" | "network" | "queue";
			name: string;
			connection: components["schemas"]["PrinterConnection"];
			model: string | null;
			/** @description A guess from its reported status; null when that reveals nothing. */
			language: components["schemas"]["PrinterLanguage"] | null;
		};
		FoundShipment: {
			shipmentId: string;
			label: string;
		};
		FreightClass: "100" | "110" | "125" | "150" | "175" | "200" | "250" | "300" | "400" | "50" | "500" | "55" | "60" | "65" | "70" | "77.5" | "85" | "92.5";
		Health: {
			/** @description ISO 8601 in UTC. */
			madeAt: string;
			disk: {
				/** @description Of the whole data folder. */
				bytes: number;
				/** @description Left for this user; null where the system does not report it. */
				freeBytes: number | null;
				/** @description The growth of the records in 30 days, measured by the full backups; null: they do not go back three days. */
				bytesPerMonth: number | null;
				/** @description At this pace; null: not in sight, or unknown. */
				fullInMonths: number | null;
			};
			/** @description Null: none was ever proven. */
			proven: components["schemas"]["ProvenBackup"] | null;
			/** @description The longest that the thread was blocked, today and since the start, in milliseconds. */
			longestHoldMs: number;
			/** @description The statement that took longest since the start, above 40 ms; null: none. */
			slowest: {
				ms: number;
				sql: string;
			} | null;
			waiting: {
				/** @description Bookings that the service has not confirmed. */
				bookings: number;
				/** @description Bookings that wait for a person's answer. */
				questions: number;
				/** @description Print jobs that are to go out; of the newest 500. */
				printJobs: number;
				/** @description Print jobs that may or may not have come out; of the newest 500. */
				unsureJobs: number;
				/** @description Rows of the service that could not be read. */
				quarantine: number;
			};
			log: {
				folder: string;
				level: components["schemas"]["LogLevel"];
				bytes: number;
				failure: string | null;
			};
			worries: components["schemas"]["Worry"][];
		};
		Holiday: "Boxing Day" | "Canada Day" | "Christmas" | "Columbus Day" | "Constitution Day" | "Good Friday" | "Independence Day" | "Juneteenth" | "Juárez's Birthday" | "Labor Day" | "Martin Luther King Day" | "Memorial Day" | "New Year's Day" | "Presidents' Day" | "Remembrance Day" | "Revolution Day" | "Thanksgiving" | "Truth and Reconciliation Day" | "Veterans Day" | "Victoria Day";
		InboxItem: {
			itemId: string;
			kind: components["schemas"]["InboxKind"];
			/** @description The booking, printer, shipment or batch that it is about; of what people wrote its own id. */
			subjectId: string;
			severity: components["schemas"]["Severity"];
			/** @description Its name for a person: a reference, a printer's name, a tracking number, the author. */
			label: string;
			/** @description Whose freight it is about; null: none's, or not known here. */
			consignee: string | null;
			/** @description The text of a person, printer or carrier; may be empty. */
			text: string;
			/** @description Its subject, for a screen to show in its language: an exception's reason, an error's code, or the command that an approval is asked for; null: the text is all there is. */
			code: string | null;
			raisedAt: string;
			dueAt: string;
			/** @description The assignee; null: none. */
			assignee: string | null;
			endedAt: string | null;
			/** @description Null while it is open, and where it ended automatically. */
			endedBy: string | null;
			endNote: string | null;
			/** @description A supervisor's answer to an approval; null: it is none, or is not answered. */
			outcome: ("approved" | "refused") | null;
		};
		InboxKind: "approval" | "batch" | "booking" | "clock" | "consignee-mail" | "doubled" | "exception" | "message" | "note" | "order" | "order-file" | "overcharged" | "printer" | "set-aside" | "site";
		InboxPage: {
			items: components["schemas"]["InboxItem"][];
			/** @description How many are open in all. */
			open: number;
			/** @description Of ended ones: what leads on; null: these were the last, or open ones were asked for. */
			next: string | null;
		};
		InboxRules: {
			/** @description A printer is reported when it could not print for this long. */
			printerMinutes: number;
			desktop: boolean;
			sound: boolean;
			/** @description No notifications are sent from then until then, by the clock of this place; they are sent together afterwards. */
			quiet: {
				from: string;
				until: string;
			} | null;
			/** @description Null: none is sent. */
			mail: components["schemas"]["MailSettings"] | null;
		};
		InboxSetup: {
			rules: components["schemas"]["InboxRules"];
			mail: components["schemas"]["MailState"];
		};
		InspectedCommand: {
			/** @description With its standard prefix: `^FD`; empty for text that belongs to no command. */
			name: string;
			/** @description Offset of its first byte. */
			at: number;
			bytes: number;
			/** @description Its first characters; other bytes are shown by signs. */
			text: string;
			/**
			 * @description Its treatment. pass: it goes to the printer. strip: it is left out. stop: the finding is about it. unread: it comes after the finding.
			 */
			outcome: "pass" | "stop" | "strip" | "unread";
			/** @description Its row of the command table; null when unknown. */
			row: {
				does: string;
				class: "dangerous" | "host-answer" | "job-control" | "label-setting" | "layout" | "network" | "printer-setting" | "storage";
				treatment: "pass" | "refuse" | "strip";
				outlives: "flash" | "no" | "power-off" | "saved" | "tag" | "unknown";
				setBack: string | null;
				manual: string;
				/** @description Whose genuine labels held it. */
				seenIn: string[];
				/**
				 * @description Whether it puts dots on paper, changes how others come out, or neither.
				 */
				paper: "draws" | "nothing" | "shapes";
			} | null;
			/** @description Whether it belongs to a field that puts dots on paper. */
			isDrawn: boolean;
		};
		InspectedSource: {
			result: {
				result: "refused" | "truncated" | "whole";
				labels: number;
				copies: number;
				at: number | null;
				reason: components["schemas"]["SaidOfLabel"] | null;
				notes: components["schemas"]["SaidOfLabel"][];
				stripped: string[];
			};
			/** @description The first of them, in the order of the source. */
			commands: components["schemas"]["InspectedCommand"][];
			/** @description How many more there are. */
			moreCommands: number;
			/** @description Labels in it, and where the last of those ends that are drawn. */
			labels: number;
			drawnBytes: number;
		};
		InvoiceColumn: "accessorials" | "amount" | "carrier" | "currency" | "date" | "invoice" | "pro";
		InvoiceImport: {
			added: number;
			/** @description Lines that were taken in before. */
			known: number;
			problems: components["schemas"]["InvoiceProblem"][];
		};
		InvoiceLine: {
			seq: number;
			lineId: string;
			invoice: string;
			pro: string;
			carrier: string;
			invoicedOn: string | null;
			billed: components["schemas"]["Money"];
			/** @description The expected amount; null: no booking, no price, or a price in another currency. */
			expected: components["schemas"]["Money"] | null;
			charges: {
				code: string;
				minor: number;
				/** @description It was asked for in the quote. */
				isQuoted: boolean;
			}[];
			booking: {
				bookingId: string;
				reference: string;
			} | null;
			state: components["schemas"]["InvoiceState"];
			note: string;
			settledBy: string | null;
			settledAt: string | null;
		};
		InvoicePage: {
			lines: components["schemas"]["InvoiceLine"][];
			/** @description How many wait for a person. */
			counts: {
				differs: number;
				unmatched: number;
				disputed: number;
			};
		};
		InvoiceProblem: {
			/** @description As a spreadsheet numbers rows. */
			row: number;
			column: components["schemas"]["InvoiceColumn"];
			/** @description Files that were checked by an earlier version have the sentence alone. */
			kind: string;
			params: {
				[key: string]: number | string;
			};
			message: string;
		};
		InvoiceState: "accepted" | "agrees" | "differs" | "disputed" | "unmatched";
		JobPages: {
			/** @description Pages, or labels, of one copy. */
			ofCopy: number;
			/** @description Sheets before this job's first: an earlier job has printed them. */
			begin: number;
			/** @description Sheets up to and with this job's last. */
			end: number;
			/** @description Sheets up to and with the last that the printer took whole; `begin` before the first. */
			handedOver: number;
			/** @description It ended between two sheets, so that none of them is in doubt. */
			isBetween: boolean;
			/** @description Why it ends before its last sheet. asked: a person stopped it. page: that sheet must not be printed. Null: it does not. */
			stop: ({
				kind: "asked";
			} | {
				kind: "page";
				sheet: number;
				error: components["schemas"]["StationErrorData"];
			}) | null;
		};
		KeyStorage: "embedded" | "environment" | "keychain" | "locked" | "memory" | "none" | "site";
		KeychainLack: "library" | "locked" | "service";
		LabelFormat: "EPL" | "PDF" | "PNG" | "ZPL";
		LabelInspection: {
			/** @description Names these very bytes, for `labels.place`. */
			inspectionId: string;
			name: string;
			format: components["schemas"]["LabelFormat"];
			bytes: number;
			/** @description Null for a PDF or PNG, which becomes a picture. */
			source: components["schemas"]["InspectedSource"] | null;
			/** @description Data URLs, one a label or page; the first of them. */
			pages: string[];
			morePages: number;
			/** @description The size of the pictures, in inches, where the label reaches beyond the media; null: they are the media. */
			drawnOn: components["schemas"]["Media"] | null;
			/** @description Why there is no picture. */
			problem: components["schemas"]["StationErrorData"] | null;
		};
		LabelPlace: {
			page: number;
			left: number;
			top: number;
			width: number;
			height: number;
		};
		LabelPreview: {
			shipmentId: string;
			format: components["schemas"]["LabelFormat"];
			bytes: number;
			/** @description One data URL a page. */
			pages: string[];
		};
		LabelQuestion: {
			kind: "bars";
			key: "BARS";
			narrowestMm: number;
		} | {
			kind: "blank";
			key: "BLANK";
			pages: number[];
		} | {
			kind: "labels";
			key: "LABELS";
			page: number;
			labels: number;
		} | {
			kind: "offline";
			key: "ISLAND";
			since: string | null;
		} | {
			kind: "printed-elsewhere";
			key: "ELSEWHERE";
			prints: {
				stationName: string;
				/** @description Null: no one signs in there. */
				person: string | null;
				/** @description ISO 8601. */
				at: string;
				printerName: string;
				/** @description The printer proved it; otherwise it may have come out. */
				isProved: boolean;
				/** @description The site could not be asked then. */
				onIsland: boolean;
			}[];
		} | {
			kind: "restored";
			key: "RESTORED";
			backupAt: string;
		} | {
			kind: "status";
			key: string;
			at: string | null;
		} | {
			kind: "stock";
			key: "STOCK";
			stock: string;
			label: components["schemas"]["Media"] | null;
			madeFor: components["schemas"]["PrinterDpi"] | null;
		} | {
			kind: "weight";
			key: string;
			weighedGrams: number;
			weighedLb: number;
			bookedLb: number;
		};
		LabelStock: {
			stockId: string;
			name: string;
			/** @description Of a continuous roll, the length that is cut. */
			media: components["schemas"]["Media"];
			tracking: "continuous" | "gap" | "mark";
			print: "direct" | "transfer";
		};
		LabelTemplate: {
			templateId: string;
			name: string;
			/** @description One that every station has. It is not changed in its place: a change is saved as one of the station's own. */
			isStarter: boolean;
			/** @description The person who made it as it is; null: not recorded, or it is a starter. */
			madeBy: string | null;
			/** @description Null for a starter. */
			madeAt: string | null;
			kind: components["schemas"]["TemplateKind"];
			rows: components["schemas"]["LabelTemplateRow"][];
		};
		LabelTemplateRow: {
			kind: "barcode";
			symbology: "code128" | "datamatrix" | "gs1-128" | "qr";
			/** @description Of a GS1-128: application identifiers in parentheses with their data, `(00){sscc}(10){lot}`. */
			data: string;
			/** @description Millimetres on a 4 by 6 in label; smaller media shrink it. */
			heightMm: number;
			/** @description Whether its text is printed below it. */
			hasText: boolean;
		} | {
			kind: "rule";
		} | {
			kind: "text";
			text: string;
			size: "huge" | "large" | "medium" | "small";
			lines: number;
			align: "center" | "left" | "right";
			/** @description White on black. */
			isInverse: boolean;
		};
		LastFreight: {
			cargo: components["schemas"]["Cargo"][];
			/** @description ISO 8601 */
			bookedAt: string | null;
		};
		LineCargo: {
			quantity: number | null;
			weight: number | null;
			length: number | null;
			width: number | null;
			height: number | null;
			description: string | null;
			packaging: components["schemas"]["Packaging"] | null;
			freightClass?: components["schemas"]["FreightClass"];
			hazmat?: true;
		};
		LineDoubt: {
			/** @description As typed. */
			text: string;
			why: components["schemas"]["LineDoubtReason"];
			/** @description Certain replacements; the first is what was taken, where something was. */
			readings: string[];
			/** @description Its position in the line. */
			from: number;
			to: number;
		};
		LineDoubtReason: "day-or-month" | "each-or-total" | "misspelt" | "no-pickup" | "no-unit" | "other-end" | "other-state" | "several-cities" | "several-parties" | "thousands" | "twice" | "unknown";
		LinePlace: {
			postalCode: string | null;
			city: string | null;
			/** @description The interface's code. */
			state: string | null;
			country: components["schemas"]["Country"] | null;
			address1?: string;
			/** @description Of an entry of the address book. */
			companyName?: string;
			addressId?: string;
		};
		LineState: {
			kind: "failed";
			error: components["schemas"]["StationErrorData"];
		} | {
			kind: "off";
		} | {
			kind: "open";
		} | {
			kind: "opening";
		};
		Location: {
			postalCode: string;
			/** @description In capitals, as the service writes it. */
			city: string;
			/** @description State or province code, and its name. */
			state: string;
			stateName: string;
			country: string;
			county: string;
			/** @description Both null: the service does not report the location. */
			latitude: number | null;
			longitude: number | null;
		};
		LocationSearch: {
			/** @description How the text was interpreted; an unknown word is kept as received. */
			kind: string;
			locations: components["schemas"]["Location"][];
		};
		LogLevel: "debug" | "error" | "info" | "warn";
		LoggedRequest: {
			/** @description Rises with time; the key to page by. */
			id: number;
			/** @description The service's own id of it, to name in a dispute; null when it gave none. */
			requestId: string | null;
			at: string;
			family: string;
			priority: string;
			method: string;
			path: string;
			/** @description Null without an answer. */
			status: number | null;
			/** @description The failure's code; null: it succeeded. */
			code: string | null;
			delivery: string | null;
			attempt: number;
			durationMs: number;
		};
		LoggedRequestDetail: {
			requestBody: string | null;
			responseBody: string | null;
			/** @description Rises with time; the key to page by. */
			id: number;
			/** @description The service's own id of it, to name in a dispute; null when it gave none. */
			requestId: string | null;
			at: string;
			family: string;
			priority: string;
			method: string;
			path: string;
			/** @description Null without an answer. */
			status: number | null;
			/** @description The failure's code; null: it succeeded. */
			code: string | null;
			delivery: string | null;
			attempt: number;
			durationMs: number;
		};
		LookupMany: {
			/** @description In the order pasted; more than one shipment where a reference was used more than once. */
			found: {
				code: string;
				shipments: components["schemas"]["Shipment"][];
			}[];
			/** @description Neither here nor at the service. */
			notFound: string[];
			/** @description Not here, and the service could not be asked (`error` has the reason). */
			notAsked: string[];
			error: components["schemas"]["StationErrorData"] | null;
		};
		MailDecision: {
			ruleId: string;
			name: string;
			isMailed: boolean;
		};
		MailSettings: {
			host: string;
			port: number;
			security: "none" | "starttls" | "tls";
			/** @description Empty: the server asks for no name. Its password is in the keychain. */
			user: string;
			from: string;
			to: string[];
		};
		MailState: {
			/** @description Not sent yet. */
			waiting: number;
			/** @description Why the last try failed; null: it went well, or there was none. */
			error: components["schemas"]["StationErrorData"] | null;
			lastSentAt: string | null;
			/**
			 * @description None where the server asks for no name. `memory`: this machine has no keychain, and it is forgotten at the end.
			 */
			password: "keychain" | "memory" | "none";
		};
		MaintenanceState: {
			dataDir: string;
			parts: {
				part: components["schemas"]["DataPart"];
				bytes: number;
			}[];
			/** @description Left on the disk for this user; null where the system does not report it. */
			freeBytes: number | null;
			/** @description Newest first, by how far the ledger had come. */
			backups: components["schemas"]["Backup"][];
			/** @description The newest backup that was looked through here; null: none ever was. */
			proven: components["schemas"]["ProvenBackup"] | null;
			/** @description Null: none is chosen. */
			secondPlace: components["schemas"]["SecondPlace"] | null;
			/** @description The backup that takes the ledger's place at the next start; null: none. */
			restoreNext: string | null;
		};
		ManagedSetting: "keep" | "language" | "printers" | "serviceUrl" | "updates";
		Manifest: {
			manifestId: string;
			/** @description What its barcode holds: `M20261121-001`, unique in this ledger. */
			number: string;
			day: string;
			carrier: string;
			scac: string | null;
			station: string;
			operator: string | null;
			totals: components["schemas"]["ManifestTotals"];
			rows: components["schemas"]["ManifestRow"][];
			createdAt: string;
			/** @description When it was withdrawn, because the driver did not take the freight; its shipments are free again. */
			voidedAt: string | null;
			voidReason: string | null;
		};
		ManifestRow: {
			shipmentId: string;
			reference: string;
			proNumber: string | null;
			trackingNumber: string | null;
			service: string;
			consigneeName: string;
			destination: string;
			/** @description Handling units, and pounds of all of them; null when not given. */
			pieces: number | null;
			weightLb: number | null;
			pickupDate: string;
		};
		ManifestTotals: {
			shipments: number;
			pieces: number;
			weightLb: number;
			unweighed: number;
		};
		Media: {
			widthIn: number;
			heightIn: number;
		};
		Money: {
			minor: number;
			currency: string;
		};
		NearMatch: {
			shipmentId: string;
			trackingNumber: string | null;
			/** @description The differences: the requested and the reported value, as text for a person; null: not reported. */
			differences: {
				field: "carrier" | "consignee" | "destination" | "origin" | "price" | "reference" | "service";
				asked: string;
				told: string | null;
			}[];
		};
		NotReady: {
			kind: components["schemas"]["NotReadyKind"];
			bookingId: string;
			reference: string;
			carrier: string;
			consigneeName: string;
			destination: string;
			pickupDate: string;
			/** @description Null: not booked yet. */
			shipmentId: string | null;
			/** @description The print job that is open or failed. */
			jobId: string | null;
			error: components["schemas"]["StationErrorData"] | null;
		};
		NotReadyKind: "being-canceled" | "needs-decision" | "no-label" | "not-printed" | "print-failed" | "print-open" | "print-unknown" | "rejected" | "unknown" | "unsent";
		NumberForm: "comma" | "point" | "unsure";
		OnTimeReport: {
			rows: components["schemas"]["OnTimeRow"][];
			total: components["schemas"]["OnTimeSums"];
			/** @description Shipments of before are still being counted. */
			isCounting: boolean;
		};
		OnTimeRow: {
			/** @description Fields that the report is not split by are empty, and so is a carrier that is not known; null: all that are not named. */
			name: {
				carrier: string;
				lane: string;
			} | null;
			delivered: number;
			/** @description Of those: with a promised day. */
			promised: number;
			/** @description Of the promised ones: not after that day. */
			onTime: number;
			/** @description Of the delivered ones: whose pickup is known. */
			timed: number;
			/** @description Milliseconds from pickup to delivery of the timed ones, summed. */
			transitMs: number;
		};
		OnTimeSums: {
			delivered: number;
			/** @description Of those: with a promised day. */
			promised: number;
			/** @description Of the promised ones: not after that day. */
			onTime: number;
			/** @description Of the delivered ones: whose pickup is known. */
			timed: number;
			/** @description Milliseconds from pickup to delivery of the timed ones, summed. */
			transitMs: number;
		};
		OpenBookingState: "NEEDS_DECISION" | "QUEUED" | "SENDING" | "UNKNOWN";
		Order: {
			orderId: string;
			reference: string;
			state: components["schemas"]["OrderState"];
			content: components["schemas"]["OrderContent"];
			/** @description Names this reference and content, for `orders.save`. */
			version: string;
			consigneeName: string;
			destination: string;
			pickupDate: string;
			/** @description Where it came from: a file's name, a system's, or a person's. */
			source: string;
			origin: components["schemas"]["OrderOrigin"];
			takenAt: string;
			bookingId: string | null;
			/** @description Why it is on hold; null: it is not. What is on hold is not booked. */
			hold: string | null;
			tags: string[];
			/** @description Null: no rate was requested since it last changed. */
			offer: components["schemas"]["OrderOffer"] | null;
			/** @description Why it has no rate, or was not booked; null: nothing is wrong. */
			trouble: components["schemas"]["StationErrorData"] | null;
			/** @description The same order came with other content: a person decides which is right. Null: it did not. */
			other: {
				content: components["schemas"]["OrderContent"];
				source: string;
				at: string;
				/** @description Names these two contents, for `orders.answer`. */
				version: string;
			} | null;
		};
		OrderContent: {
			request: components["schemas"]["QuoteRequest"];
			/** @description `cheapest`, `fastest`, or a carrier: before the rules' own choice. */
			rateRule: string;
			instructions: string;
			/** @description YYYY-MM-DD */
			pickupDate: string;
			labelFormat: components["schemas"]["LabelFormat"];
		};
		OrderFile: {
			fileId: string;
			name: string;
			state: "done" | "failed" | "reading" | "repeated";
			bytes: number;
			added: number;
			same: number;
			/** @description Known orders with other content. */
			asked: number;
			/** @description Rows that could not be read; `problems` are the first of them. */
			refused: number;
			problems: components["schemas"]["OrderProblem"][];
			/** @description Why nothing of it was taken; null: some of it was. */
			error: components["schemas"]["StationErrorData"] | null;
			at: string;
		};
		OrderOffer: {
			quoteId: string;
			rateId: string;
			carrierName: string;
			scac: string | null;
			service: string;
			days: {
				from: number;
				to: number;
			} | null;
			total: components["schemas"]["Money"];
			/** @description ISO 8601. Later it is requested again, and bought where it costs no more than Settings allow. */
			validUntil: string;
			/**
			 * @description `person`: chosen by hand.
			 */
			by: "cheapest" | "fastest" | "person" | "rule";
			/** @description More than the rate by rule; null: it is that rate, or costs no more. */
			extra: components["schemas"]["Money"] | null;
			/** @description The approval that a rule requires; null: none. */
			approval: components["schemas"]["StationErrorData"] | null;
		};
		OrderOrigin: "api" | "file" | "folder" | "typed";
		OrderPage: {
			rows: components["schemas"]["OrderRow"][];
			/** @description How many are open, up to 1,000. */
			open: number;
			/** @description What leads on; null: these were the last. */
			next: number | null;
		};
		OrderProblem: {
			row: number;
			column: string | null;
			message: string;
		};
		OrderQuote: {
			order: components["schemas"]["Order"];
			quote: components["schemas"]["Quote"];
			/** @description The rate that its own word and the rules choose. */
			rateId: string;
			carrierName: string;
			total: components["schemas"]["Money"];
		};
		OrderRow: {
			asks: boolean;
			freight: {
				pieces: number;
				/** @description Pounds of the whole load. */
				weightLb: number;
				/** @description Each once, in the order of the cargo lines. */
				classes: string[];
			};
			/** @description It is being rated or bought. */
			isBusy: boolean;
			/** @description Null: it is not booked. */
			booking: {
				bookingId: string;
				state: components["schemas"]["BookingState"];
				shipmentId: string | null;
				trackingNumber: string | null;
				total: components["schemas"]["Money"] | null;
				/** @description A label of it came out of a printer. */
				isPrinted: boolean;
				/** @description Its shipment was canceled. */
				isCanceled: boolean;
			} | null;
			state: components["schemas"]["OrderState"];
			origin: components["schemas"]["OrderOrigin"];
			reference: string;
			pickupDate: string;
			destination: string;
			bookingId: string | null;
			consigneeName: string;
			/** @description Null: no rate was requested since it last changed. */
			offer: components["schemas"]["OrderOffer"] | null;
			orderId: string;
			/** @description Why it is on hold; null: it is not. What is on hold is not booked. */
			hold: string | null;
			/** @description Where it came from: a file's name, a system's, or a person's. */
			source: string;
			takenAt: string;
			tags: string[];
			/** @description Why it has no rate, or was not booked; null: nothing is wrong. */
			trouble: components["schemas"]["StationErrorData"] | null;
		};
		OrderState: "booked" | "dismissed" | "open";
		OrdersTaken: {
			added: number;
			same: number;
			asked: number;
		};
		Packaging: "bag" | "bale" | "box" | "bundle" | "carton" | "coil" | "crate" | "cylinder" | "drum" | "gaylord" | "pallet" | "piece" | "reel" | "roll" | "skid" | "tote";
		Papers: {
			companyName: string;
			/** @description The sender as printed, line by line; empty: the shipment's own. */
			sender: string;
			/** @description Whether the slip names the goods, line by line. */
			hasGoods: boolean;
			/**
			 * @description `station`: the language of the screens.
			 */
			language: "en" | "es" | "station";
			texts: {
				en: {
					/** @description At the foot of the packing slip. */
					note: string;
					mailSubject: string;
					mailBody: string;
				};
				es: {
					/** @description At the foot of the packing slip. */
					note: string;
					mailSubject: string;
					mailBody: string;
				};
			};
		};
		Party: {
			companyName?: string;
			contactName?: string;
			phone?: string;
			email?: string;
		};
		PersonChoice: {
			personId: string;
			name: string;
			role: components["schemas"]["Role"];
		};
		PersonFound: {
			/** @description Places with at least one row, in the order of PERSON_PLACES. */
			found: {
				place: components["schemas"]["PersonPlace"];
				count: number;
			}[];
			/** @description What was beside them in the same address and was not requested. */
			alongside: {
				names: string[];
				phones: string[];
				emails: string[];
			};
			/** @description References of bookings, names of files and jobs; the first twenty. */
			needed: {
				need: components["schemas"]["PersonNeed"];
				what: string;
			}[];
			/** @description Where they stay, because copies are not changed. */
			stays: {
				backups: number;
				/** @description The day after which the last copy of today is deleted automatically; null: there is none. */
				backupsUntil: string | null;
				archives: string[];
				/** @description Files that a recovery put aside. */
				putAside: number;
				secondPlace: string | null;
				/** @description Signed papers of carriage, kept for ever. */
				manifests: number;
			};
			/** @description Who forgets them as well; null: the station is alone, or the site cannot be asked now. */
			atSite: {
				siteName: string;
				stations: string[];
			} | null;
		};
		PersonNeed: "batch" | "open-booking" | "open-order" | "printing" | "under-way";
		PersonPlace: "addresses" | "audit" | "bookings" | "calls" | "events" | "files" | "labels" | "other" | "quotes" | "shipments";
		Pickup: {
			bookingId: string;
			reference: string;
			state: components["schemas"]["BookingState"];
			/** @description Null: it is not known to be booked. */
			shipmentId: string | null;
			/** @description As the carrier last reported; null: not reported. */
			status: string | null;
			carrier: string;
			consigneeName: string;
			destination: string;
			/** @description YYYY-MM-DD */
			pickupDate: string;
		};
		PickupCount: {
			/** @description YYYY-MM-DD */
			day: string;
			carrier: string;
			count: number;
			/** @description Of `count`, those that the service has not confirmed. */
			unbooked: number;
			/** @description Of `count`, those that the carrier has. */
			taken: number;
		};
		PickupDaysRow: {
			country: components["schemas"]["Country"];
			/** @description Public holidays with pickups. Those of a carrier's own row hold for it in place of every carrier's. */
			worked: components["schemas"]["Holiday"][];
			/** @description Days without pickups beside the public holidays. Those of a carrier's own row add to every carrier's. */
			closed: string[];
			/** @description The carrier's name as bookings have it; capitals do not matter. Absent: every carrier. */
			carrier?: string;
		};
		PickupList: {
			/** @description In the order they were booked; at most MOST_PICKUPS_LISTED. */
			pickups: components["schemas"]["Pickup"][];
			/** @description How many there are. */
			count: number;
		};
		PickupWeek: {
			/** @description YYYY-MM-DD, its first day. */
			from: string;
			/** @description By day, then by carrier. */
			counts: components["schemas"]["PickupCount"][];
			/** @description False: there are so many that those of the last days are not counted. */
			isComplete: boolean;
		};
		PrintDocument: "bol" | "label" | "office" | "packing-slip";
		PrintJob: {
			jobId: string;
			state: components["schemas"]["PrintJobState"];
			purpose: components["schemas"]["PrintPurpose"];
			/** @description Given for a reprint. */
			reason: string | null;
			printerId: string;
			printerName: string;
			shipmentId: string | null;
			/** @description What people call it: the shipment's reference, or "Test label". */
			title: string;
			copies: number;
			/** @description Bytes of one copy as they go to the printer; of one with `pages`, of the document that they are made of. */
			bytes: number;
			/** @description Bytes sent so far, over all copies. */
			bytesSent: number;
			/** @description The source of the confirmation that it is printed. */
			confirmedBy: ("operator" | "printer") | null;
			proof: components["schemas"]["PrintProof"] | null;
			detail: components["schemas"]["SentDetail"] | null;
			/** @description `stale`: it waited so long that a person decides whether it is still to be printed (`jobs.answer`). */
			question: "stale" | null;
			/** @description Sends that were begun. */
			attempts: number;
			/** @description When a FAILED job of which no byte left is tried again automatically. */
			nextTryAt: string | null;
			/** @description The print list that it was asked for with. */
			listId: string | null;
			/** @description The how-manieth reprint of this shipment's label it is; 0 for the first print. */
			reprintNumber: number;
			/** @description Settings commands of a carrier's label that were left out, `^MMT` for instance; the stored bytes are without them. */
			stripped: string[];
			/** @description Null: it went to no queue of the operating system, or that named no number. */
			spool: components["schemas"]["SpoolJob"] | null;
			/** @description Null: it goes to its printer as one. */
			pages: components["schemas"]["JobPages"] | null;
			error: components["schemas"]["StationErrorData"] | null;
			createdAt: string;
			updatedAt: string;
		};
		PrintJobFacts: {
			about: "print_job";
			/** @description As in the audit log: `printed`, `failed`. */
			action: string;
			error: components["schemas"]["StationErrorData"] | null;
			state: components["schemas"]["PrintJobState"];
			shipmentId: string | null;
			/** @description What people call it: the shipment's reference, or "Test label". */
			title: string;
			copies: number;
			jobId: string;
			printerName: string;
			proof: components["schemas"]["PrintProof"] | null;
			/** @description Of the embedded service, whose shipments do not exist. */
			isPractice: boolean;
		};
		PrintJobState: "CANCELLED" | "FAILED" | "PRINTED" | "QUEUED" | "SENDING" | "SENT" | "UNKNOWN";
		PrintList: {
			listId: string;
			createdAt: string;
			items: components["schemas"]["PrintListItem"][];
			/** @description Items whose label is out (SENT or PRINTED), of all. */
			out: number;
		};
		PrintListItem: {
			/** @description The request: the code of a shipment. */
			code: string;
			/** @description Null: it never became a job; then `problem` has the reason, or it has not been reached yet. */
			job: components["schemas"]["PrintJob"] | null;
			problem: components["schemas"]["StationErrorData"] | null;
		};
		PrintProof: {
			kind: "odometer";
			from: number;
			to: number;
			by?: "ipp" | "snmp";
		} | {
			kind: "operator";
		} | {
			kind: "receipt";
		} | {
			kind: "status-twice";
		};
		PrintPurpose: "bol" | "command-sheet" | "file" | "hold-tag" | "label" | "office" | "packing-slip" | "print-list" | "reprint" | "template" | "test";
		PrintRoute: {
			document: components["schemas"]["PrintDocument"];
			/** @description Null: the default printer. */
			printerId: string | null;
			copies: number;
			/** @description Takes over when no byte has left for the first one. */
			fallbackPrinterId: string | null;
		};
		PrintRules: {
			routes: components["schemas"]["PrintRoute"][];
			/** @description A job that waited longer asks before it is printed. Minutes. */
			staleMinutes: number;
			/** @description A job that prints more labels, copies included, asks before it is made. */
			mostLabels: number;
			/**
			 * @description `ask`: a person moves the job; `use`: it moves automatically when the first printer refused it before the first byte.
			 */
			fallback: "ask" | "use";
		};
		PrintStatusSource: {
			by: "ipp" | "snmp";
			counts: boolean;
			/** @description Its configured media; null when it does not report them. */
			media: components["schemas"]["Media"] | null;
		};
		Printer: {
			printerId: string;
			name: string;
			language: components["schemas"]["PrinterLanguage"];
			dpi: components["schemas"]["PrinterDpi"];
			media: components["schemas"]["Media"];
			connection: components["schemas"]["PrinterConnection"];
			isDefault: boolean;
		};
		PrinterCheck: {
			printerId: string;
			/** @description What `~HI` names; null when it does not answer. */
			model: string | null;
			firmware: string | null;
			/** @description The kind of printer that its answer names; null for none that is known. See `devices/find-profile.ts`. */
			profile: string | null;
			/** @description Dots a millimetre. */
			dotsPerMm: number | null;
			statusPort: number | null;
			/** @description It answers over its own device. */
			answersDevice: boolean;
			/** @description The other source that can prove what it prints, where its own language cannot; null: none. */
			statusSource: components["schemas"]["PrintStatusSource"] | null;
			status: components["schemas"]["PrinterStatus"];
			/** @description The reason it cannot print correctly: unreachable, or a mismatch with its profile. */
			problem: components["schemas"]["StationErrorData"] | null;
		};
		PrinterConnection: {
			kind: "device";
			path: string;
		} | {
			kind: "queue";
			name: string;
		} | {
			kind: "tcp";
			uri: string;
		} | {
			kind: "virtual";
		};
		PrinterCount: {
			labels: number | null;
			by: ("ipp" | "snmp" | "zpl") | null;
		};
		/** @enum {number} */
		PrinterDpi: 203 | 300 | 600;
		PrinterLanguage: "EPL" | "ZPL";
		PrinterOptions: {
			/**
			 * @description Settings commands in a carrier's label (`^MMT ~SD ^PR` ...): `strip` leaves them out, `allow` sends them, `block` refuses a label that has any.
			 */
			carrierSettings: "allow" | "block" | "strip";
			/** @description Commands (`^MM`, `~TA`; EPL: `Q`) that this printer gets although they are left out of labels otherwise. */
			allowedCommands: string[];
			/** @description The port that answers questions about the printer's state; null: it is not asked. Found by `printers.check`. */
			statusPort: number | null;
			/** @description It answers over its own device, as USB printers do on Linux. Found by `printers.check`. */
			answersDevice: boolean;
			/** @description Its language cannot be asked, but it answers EPL's `^ee` on its own port. */
			answersEpl: boolean;
			/**
			 * @description `receipt`: a roll in ESC/POS, for packing slips; its profile's language then counts for nothing.
			 */
			paper: "label" | "receipt";
			/** @description The labels that are loaded, of the station's stock; null: not given. */
			stockId: string | null;
			/** @description The kind of printer that a person chose; null: its answer counts. */
			profile: string | null;
			/** @description The kind that its answers named, and its reported name; null: it named none. Found by `printers.check`. */
			foundProfile: string | null;
			foundModel: string | null;
			/** @description Its serial number, where it has one: another one at its address is another printer. Found by `printers.check`. */
			foundSerial: string | null;
			/** @description Memory that it names, in kilobytes. */
			foundMemoryKb: number | null;
			/** @description SNMP of a printer on the network; the version is found by `printers.check`, null: it is not asked. */
			snmpVersion: ("1" | "2c") | null;
			snmpPort: number;
			snmpCommunity: string;
			/** @description The printer's own IPP answers there; null: it is not asked. Found by `printers.check`. */
			ippPort: number | null;
		};
		PrinterStatus: {
			printerId: string;
			/** @description Its queue is held back here, in Waybill. */
			isQueuePaused: boolean;
			/** @description Null: unknown; this printer is not asked. */
			online: boolean | null;
			/** @description Paused at the printer. */
			paused: boolean;
			paperOut: boolean;
			headOpen: boolean;
			ribbonOut: boolean;
			/** @description Labels of its buffer that it has not printed yet; null when it does not report it. */
			labelsRemaining: number | null;
			/** @description When it was asked. */
			at: string;
			/** @description One sentence for people; null when nothing is wrong. */
			problem: string | null;
		};
		ProvenBackup: {
			name: string;
			at: string;
		};
		QuarantineEntry: {
			asideId: string;
			kind: components["schemas"]["QuarantineKind"];
			/** @description Null: not even that could be read. */
			shipmentId: string | null;
			/** @description JSON as received, at most some 4,000 letters of it; empty where the answer is in the record of calls. */
			raw: string;
			/** @description The problems, with their paths. */
			issues: {
				path: string;
				message: string;
			}[];
			/** @description ISO 8601. */
			firstAt: string;
			/** @description How often it was tried again. */
			tries: number;
			nextAt: string;
		};
		QuarantineKind: "detail" | "event" | "shipment";
		QuarantineList: {
			rows: components["schemas"]["QuarantineEntry"][];
			total: number;
		};
		Quote: {
			/** @description Our own id; the quote is kept under it. */
			id: string;
			shape: "A" | "B";
			/** @description Cheapest first. */
			rates: components["schemas"]["Rate"][];
			/** @description ISO 8601. Shape B names no expiry; then one hour from the answer (interface, Limits). */
			expiresAt: string;
			requestedAt: string;
			warnings: string[];
			loadId: string | null;
			bolNumber: string | null;
			/** @description Offers of the answer that could not be read, and are not among the rates; absent: none. */
			unread?: number;
			/** @description The service's own id of the request that it answered; absent: it named none. */
			requestId?: string;
			request: components["schemas"]["QuoteRequest"];
			/** @description The delivered shipment that it would bring back; absent: it is no return. */
			returnOf?: string;
			/** @description The service that it is of, which alone books it; absent: it was kept before that was known. */
			environment?: string;
			/** @description The order that it is for: a booking of it begins with its reference. Absent: it is for none. */
			orderId?: string;
		};
		QuoteAgain: {
			quote: components["schemas"]["AnyQuote"];
			changes: components["schemas"]["RateChange"][];
		};
		QuoteHistoryPage: {
			rows: components["schemas"]["QuoteSummary"][];
			next: number | null;
		};
		QuoteRequest: {
			originAddress: components["schemas"]["Address"];
			destinationAddress: components["schemas"]["Address"];
			cargo: components["schemas"]["Cargo"][];
			shipDate?: string;
			accessorials?: components["schemas"]["Accessorial"][];
			insuranceAmount?: number;
			returnJson?: boolean;
		};
		QuoteSummary: {
			id: string;
			kind: "crossborder" | "domestic";
			requestedAt: string;
			expiresAt: string;
			/** @description City, state and postal code. */
			origin: string;
			destination: string;
			pieces: number;
			weightLb: number;
			/** @description The cheapest of its rates; null when there were none. */
			cheapest: components["schemas"]["Money"] | null;
			rates: number;
			/** @description Its bookings, newest first; empty: none. */
			bookings: {
				bookingId: string;
				reference: string;
				state: string;
			}[];
		};
		Rate: {
			/** @description Unique within its quote. */
			rateId: string;
			/** @description The id to book with: shape A the quote's own, shape B the element's. */
			quoteId: string;
			/** @description As the booking must name them. */
			provider: string;
			service: string;
			/** @description For people. */
			carrierName: string;
			scac: string | null;
			total: components["schemas"]["Money"];
			/** @description Business days; both ends alike when the service names one number. */
			transitDays: {
				from: number;
				to: number;
			} | null;
			/** @description The day as the carrier wrote it, YYYY-MM-DD, no time zone applied. */
			deliveryDate: string | null;
			isGuaranteed: boolean | null;
			breakdown: {
				base: components["schemas"]["Money"] | null;
				fuelSurcharge: components["schemas"]["Money"] | null;
				charges: {
					code: string;
					amount: components["schemas"]["Money"];
				}[];
			} | null;
		};
		RateChange: {
			provider: string;
			service: string;
			carrierName: string;
			/** @description Null: was not offered then. */
			was: components["schemas"]["Money"] | null;
			/** @description Null: is not offered any more. */
			now: components["schemas"]["Money"] | null;
			/** @description Minor units, now less then; null when one of the two is missing or the currency is another. */
			difference: number | null;
		};
		ReadLine: {
			origin: components["schemas"]["LinePlace"];
			destination: components["schemas"]["LinePlace"];
			cargo: components["schemas"]["LineCargo"][];
			accessorials: components["schemas"]["Accessorial"][];
			/** @description YYYY-MM-DD. */
			shipDate: string | null;
			/** @description US dollars. */
			insuranceAmount?: number;
			unclear: components["schemas"]["LineDoubt"][];
		};
		ReceivedWebhook: {
			at: string;
			/** @description The answer: 200 taken, 401 wrong signature, 410 too old, 425 dated ahead ... */
			status: number;
			/**
			 * @description `taken`: new. `known`: this eventId came before. Otherwise why it was refused.
			 */
			outcome: "known" | "not-kept" | "taken" | "too-early" | "too-large" | "too-old" | "unreadable" | "wrong-method" | "wrong-path" | "wrong-signature";
			eventId: string | null;
			eventType: string | null;
			shipmentId: string | null;
		};
		ReceiverSettings: {
			enabled: boolean;
			host: "0.0.0.0" | "127.0.0.1";
			/** @description 0 means: any free one, reported in the state. */
			port: number;
			path: string;
		};
		ReceiverState: {
			settings: components["schemas"]["ReceiverSettings"];
			listening: boolean;
			/** @description The port it listens on; null while it does not. */
			port: number | null;
			/** @description Why it does not listen although it should. */
			error: components["schemas"]["StationErrorData"] | null;
			/** @description False: the secrets are kept for this run only. */
			secretsAreStored: boolean;
			/** @description Since the start: taken or known, and refused. */
			received: number;
			refused: number;
			/** @description The header that the last signature which fitted came in: services use their own name in it; null: none so far. */
			signatureHeader: string | null;
			lastAt: string | null;
			/** @description Newest first, 20 at most. */
			recent: components["schemas"]["ReceivedWebhook"][];
		};
		ReferenceUse: {
			/** @description The reference that a new booking would get. */
			reference: string;
			/** @description A suffix would be added. */
			isTaken: boolean;
			/** @description Null: nothing is paid for under it. */
			usedBy: components["schemas"]["ReferenceUser"] | null;
		};
		ReferenceUser: {
			/** @description Null: it was not booked at this station. */
			bookingId: string | null;
			shipmentId: string | null;
			/** @description The current reference at the service; with a suffix when the first under it was canceled. */
			reference: string;
			carrierName: string;
			consigneeName: string;
			/** @description Of the booking, or of the shipment that another place booked. */
			state: string;
			/** @description When it was booked, ISO 8601; null: unknown. */
			at: string | null;
		};
		Refund: {
			seq: number;
			bookingId: string;
			reference: string;
			carrierName: string;
			proNumber: string | null;
			refund: components["schemas"]["Money"];
			cancelledAt: string;
			isReceived: boolean;
			/** @description Who confirmed it; null: the service, or not confirmed. */
			notedBy: string | null;
		};
		Removal: {
			rules: components["schemas"]["RetentionRules"];
			/** @description One a kind, in the order of RETAINED_KINDS. */
			removed: components["schemas"]["Removed"][];
			/** @description When the last whole round ended, ISO 8601 in UTC; null: none ever did. */
			lastRoundAt: string | null;
		};
		Removed: {
			kind: components["schemas"]["RetainedKind"];
			count: number;
			bytes: number;
		};
		RequestPage: {
			rows: components["schemas"]["LoggedRequest"][];
			next: number | null;
		};
		ResultsPiece: {
			snapshot: string;
			base64: string;
			/** @description Bytes of the whole file. */
			size: number;
			/** @description Null when this was the last piece. */
			nextOffset: number | null;
		};
		RetainedKind: "documents" | "events" | "labels" | "orders" | "quotes" | "requests";
		RetentionRules: {
			labels: number;
			events: number;
			documents: number;
			quotes: number;
			orders: number;
			requests: number;
		};
		Role: "clerk" | "packer" | "supervisor";
		RowCell: {
			row: number;
			/** @description The column's header. */
			column: string;
			field: string;
			value: string;
			/** @description The check or the refusal is about it. */
			isWrong: boolean;
		};
		Rule: {
			ruleId: string;
			name: string;
			isOn: boolean;
			/** @description From 1: rules are asked in this order, and the first that can choose does. */
			order: number;
			when: components["schemas"]["RuleWhen"];
			does: components["schemas"]["RuleDoes"];
			/** @description Who made it as it is now; null: no one signs in at this station. */
			madeBy: string | null;
			madeAt: string;
		};
		RuleDecision: {
			/** @description The rate that is taken; null: none may be booked. */
			choice: string | null;
			/** @description The rule that chose it, and what that costs more than the cheapest offer; null: no rule did, the cheapest is taken. */
			by: components["schemas"]["RuleNote"] | null;
			/** @description Business days later than the cheapest offer; below zero: sooner; null: one of the two has none. */
			later: number | null;
			/** @description The insurance still required, and by which rule; null: none. */
			insure: {
				ruleId: string;
				amount: components["schemas"]["Money"];
			} | null;
			/** @description The rule that caused the insurance; null: none. */
			insuredBy: string | null;
			/** @description Whether the consignee is e-mailed; null: no rule says, so it is as it is set. */
			mail: components["schemas"]["MailDecision"] | null;
			/** @description All that were looked at, rules in their order. */
			why: {
				rules: {
					kind: components["schemas"]["RuleKind"];
					outcome: "asks-approval" | "came-later" | "chose" | "consignee" | "forbids" | "from" | "insures" | "mails" | "mails-not" | "nothing" | "off" | "to" | "weight";
					name: string;
					ruleId: string;
					madeBy: string | null;
					madeAt: string;
				}[];
				offers: {
					rateId: string;
					carrierName: string;
					service: string;
					total: components["schemas"]["Money"];
					days: number | null;
					forbiddenBy: string | null;
					approvalBy: string | null;
				}[];
			};
		};
		RuleDoes: {
			kind: "approve";
			above: {
				minor: number;
				currency: string;
			};
		} | {
			kind: "block";
			carrier: string;
		} | {
			kind: "cheapest";
			days: number;
		} | {
			kind: "insure";
			above: {
				minor: number;
				currency: string;
			};
		} | {
			kind: "limit";
			most: {
				minor: number;
				currency: string;
			};
		} | {
			kind: "mail";
		} | {
			kind: "no-mail";
		} | {
			kind: "prefer";
			carrier: string;
			upTo: {
				minor: number;
				currency: string;
			} | null;
		};
		RuleKind: "approve" | "block" | "cheapest" | "insure" | "limit" | "mail" | "no-mail" | "prefer";
		RuleNote: {
			ruleId: string;
			name: string;
			madeBy: string | null;
			madeAt: string;
			/** @description The price difference to the cheapest offer; never below zero. */
			extra: {
				minor: number;
				currency: string;
			};
		};
		RuleTrial: {
			/** @description Quotes looked at, and those of them that were booked: only with these the price that was paid is compared. */
			quotes: number;
			booked: number;
			/** @description False: there were more than are looked at. */
			isComplete: boolean;
			/** @description Booked quotes for which another rate would have been taken. */
			changed: number;
			/** @description The booked price minus the rule's, one amount a currency; below zero: it would have cost more. */
			saved: components["schemas"]["Money"][];
			/** @description How many of the changed would have arrived later, and sooner. */
			later: number;
			sooner: number;
			/** @description Quotes without a rate that may be booked, those that would have been insured, and those that a supervisor approves. */
			refused: number;
			insured: number;
			approvals: number;
		};
		RuleWhen: {
			/** @description How the consignee's name begins. */
			consignee: string;
			/** @description An end of the lane: a state's letters, how a postal code begins, or a city. */
			from: string;
			to: string;
			/** @description Pounds of the whole load. */
			fromLb: number | null;
			toLb: number | null;
		};
		SaidOfLabel: {
			code: string;
			values: {
				[key: string]: number | string;
			};
			english: string;
		};
		SatCode: {
			/** @description Eight digits. */
			code: string;
			descriptionEs: string;
			descriptionEn: string;
			/** @description Null where the service answers in its short form. */
			category: string | null;
			subcategory: string | null;
		};
		SavedAddress: {
			addressId: string;
			name: string;
			isDefaultShipper: boolean;
			/** @description How often it was used. */
			uses: number;
			createdAt: string;
			updatedAt: string;
			/** @description Set: removed, and can be restored. */
			removedAt: string | null;
			address: components["schemas"]["Address"];
			roles: ("broker" | "consignee" | "shipper")[];
			accessorials: components["schemas"]["Accessorial"][];
			dock: {
				hasDock: boolean;
				isResidential: boolean;
				needsLiftgate: boolean;
				needsAppointment: boolean;
				/** @description Local time of the place. */
				opens: string | null;
				closes: string | null;
			};
			notes: string;
		};
		SavedColumnMap: {
			mapId: string;
			name: string;
			map: components["schemas"]["ColumnMap"];
			updatedAt: string;
		};
		SavedFeed: {
			isOn: boolean;
			/** @description On this machine, or a share that it has; a whole path. */
			folder: string | null;
			/** @description Null: the columns are not mapped yet, and files wait. */
			map: components["schemas"]["ColumnMap"] | null;
			scanRule: {
				most: {
					minor: number;
					currency: string;
				};
				madeBy: string | null;
				madeAt: string;
			} | null;
		};
		ScaleProtocol: "nci" | "toledo";
		ScaleReading: {
			state: components["schemas"]["ScaleState"];
			/** @description As the scale shows it, before our own tare; null: the scale named no weight. */
			shown: {
				value: number;
				unit: components["schemas"]["ScaleUnit"];
			} | null;
			/** @description The scale has already subtracted a tare. */
			isNet: boolean;
		};
		ScaleSettings: {
			/**
			 * @description `hid`: by the page, where the browser may; `serial`: by the station.
			 */
			connection: "hid" | "none" | "serial";
			/** @description The constant load on the scale, in grams. */
			tareGrams: number;
			/** @description The allowed difference of a weight from the booked one, the larger of both, before it is asked about. */
			limitPercent: number;
			limitLb: number;
			serial?: {
				/** @description `COM3`, `/dev/ttyUSB0`. */
				port: string;
				/** @enum {number} */
				baudRate: 115200 | 1200 | 19200 | 2400 | 38400 | 4800 | 57600 | 9600;
				/** @enum {number} */
				dataBits: 7 | 8;
				parity: "even" | "none" | "odd";
				protocol: components["schemas"]["ScaleProtocol"];
				/** @description Of a protocol whose answers name none. */
				unit: components["schemas"]["ScaleUnit"];
			};
		};
		ScaleState: "calibrate" | "fault" | "motion" | "over" | "rezero" | "stable" | "under" | "zero";
		ScaleUnit: "g" | "kg" | "lb" | "oz";
		ScanResult: {
			kind: "already-printed";
			code: string;
			shipment: components["schemas"]["Shipment"];
			lastJob: components["schemas"]["PrintJob"];
			times: number;
		} | {
			kind: "ambiguous";
			code: string;
			shipments: components["schemas"]["Shipment"][];
			bookings: components["schemas"]["Booking"][];
			isAlike?: true;
		} | {
			kind: "asks";
			code: string;
			shipment: components["schemas"]["Shipment"];
			question: components["schemas"]["LabelQuestion"];
		} | {
			kind: "elsewhere";
			code: string;
		} | {
			kind: "in-queue";
			code: string;
			shipment: components["schemas"]["Shipment"];
			job: components["schemas"]["PrintJob"];
		} | {
			kind: "no-label";
			code: string;
			shipment: components["schemas"]["Shipment"];
			message: string;
			letGoAt?: string;
			archive?: string;
		} | {
			kind: "not-booked";
			code: string;
			booking: components["schemas"]["Booking"];
		} | {
			kind: "not-found";
			code: string;
			isUnasked?: true;
		} | {
			kind: "not-printable";
			code: string;
			shipment: components["schemas"]["Shipment"];
			message: string;
		} | {
			kind: "order";
			code: string;
			order: components["schemas"]["Order"];
			refusal: components["schemas"]["StationErrorData"] | null;
		} | {
			kind: "printing";
			code: string;
			shipment: components["schemas"]["Shipment"];
			job: components["schemas"]["PrintJob"];
			letGoAt?: string;
			archive?: string;
		};
		SecondPlace: {
			/** @description Chosen by a person. */
			folder: string;
			/** @description The folder in it that holds this station's backups. */
			name: string;
			/** @description Since when it has everything that was there then, ISO 8601 in UTC; null: it never caught up. */
			caughtUpAt: string | null;
			/** @description Why the last try failed; null: it did not. */
			failure: string | null;
			/** @description Copies there are under a passphrase. */
			isSealed: boolean;
			/** @description Archives that were proven there, by name. */
			archives: string[];
		};
		SentDetail: "attention" | "count-differs" | "handed-over" | "held" | "no-answer" | "not-idle" | "spooled" | "uncounted";
		SerialLine: {
			/** @description `COM3`, `/dev/ttyUSB0`. */
			port: string;
			/** @enum {number} */
			baudRate: 115200 | 1200 | 19200 | 2400 | 38400 | 4800 | 57600 | 9600;
			/** @enum {number} */
			dataBits: 7 | 8;
			parity: "even" | "none" | "odd";
		};
		ServiceFact: {
			fact: components["schemas"]["ServiceFactName"];
			/** @description A word or a list of words; see docs/interface.md. */
			value: string;
			/** @description ISO 8601. */
			learnedAt: string;
		};
		ServiceFactName: "clock" | "created-filter" | "dates" | "envelope" | "label-formats" | "limit-documents" | "limit-general" | "limit-locations" | "limit-quotes-and-tracking" | "numbers" | "paging" | "signature-header" | "track-many";
		ServiceProfile: {
			/** @description Its key: `embedded`, or the base URL. */
			service: string;
			facts: components["schemas"]["ServiceFact"][];
		};
		Settings: {
			theme: "dark" | "light" | "system";
			language: "en" | "es";
			stationName: string;
			/**
			 * @description Where an address starts from, prefilled in Quote; null until first used.
			 */
			labelFormat: "PDF" | "ZPL";
			/** @description The allowed price rise between an expired quote and its successor without a question, in percent of the old price. */
			priceTolerance: number;
			/** @description Who works here now; noted in the audit log. Empty or absent: not given. */
			operatorName?: string;
			/** @description When tracking calls for a look; absent: 48 hours. */
			thresholds?: components["schemas"]["Thresholds"];
			/** @description Absent: STARTING_SPEND_LIMITS. */
			spendLimits?: components["schemas"]["SpendLimits"];
			/** @description When trucks leave, and whom to call; absent: not given. */
			cutoffs?: components["schemas"]["Cutoff"][];
			/** @description Where pickups differ from the public holidays; absent: nowhere. */
			pickupDays?: components["schemas"]["PickupDaysRow"][];
			/** @description How long expiring data is kept; absent: STARTING_RETENTION. */
			keep?: components["schemas"]["RetentionRules"];
			/** @description Absent: not given; the rail begins with Pack. */
			role?: components["schemas"]["Role"];
			/** @description Absent: on. */
			sounds?: boolean;
			/**
			 * @description Absent: comfortable.
			 */
			density?: "comfortable" | "compact";
			/** @description How much the log records; absent: info. */
			logLevel?: components["schemas"]["LogLevel"];
			/** @description Absent: STARTING_PAPERS. */
			papers?: components["schemas"]["Papers"];
			/** @description Absent: NO_SCALE. */
			scale?: components["schemas"]["ScaleSettings"];
			/** @description A scanner on a serial line; absent or null: there is none. */
			scanner?: components["schemas"]["SerialLine"] | null;
			/** @description Absent: as a window of any app. */
			desktop?: components["schemas"]["DesktopSettings"];
			/** @description Absent: newer versions are not looked for. */
			updates?: components["schemas"]["UpdateSettings"];
			/** @description Developer tools may be opened until then. */
			toolsUntil?: string;
			/**
			 * @description `due`: a new station whose first questions are not answered yet.
			 */
			firstRun?: "done" | "due";
		};
		Severity: "high" | "low" | "normal";
		Shipment: {
			shipmentId: string;
			trackingNumber: string | null;
			proNumber: string | null;
			/** @description The service's confirmation number of the pickup; null or absent: it gives none. */
			pickupNumber?: string | null;
			reference: string | null;
			/** @description A shipment status of the interface; an unknown word is kept as received. */
			status: string;
			provider: string | null;
			service: string | null;
			total: components["schemas"]["Money"] | null;
			origin: components["schemas"]["ShipmentAddress"] | null;
			destination: components["schemas"]["ShipmentAddress"] | null;
			pieces: number | null;
			weightLb: number | null;
			instructions: string | null;
			createdAt: string | null;
			estimatedPickup: string | null;
			estimatedDelivery: string | null;
			actualPickup: string | null;
			actualDelivery: string | null;
			lastEvent: components["schemas"]["TrackingEvent"] | null;
			/** @description When this row was last confirmed by the service. */
			seenAt: string;
		};
		ShipmentAddress: {
			companyName: string | null;
			contactName: string | null;
			address1: string | null;
			address2: string | null;
			city: string | null;
			state: string | null;
			postalCode: string | null;
			country: string | null;
		};
		ShipmentAttention: {
			shipmentId: string;
			/**
			 * @description acknowledged: quiet until an event newer than `lastEventId` comes. snoozed: quiet up to `until`.
			 */
			kind: "acknowledged" | "snoozed";
			lastEventId: string | null;
			until: string | null;
			at: string;
		};
		ShipmentChange: {
			changeId: string;
			bookingId: string | null;
			/** @description Null while the booking is not known to be booked. */
			shipmentId: string | null;
			change: components["schemas"]["WantedChange"];
			state: components["schemas"]["ChangeState"];
			error: components["schemas"]["StationErrorData"] | null;
			/** @description Of a cancellation that is DONE; null when nothing had to be sent for it. */
			cancellation: components["schemas"]["Cancellation"] | null;
			/** @description When the next try or the next look is due. */
			nextAt: string | null;
			createdAt: string;
			updatedAt: string;
		};
		ShipmentDetail: {
			/** @description What brings it back, newest first; absent: nothing. */
			returns?: components["schemas"]["ShipmentReturn"][];
			/** @description What people wrote, oldest first. */
			notes?: components["schemas"]["ShipmentNote"][];
			/** @description A person's handling of it; null: none. */
			attention?: components["schemas"]["ShipmentAttention"] | null;
			/** @description It is in an exception, late, at risk or not heard of, acknowledged or not; absent: it was not looked at. */
			needsLook?: boolean;
			shipment: components["schemas"]["Shipment"];
			/** @description Newest first. */
			events: components["schemas"]["TrackingEvent"][];
			booking: components["schemas"]["Booking"] | null;
			jobs: components["schemas"]["PrintJob"][];
			hasLabel: boolean;
		};
		ShipmentFacts: {
			about: "shipment";
			shipmentId: string;
			trackingNumber?: string | null;
			proNumber?: string | null;
			/** @description The service's confirmation number of the pickup; null or absent: it gives none. */
			pickupNumber?: string | null;
			reference?: string | null;
			/** @description A shipment status of the interface; an unknown word is kept as received. */
			status?: string;
			provider?: string | null;
			service?: string | null;
			total?: components["schemas"]["Money"] | null;
			origin?: components["schemas"]["ShipmentAddress"] | null;
			destination?: components["schemas"]["ShipmentAddress"] | null;
			pieces?: number | null;
			weightLb?: number | null;
			instructions?: string | null;
			createdAt?: string | null;
			estimatedPickup?: string | null;
			estimatedDelivery?: string | null;
			actualPickup?: string | null;
			actualDelivery?: string | null;
			lastEvent?: components["schemas"]["TrackingEvent"] | null;
			/** @description When this row was last confirmed by the service. */
			seenAt?: string;
			/** @description Of the embedded service, whose shipments do not exist. */
			isPractice: boolean;
		};
		ShipmentMail: {
			/** @description Null: no address is known. */
			to: string | null;
			subject: string;
			body: string;
			/** @description `mailto:` with all of it. */
			link: string;
		};
		ShipmentNote: {
			noteId: string;
			text: string;
			at: string;
			/** @description Who wrote it: the operator of then, or the station where no operator was set; null: unknown. */
			author: string | null;
		};
		ShipmentPage: {
			rows: components["schemas"]["Shipment"][];
			total: number;
			/** @description False: there are more than `total`, which stops counting where it would be felt. Absent means true. */
			isTotalExact?: boolean;
			/** @description What `after` needs for the next page; null when this is the last. */
			next?: string | null;
			/** @description How many shipments there are in each status, over everything cached. */
			counts: {
				[key: string]: number;
			};
			/** @description When the cache last heard from the service; null: never. */
			updatedAt: string | null;
		};
		ShipmentPlace: {
			count: number;
			/** @description Of `count`, those in an exception or expected before now. */
			troubled: number;
			/** @description The newest of them, at most MOST_AT_PLACE. */
			shipmentIds: string[];
			city: string | null;
			state: string | null;
			country: string | null;
		};
		ShipmentPlaces: {
			/** @description The most first. */
			places: components["schemas"]["ShipmentPlace"][];
			/** @description False: only the newest MOST_PLACED shipments were looked at. */
			isComplete: boolean;
		};
		ShipmentReturn: {
			bookingId: string;
			reference: string;
			state: components["schemas"]["BookingState"];
			/** @description Null while it is not known to be booked. */
			shipmentId: string | null;
		};
		ShipmentStats: {
			carriers: {
				provider: string | null;
				delivered: number;
				/** @description Of those delivered, how many had a promised day. */
				promised: number;
				onTime: number;
				/** @description 0 to 1 of the promised; null when none was. */
				onTimeShare: number | null;
				/** @description Days from pickup (booking, where no pickup was reported) to delivery; null when unknown. */
				averageTransitDays: number | null;
			}[];
			/** @description By day (YYYY-MM-DD, UTC) and exception code. */
			exceptions: {
				day: string;
				code: string;
				count: number;
			}[];
		};
		ShipmentTiles: {
			/** @description All shipments in each status, by carrier, and those in an exception by its code: exact. */
			statuses: {
				[key: string]: number;
			};
			providers: {
				[key: string]: number;
			};
			exceptionCodes: {
				[key: string]: number;
			};
			late: number;
			atRisk: number;
			stale: number;
			exceptions: number;
		};
		SignInState: {
			idleMinutes: number;
			/** @description Null: the screen is locked. */
			person: components["schemas"]["PersonChoice"] | null;
			/** @description Who may be chosen by name: they have a PIN. */
			choices: components["schemas"]["PersonChoice"][];
		};
		SiteNotice: {
			noticeId: string;
			at: string;
			error: components["schemas"]["StationErrorData"];
		};
		SiteSetting: "keep" | "pickupDays" | "printing" | "spendLimits";
		SiteStation: {
			stationId: string;
			name: string;
			version: string | null;
			enrolledAt: string;
			seenAt: string | null;
			revokedAt: string | null;
			isSynced: boolean;
			beat: components["schemas"]["BeatRequest"] | null;
			/** @description When it was last offline, as it reported afterwards; null: never. */
			lastIsland: {
				since: string;
				until: string;
			} | null;
			isOutOfDate: boolean;
		};
		SiteStatus: {
			siteName: string;
			/** @description The site's name for this station. */
			stationName: string;
			reach: {
				kind: "connecting";
			} | {
				kind: "offline";
				since: string;
				error: components["schemas"]["StationErrorData"];
			} | {
				kind: "online";
			} | {
				kind: "refused";
				since: string;
				error: components["schemas"]["StationErrorData"];
			};
			/** @description Bookings and changes that the site has not taken yet. */
			waiting: number;
			/** @description This station sends on its own meanwhile; null: it does not. */
			emergency: components["schemas"]["EmergencySendingStatus"] | null;
			/** @description Why bookings wait at the site; null: they are sent, or unknown. */
			waitsFor: components["schemas"]["SiteWait"] | null;
			/** @description The site asks for a newer Waybill here. */
			isOutOfDate: boolean;
			/** @description Settings that its supervisors decide for this station. */
			decides: components["schemas"]["SiteSetting"][];
		};
		SiteView: {
			kind: "alone";
			/** @description The uploads of an enrollment. */
			open: number;
			/** @description An enrollment was begun, and its answer was lost: the same code continues with it. */
			isEnrolling: boolean;
			/** @description False: there is no keychain here, and the station's token is in a file that this user alone reads. */
			isTokenInKeychain: boolean;
		} | {
			siteName: string;
			/** @description The site's name for this station. */
			stationName: string;
			reach: {
				kind: "connecting";
			} | {
				kind: "offline";
				since: string;
				error: components["schemas"]["StationErrorData"];
			} | {
				kind: "online";
			} | {
				kind: "refused";
				since: string;
				error: components["schemas"]["StationErrorData"];
			};
			/** @description Bookings and changes that the site has not taken yet. */
			waiting: number;
			/** @description This station sends on its own meanwhile; null: it does not. */
			emergency: components["schemas"]["EmergencySendingStatus"] | null;
			/** @description Why bookings wait at the site; null: they are sent, or unknown. */
			waitsFor: components["schemas"]["SiteWait"] | null;
			/** @description The site asks for a newer Waybill here. */
			isOutOfDate: boolean;
			/** @description Settings that its supervisors decide for this station. */
			decides: components["schemas"]["SiteSetting"][];
			kind: "of-site";
			urls: string[];
			/** @description SHA-256 of the site's certificate; null: plain HTTP on this machine. */
			fingerprint: string | null;
			enrolledAt: string;
			/** @description Bookings of this station that the site has and that are not at their end. */
			openAtSite: number;
			isTokenInKeychain: boolean;
		};
		SiteWait: "no-api-key" | "no-sender" | "service-unreachable" | "stations-to-sync" | "timeline-changed";
		SpendLimits: {
			perBatch: number;
			perDay: number;
		};
		SpendReport: {
			rows: components["schemas"]["SpendRow"][];
			/** @description One of each currency. */
			totals: components["schemas"]["SpendSums"][];
			/** @description Older bookings that are not counted yet. */
			toCount: number;
		};
		SpendRow: {
			/** @description A carrier, a lane, a consignee, or a week's Monday; null: all that are not named. */
			name: string | null;
			/** @description ISO 4217; empty: bookings without a price. */
			currency: string;
			/** @description All that were booked: the amounts are of the same ones. */
			bookings: number;
			/** @description How many of them were canceled later. */
			cancelled: number;
			quoted: number;
			/** @description The service's charge; the quote where it named none. */
			charged: number;
			/** @description The total of carriers' invoices. */
			billed: number;
			/** @description The part of it that is in dispute. */
			disputed: number;
			/** @description The part of it for accessorials that were not in the quote. */
			unquoted: number;
			refundDue: number;
			refundReceived: number;
		};
		SpendSums: {
			/** @description ISO 4217; empty: bookings without a price. */
			currency: string;
			/** @description All that were booked: the amounts are of the same ones. */
			bookings: number;
			/** @description How many of them were canceled later. */
			cancelled: number;
			quoted: number;
			/** @description The service's charge; the quote where it named none. */
			charged: number;
			/** @description The total of carriers' invoices. */
			billed: number;
			/** @description The part of it that is in dispute. */
			disputed: number;
			/** @description The part of it for accessorials that were not in the quote. */
			unquoted: number;
			refundDue: number;
			refundReceived: number;
		};
		SpentToday: {
			/** @description In the currency of most bookings; null: nothing that has a price. */
			spent: components["schemas"]["Money"] | null;
			/** @description The daily limit in whole units of the currency; 0: none. */
			perDay: number;
		};
		SpoolJob: {
			queue: string;
			jobIds: number[];
		};
		StationErrorData: {
			code: string;
			message: string;
			retryable: boolean;
			details: {
				[key: string]: unknown;
			};
		};
		StationScale: {
			line: components["schemas"]["LineState"];
			/** @description The line is open, and nothing that can be read as a weight comes: protocol or speed are not the scale's. */
			isSilent: boolean;
			/** @description Null: none yet, or none that still holds. */
			reading: components["schemas"]["ScaleReading"] | null;
			scanner: components["schemas"]["LineState"];
		};
		StationState: {
			version: string;
			environment: components["schemas"]["Environment"];
			keyStorage: components["schemas"]["KeyStorage"];
			/** @description False where no keychain service runs, when a key entered is kept for this run only, or where it is locked. */
			keychainAvailable: boolean;
			/** @description Why it is not available; null: it is. */
			keychainLack: components["schemas"]["KeychainLack"] | null;
			connection: components["schemas"]["Connection"];
			settings: components["schemas"]["Settings"];
			/** @description The rest of the service's rate limits, one a family of calls. */
			rateLimits: components["schemas"]["FamilyRateLimit"][];
			/** @description Bookings saved here that the service has not confirmed: QUEUED, SENDING, UNKNOWN, NEEDS_DECISION. */
			notSent: number;
			/** @description What needs a person and has not ended; absent: nothing. */
			inbox?: {
				open: number;
				worst: components["schemas"]["Severity"];
			};
			/** @description Things that went wrong at start, e.g. a damaged database that was put aside. Shown until dismissed. */
			notices: components["schemas"]["StationErrorData"][];
			/** @description What cannot be changed here, because this file of the administrator decides it; absent: there is none. */
			managed?: {
				file: string;
				settings: components["schemas"]["ManagedSetting"][];
			};
			/** @description The site that the station belongs to; absent: it is alone. */
			site?: components["schemas"]["SiteStatus"];
			/** @description Current failures are staged. */
			isRehearsing?: boolean;
			/** @description Whether people sign in here, and who is; absent: they do not. */
			signIn?: components["schemas"]["SignInState"];
			/** @description The ledger was restored from a backup, and its settings are not confirmed yet: the environment above, and which printer takes what. Until then nothing is sent or printed. Null or absent: nothing to confirm. */
			restored?: {
				/** @description When the backup was made. */
				backupAt: string;
				/** @description The name of the printer that each kind of document goes to. */
				routes: {
					document: components["schemas"]["PrintDocument"];
					printer: string;
				}[];
			} | null;
		};
		StationsOverview: {
			siteName: string;
			/** @description This station. */
			stationId: string;
			/** @description By the site's clock, ISO 8601. */
			now: string;
			stations: components["schemas"]["SiteStation"][];
			notices: components["schemas"]["SiteNotice"][];
		};
		Stop: {
			address1: string;
			city: string;
			stateOrProvince: string;
			zipCode: string;
			country: "MX" | "US";
			accessorials?: components["schemas"]["Accessorial"][];
			address4?: string;
			contactFirstName?: string;
			contactLastName?: string;
			phone?: string;
			email?: string;
			/** @description The company's name. */
			name?: string;
			/** @description `business` is the only word the interface shows; `residential` is charged as such. */
			type?: string;
			limitedAccess?: boolean;
			scheduledDate?: string;
			openTime?: string;
			closeTime?: string;
			readyTime?: string;
			firstComeFirstServe?: boolean;
			references?: unknown[];
		};
		SupportFile: {
			fileName: string;
			base64: string;
		};
		SyncState: {
			/**
			 * @description filling: shipments or events of the past are still coming. following: only news is asked for. paused: the service asked us to wait, or did not answer; `nextSyncAt` has the end.
			 */
			phase: "filling" | "following" | "paused";
			/** @description Shipments here. */
			filled: number;
			/** @description Shipments the service reported when the fill began; null before the first answer. */
			total: number | null;
			/** @description Shipments here of which only the list's few fields are known, and more is to be asked; counted up to 10,000. */
			summariesOnly: number;
			/** @description Null while a sync runs, or when none is due automatically. */
			nextSyncAt: string | null;
			/** @description Shipments under way that nothing was heard of for longer than Settings.thresholds.staleHours; counted up to 10,000. */
			stale: number;
		};
		TemplateCsvCheck: {
			headers: string[];
			/** @description The column of each field; null: none has its name. */
			columns: {
				[key: string]: string | null;
			};
			labels: number;
			/** @description The first of them. */
			problems: components["schemas"]["TemplateRowProblem"][];
			moreProblems: number;
			/** @description The first label of it; null when there is none that can be printed. */
			page: string | null;
		};
		TemplateCsvPrinted: {
			labels: number;
			jobs: components["schemas"]["PrintJob"][];
		};
		TemplateKind: "carton" | "location" | "pallet" | "return" | "test";
		TemplatePreview: {
			/** @description A data URL; null when it cannot be printed as it is. */
			page: string | null;
			problem: components["schemas"]["StationErrorData"] | null;
			printer: {
				printerId: string;
				name: string;
			};
		};
		TemplateRowProblem: {
			/** @description As a spreadsheet counts them: the header is 1. */
			row: number;
			/** @description The column's header; null when it is the row as a whole. */
			column: string | null;
			message: string;
		};
		TemplateTexts: {
			[key: string]: {
				[key: string]: string;
			}[];
		};
		Thresholds: {
			/** @description Hours without an event after which a shipment under way is stale. */
			staleHours: number;
			/** @description Hours after the promised time before a shipment counts as late. */
			lateHours?: number;
			/** @description A shipment expected within this many days after today is at risk; absent: 1. */
			riskDays?: number;
		};
		TrackingEvent: {
			eventId: string;
			shipmentId: string;
			timestamp: string;
			status: string;
			eventType: string | null;
			description: string | null;
			city: string | null;
			state: string | null;
			country: string | null;
			facilityType: string | null;
			recipient: string | null;
			exceptionCode: string | null;
			exceptionReason: string | null;
		};
		UnbookedOrders: {
			count: number;
			/** @description How many of them are on hold. */
			held: number;
			/** @description The references of the first ones, by day. */
			first: string[];
		};
		UnderWay: {
			bookings: {
				stationId: string;
				stationName: string;
				person: string | null;
				at: string;
				bookingId: string;
				reference: string;
				state: components["schemas"]["OpenBookingState"];
				/** @description When the site does something with it next; null: it waits for a person of the station that has it. */
				dueAt: string | null;
			}[];
			total: number;
		};
		UnprintedLabels: {
			shipmentIds: string[];
			/** @description False: there are more. */
			isComplete: boolean;
		};
		UnsoundReason: "cut" | "damaged" | "empty" | "foreign" | "newer" | "not-a-database" | "unreadable";
		UpdateSettings: {
			feedUrl: string | null;
			/** @description The public key of the feed's descriptions, Ed25519, as base64 of its DER form; without it nothing is installed. */
			publicKey: string;
		};
		VirtualLabel: {
			labelId: string;
			receivedAt: string;
			/** @description Of the whole job that it came in. */
			bytes: number;
			language: components["schemas"]["PrinterLanguage"];
			/** @description `data:image/png;base64,...`; null when the bytes could not be drawn (then `problem` has the reason). */
			image: string | null;
			problem: string | null;
		};
		WantedChange: {
			kind: "update";
			instructions?: string;
			consigneeInfo?: components["schemas"]["Party"];
			reference?: string;
			/** @description Of unsent bookings only: the service takes no other day once it has the booking. */
			pickupDate?: string;
		} | {
			reason: string;
			kind: "cancel";
			refundRequested?: boolean;
		};
		Webhook: {
			webhookId: string;
			url: string;
			/** @description Event types of the interface; an unknown word is kept as received. */
			events: string[];
			active: boolean;
			createdAt: string | null;
			/**
			 * @description Where the secret is kept, without which no delivery can be checked; `none`: not here.
			 */
			secret: "keychain" | "memory" | "none";
		};
		WeightRequote: {
			quote: components["schemas"]["Quote"];
			bookedLb: number;
			weighedLb: number;
			/** @description The price of the booking; null: unknown. */
			before: components["schemas"]["Money"] | null;
			/** @description The same carrier's same service now; null: it is not offered for this weight. */
			after: components["schemas"]["Money"] | null;
			/** @description After less before, in minor units; null: they cannot be compared. */
			difference: components["schemas"]["Money"] | null;
		};
		WorkGroup: {
			carrier: string;
			/** @description When its truck leaves on that day, ISO 8601 in UTC; null: not given. */
			leavesAt: string | null;
			place: string | null;
			/** @description Of its dispatch; null: not given. */
			phone: string | null;
			/** @description Orders of the day whose label is out. */
			done: number;
			/** @description Orders whose label is not, with those left behind. */
			left: number;
			/** @description Of `left`, those of an earlier day. */
			leftBehind: number;
			/** @description Of `left`, in the order they were booked, those left behind first; as many as the list has room for. */
			orders: components["schemas"]["WorkOrder"][];
		};
		WorkOrder: {
			shipmentId: string;
			reference: string;
			consigneeName: string;
			destination: string;
			/** @description Null: unknown. */
			pieces: number | null;
			/** @description YYYY-MM-DD; before the day of the list: it was left behind. */
			pickupDate: string;
			/** @description Its label waits in the queue of a printer, or a person has to say whether it came out. */
			isAtPrinter: boolean;
		};
		Worklist: {
			/** @description YYYY-MM-DD at the station. */
			day: string;
			done: number;
			left: number;
			groups: components["schemas"]["WorkGroup"][];
			/** @description Later pickup days that have orders to pack, within a week. */
			ahead: {
				day: string;
				left: number;
			}[];
			/** @description False: there are so many orders that the numbers are "at least". */
			isComplete: boolean;
		};
		Worry: "disk-low" | "disk-soon-full" | "log" | "not-proven" | "questions" | "unsure-jobs";
	};
	responses: {
		/** @description No JSON, or a field is wrong; `details.issues` names each. Codes: `INVALID_INPUT`, `INVALID_REQUEST`, `INVALID_ADDRESS`. */
		BadRequest: {
			content: {
				"application/json": components["schemas"]["Error"];
			};
		};
		/** @description No token, an unknown one, or a revoked one. Codes: `TOKEN_REFUSED`. */
		Unauthorized: {
			content: {
				"application/json": components["schemas"]["Error"];
			};
		};
		/** @description The token may not give this command. Codes: `SCOPE_NEEDED`, `ORIGIN_REFUSED`, `CODE_REFUSED`. */
		Forbidden: {
			content: {
				"application/json": components["schemas"]["Error"];
			};
		};
		/** @description The command, booking, shipment or another thing that the input names is not here. Codes: `NOT_FOUND`, `SHIPMENT_NOT_FOUND`, `TRACKING_NOT_FOUND`, `DOCUMENT_NOT_FOUND`. */
		NotFound: {
			content: {
				"application/json": components["schemas"]["Error"];
			};
		};
		/** @description Any method but POST; the header `Allow` names it. */
		MethodNotAllowed: {
			content: {
				"application/json": components["schemas"]["Error"];
			};
		};
		/** @description It does not fit what is there. Codes: `SUBMISSION_DIFFERS`, `WRONG_STATE`, `REFERENCE_USED`, `ALREADY_BOOKED`. */
		Conflict: {
			content: {
				"application/json": components["schemas"]["Error"];
			};
		};
		/** @description More than 1,000,000 bytes. Codes: `TOO_LARGE`. */
		TooLarge: {
			content: {
				"application/json": components["schemas"]["Error"];
			};
		};
		/** @description Without `Content-Type: application/json`. */
		UnsupportedMediaType: {
			content: {
				"application/json": components["schemas"]["Error"];
			};
		};
		/** @description Understood, and not done: every code that has no status of its own. */
		Refused: {
			content: {
				"application/json": components["schemas"]["Error"];
			};
		};
		/** @description The freight service limits requests; try again later. Codes: `RATE_LIMIT_ERROR`. */
		RateLimited: {
			content: {
				"application/json": components["schemas"]["Error"];
			};
		};
		/** @description A fault of Waybill; `details.requestId` finds it in the log. Codes: `INTERNAL`. */
		InternalError: {
			content: {
				"application/json": components["schemas"]["Error"];
			};
		};
		/** @description The freight service or the site's database does not answer; try again later. Codes: `DATABASE_AWAY`, `SERVICE_UNREACHABLE`, `SERVICE_UNAVAILABLE`. */
		Unavailable: {
			content: {
				"application/json": components["schemas"]["Error"];
			};
		};
		/** @description The freight service did not answer in time, and may have acted: look before it is sent again. Codes: `SERVICE_TIMEOUT`. */
		TimedOut: {
			content: {
				"application/json": components["schemas"]["Error"];
			};
		};
	};
	parameters: never;
	requestBodies: never;
	headers: never;
	pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
	"station.state": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["StationState"]>;
	};
	"station.dismissNotice": {
		requestBody: Body<{
			code: string;
		}>;
		responses: Answer<components["schemas"]["StationState"]>;
	};
	"environment.test": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["StationState"]>;
	};
	"environment.profile": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["ServiceProfile"]>;
	};
	"quotes.request": {
		requestBody: Body<{
			originAddress: {
				address1?: string;
				address2?: string;
				city: string;
				state: string;
				postalCode: string;
				country: "US" | "MX" | "CA";
				companyName?: string;
				contactName?: string;
				phone?: string;
				email?: string;
			};
			destinationAddress: {
				address1?: string;
				address2?: string;
				city: string;
				state: string;
				postalCode: string;
				country: "US" | "MX" | "CA";
				companyName?: string;
				contactName?: string;
				phone?: string;
				email?: string;
			};
			cargo: components["schemas"]["CargoInput"];
			shipDate?: components["schemas"]["DayInput"];
			accessorials?: ("LIFTGATE_PICKUP" | "LIFTGATE_DELIVERY" | "INSIDE_PICKUP" | "INSIDE_DELIVERY" | "RESIDENTIAL_PICKUP" | "RESIDENTIAL_DELIVERY" | "APPOINTMENT_DELIVERY" | "WHITE_GLOVE")[];
			insuranceAmount?: number;
			orderId?: string;
		}>;
		responses: Answer<components["schemas"]["Quote"]>;
	};
	"quotes.requestCrossBorder": {
		requestBody: Body<{
			borderCrossingLocation: "LLB" | "PDN";
			shipperLocation: {
				accessorials?: ("LIFTGATE_PICKUP" | "LIFTGATE_DELIVERY" | "INSIDE_PICKUP" | "INSIDE_DELIVERY" | "RESIDENTIAL_PICKUP" | "RESIDENTIAL_DELIVERY" | "APPOINTMENT_DELIVERY" | "WHITE_GLOVE")[];
				address1: string;
				address4?: string;
				city: string;
				stateOrProvince: string;
				zipCode: string;
				country: "US" | "MX";
				contactFirstName?: string;
				contactLastName?: string;
				phone?: string;
				email?: string;
				name?: string;
				type?: string;
				limitedAccess?: boolean;
				scheduledDate?: string;
				openTime?: string;
				closeTime?: string;
				readyTime?: string;
				firstComeFirstServe?: boolean;
				references?: unknown[];
			};
			consigneeLocation: {
				accessorials?: ("LIFTGATE_PICKUP" | "LIFTGATE_DELIVERY" | "INSIDE_PICKUP" | "INSIDE_DELIVERY" | "RESIDENTIAL_PICKUP" | "RESIDENTIAL_DELIVERY" | "APPOINTMENT_DELIVERY" | "WHITE_GLOVE")[];
				address1: string;
				address4?: string;
				city: string;
				stateOrProvince: string;
				zipCode: string;
				country: "US" | "MX";
				contactFirstName?: string;
				contactLastName?: string;
				phone?: string;
				email?: string;
				name?: string;
				type?: string;
				limitedAccess?: boolean;
				scheduledDate?: string;
				openTime?: string;
				closeTime?: string;
				readyTime?: string;
				firstComeFirstServe?: boolean;
				references?: unknown[];
			};
			handlingUnits: {
				quantity: number;
				uuid?: string;
				transform?: boolean;
				products: {
					selectedPackage?: {
						id?: number;
						key?: string;
						name?: string;
					};
					packageType?: string;
					description: string;
					quantity: number;
					weight: number;
					length: number;
					width: number;
					height: number;
					class?: number;
					condition?: string;
					isHazmat?: boolean;
					stackable?: boolean;
					additionalHandling?: boolean;
					satCode: string;
					density?: number;
					uid?: string;
				}[];
			}[];
			insuranceInfo?: {
				insuredValue?: number;
			};
			customs: {
				borderCrossingLocation: string;
				origin?: {
					firstName?: string;
					lastName?: string;
					email?: string;
					phone?: string;
				};
				destination?: {
					firstName?: string;
					lastName?: string;
					email?: string;
					phone?: string;
				};
			};
			parcelOptions?: {
				appointment?: string;
			};
			usePublicApi?: boolean;
		}>;
		responses: Answer<components["schemas"]["CrossBorderQuote"]>;
	};
	"quotes.readLine": {
		requestBody: Body<{
			line: string;
		}>;
		responses: Answer<components["schemas"]["ReadLine"]>;
	};
	"quotes.get": {
		requestBody: Body<{
			id: string;
		}>;
		responses: Answer<components["schemas"]["Quote"]>;
	};
	"quotes.find": {
		requestBody: Body<{
			id: string;
		}>;
		responses: Answer<components["schemas"]["AnyQuote"]>;
	};
	"quotes.list": {
		requestBody: Body<{
			/** @default  */
			text?: string;
			from?: components["schemas"]["DayInput"];
			to?: components["schemas"]["DayInput"];
			before?: number;
			/** @default 50 */
			limit?: number;
		}>;
		responses: Answer<components["schemas"]["QuoteHistoryPage"]>;
	};
	"quotes.again": {
		requestBody: Body<{
			id: string;
		}>;
		responses: Answer<components["schemas"]["QuoteAgain"]>;
	};
	"quotes.requestReturn": {
		requestBody: Body<{
			shipmentId: string;
		}>;
		responses: Answer<components["schemas"]["Quote"]>;
	};
	"rules.list": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["Rule"][]>;
	};
	"rules.save": {
		requestBody: Body<{
			/** @default {} */
			when?: {
				/** @default  */
				consignee?: string;
				/** @default  */
				from?: string;
				/** @default  */
				to?: string;
				/** @default null */
				fromLb?: number | null;
				/** @default null */
				toLb?: number | null;
			};
			does: {
				kind: "cheapest";
				days: number;
			} | {
				kind: "prefer";
				carrier: string;
				/** @default null */
				upTo?: {
					minor: number;
					currency: string;
				} | null;
			} | {
				kind: "block";
				carrier: string;
			} | {
				kind: "limit";
				most: {
					minor: number;
					currency: string;
				};
			} | {
				kind: "insure";
				above: {
					minor: number;
					currency: string;
				};
			} | {
				kind: "approve";
				above: {
					minor: number;
					currency: string;
				};
			} | {
				kind: "mail";
			} | {
				kind: "no-mail";
			};
			ruleId?: string;
			name: string;
			/** @default false */
			isOn?: boolean;
		}>;
		responses: Answer<components["schemas"]["Rule"][]>;
	};
	"rules.remove": {
		requestBody: Body<{
			ruleId: string;
		}>;
		responses: Answer<components["schemas"]["Rule"][]>;
	};
	"rules.order": {
		requestBody: Body<{
			ruleIds: string[];
		}>;
		responses: Answer<components["schemas"]["Rule"][]>;
	};
	"rules.try": {
		requestBody: Body<{
			/** @default {} */
			when?: {
				/** @default  */
				consignee?: string;
				/** @default  */
				from?: string;
				/** @default  */
				to?: string;
				/** @default null */
				fromLb?: number | null;
				/** @default null */
				toLb?: number | null;
			};
			does: {
				kind: "cheapest";
				days: number;
			} | {
				kind: "prefer";
				carrier: string;
				/** @default null */
				upTo?: {
					minor: number;
					currency: string;
				} | null;
			} | {
				kind: "block";
				carrier: string;
			} | {
				kind: "limit";
				most: {
					minor: number;
					currency: string;
				};
			} | {
				kind: "insure";
				above: {
					minor: number;
					currency: string;
				};
			} | {
				kind: "approve";
				above: {
					minor: number;
					currency: string;
				};
			} | {
				kind: "mail";
			} | {
				kind: "no-mail";
			};
			ruleId?: string;
			name: string;
			/** @default false */
			isOn?: boolean;
		}>;
		responses: Answer<components["schemas"]["RuleTrial"]>;
	};
	"rules.decide": {
		requestBody: Body<{
			quoteId: string;
		}>;
		responses: Answer<components["schemas"]["RuleDecision"]>;
	};
	"bookings.submit": {
		requestBody: Body<{
			kind?: "quote";
			submissionId: string;
			quoteId: string;
			rateId: string;
			shipperInfo: components["schemas"]["PartyInput"];
			consigneeInfo: components["schemas"]["PartyInput"];
			reference: string;
			instructions: string;
			pickupDate: components["schemas"]["DayInput"];
			labelFormat: "PDF" | "PNG" | "ZPL" | "EPL";
			holdUntil?: components["schemas"]["DayInput"] | null;
			usedReference?: string;
			usedQuote?: string;
			replaces?: string;
			approvedBy?: string;
			notifyConsignee?: boolean;
		} | {
			kind: "crossborder";
			submissionId: string;
			quoteId: string;
			rateId: string;
			shipperInfo: components["schemas"]["PartyInput"];
			consigneeInfo: components["schemas"]["PartyInput"];
			reference: string;
			instructions: string;
			pickupDate: components["schemas"]["DayInput"];
			labelFormat: "PDF" | "PNG" | "ZPL" | "EPL";
			holdUntil?: components["schemas"]["DayInput"] | null;
			usedReference?: string;
			usedQuote?: string;
			replaces?: string;
			approvedBy?: string;
			notifyConsignee?: boolean;
		} | {
			kind: "direct";
			submissionId: string;
			request: {
				originAddress: components["schemas"]["AddressInput"];
				destinationAddress: components["schemas"]["AddressInput"];
				cargo: components["schemas"]["CargoInput"];
				service: {
					provider: string;
					service: string;
				};
				shipperInfo?: components["schemas"]["PartyInput"];
				consigneeInfo?: components["schemas"]["PartyInput"];
				shipDate?: components["schemas"]["DayInput"];
				reference?: string;
				instructions?: string;
				labelFormat?: "PDF" | "PNG" | "ZPL" | "EPL";
			};
			holdUntil?: components["schemas"]["DayInput"] | null;
			usedReference?: string;
			usedBooking?: string;
			notifyConsignee?: boolean;
		}>;
		responses: Answer<components["schemas"]["Booking"]>;
	};
	"bookings.list": {
		requestBody: Body<{
			state?: "QUEUED" | "SENDING" | "BOOKED" | "REJECTED" | "UNKNOWN" | "NEEDS_DECISION" | "CANCELLED";
			states?: ("QUEUED" | "SENDING" | "BOOKED" | "REJECTED" | "UNKNOWN" | "NEEDS_DECISION" | "CANCELLED")[];
			text?: string;
			isCanceled?: boolean;
			batchId?: string;
			since?: string;
			until?: string;
			carrier?: string;
			leastPrice?: number;
			mostPrice?: number;
			/** @default 100 */
			limit?: number;
			before?: string;
		}>;
		responses: Answer<components["schemas"]["Booking"][]>;
	};
	"bookings.get": {
		requestBody: Body<{
			bookingId: string;
		}>;
		responses: Answer<components["schemas"]["Booking"]>;
	};
	"bookings.content": {
		requestBody: Body<{
			bookingId: string;
		}>;
		responses: Answer<components["schemas"]["BookingContent"]>;
	};
	"bookings.counts": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["BookingCounts"]>;
	};
	"bookings.referenceFor": {
		requestBody: Body<{
			reference: string;
		}>;
		responses: Answer<components["schemas"]["ReferenceUse"]>;
	};
	"bookings.letters": {
		requestBody: Body<{
			words: string;
		}>;
		responses: Answer<{
			notDrawn: string[];
		}>;
	};
	"bookings.answer": {
		requestBody: Body<{
			bookingId: string;
			answer: {
				answer: "send-again";
				mayBeSecond?: true;
			} | {
				answer: "check-again";
			} | {
				answer: "adopt";
				shipmentId: string;
				voidOthers?: boolean;
			} | {
				answer: "accept-price";
				quoteId: string;
				price: {
					minor: number;
					currency: string;
				};
				approvedBy?: string;
			} | {
				answer: "quote-again";
			} | {
				answer: "new-pickup";
				pickupDate: components["schemas"]["DayInput"];
			} | {
				answer: "new-reference";
				reference: string;
			} | {
				answer: "give-up";
			};
		}>;
		responses: Answer<components["schemas"]["Booking"]>;
	};
	"bookings.check": {
		requestBody: Body<{
			bookingId: string;
		}>;
		responses: Answer<components["schemas"]["Booking"]>;
	};
	"bookings.cancel": {
		requestBody: Body<{
			bookingId: string;
		}>;
		responses: Answer<components["schemas"]["Booking"]>;
	};
	"bookings.hold": {
		requestBody: Body<{
			bookingId: string;
			holdUntil: components["schemas"]["DayInput"] | null;
		}>;
		responses: Answer<components["schemas"]["Booking"]>;
	};
	"bookings.copy": {
		requestBody: Body<{
			bookingId: string;
			submissionId: string;
			/** @default {} */
			changes?: {
				reference?: string;
				instructions?: string;
				shipperInfo?: components["schemas"]["PartyInput"];
				consigneeInfo?: components["schemas"]["PartyInput"];
				pickupDate?: components["schemas"]["DayInput"];
				labelFormat?: "PDF" | "PNG" | "ZPL" | "EPL";
				request?: {
					originAddress: components["schemas"]["AddressInput"];
					destinationAddress: components["schemas"]["AddressInput"];
					cargo: components["schemas"]["CargoInput"];
					service: {
						provider: string;
						service: string;
					};
					shipperInfo?: components["schemas"]["PartyInput"];
					consigneeInfo?: components["schemas"]["PartyInput"];
					shipDate?: components["schemas"]["DayInput"];
					reference?: string;
					instructions?: string;
					labelFormat?: "PDF" | "PNG" | "ZPL" | "EPL";
				};
			};
			usedReference?: string;
			approvedBy?: string;
		}>;
		responses: Answer<components["schemas"]["Booking"]>;
	};
	"bookings.requestChange": {
		requestBody: Body<{
			submissionId: string;
			bookingId?: string;
			shipmentId?: string;
			change: {
				reference?: string;
				instructions?: string;
				consigneeInfo?: components["schemas"]["PartyInput"];
				kind: "update";
				pickupDate?: components["schemas"]["DayInput"];
			} | {
				reason: string;
				refundRequested?: boolean;
				kind: "cancel";
			};
			approvedBy?: string;
		}>;
		responses: Answer<components["schemas"]["ShipmentChange"]>;
	};
	"bookings.changes": {
		requestBody: Body<{
			bookingId?: string;
			shipmentId?: string;
			/** @default 100 */
			limit?: number;
		}>;
		responses: Answer<components["schemas"]["ShipmentChange"][]>;
	};
	"bookings.answers": {
		requestBody: Body<{
			bookingId: string;
		}>;
		responses: Answer<components["schemas"]["AnsweredRequest"][]>;
	};
	"bookings.dropChange": {
		requestBody: Body<{
			changeId: string;
		}>;
		responses: Answer<components["schemas"]["ShipmentChange"]>;
	};
	"bookings.printHoldTag": {
		requestBody: Body<{
			bookingId: string;
			printerId?: string;
		}>;
		responses: Answer<components["schemas"]["PrintJob"]>;
	};
	"shipments.search": {
		requestBody: Body<{
			/** @default  */
			text?: string;
			status?: "PENDING" | "PICKUP_SCHEDULED" | "PICKED_UP" | "IN_TRANSIT" | "OUT_FOR_DELIVERY" | "DELIVERED" | "EXCEPTION" | "CANCELLED" | "RETURNED";
			exceptionCode?: string;
			provider?: string;
			late?: true;
			atRisk?: true;
			stale?: true;
			notPickedUp?: true;
			attention?: true;
			since?: string;
			/**
			 * @default created
			 */
			sort?: "created" | "delivery" | "status" | "carrier" | "reference" | "pro" | "tracking" | "price" | "pieces" | "weight" | "consignee" | "lane" | "lastEvent" | "delay";
			/** @default false */
			isReversed?: boolean;
			/** @default 1 */
			page?: number;
			after?: string;
			/** @default 50 */
			limit?: number;
		}>;
		responses: Answer<components["schemas"]["ShipmentPage"]>;
	};
	"shipments.get": {
		requestBody: Body<{
			shipmentId: string;
		}>;
		responses: Answer<components["schemas"]["ShipmentDetail"]>;
	};
	"shipments.refresh": {
		requestBody: Body<{
			shipmentId: string;
		}>;
		responses: Answer<components["schemas"]["ShipmentDetail"]>;
	};
	"shipments.tiles": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["ShipmentTiles"]>;
	};
	"shipments.places": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["ShipmentPlaces"]>;
	};
	"shipments.unprinted": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["UnprintedLabels"]>;
	};
	"shipments.lookupMany": {
		requestBody: Body<{
			codes: string[] | string;
		}>;
		responses: Answer<components["schemas"]["LookupMany"]>;
	};
	"shipments.exportCsv": {
		requestBody: Body<{
			/** @default {} */
			filter?: {
				/** @default  */
				text?: string;
				status?: "PENDING" | "PICKUP_SCHEDULED" | "PICKED_UP" | "IN_TRANSIT" | "OUT_FOR_DELIVERY" | "DELIVERED" | "EXCEPTION" | "CANCELLED" | "RETURNED";
				exceptionCode?: string;
				provider?: string;
				late?: true;
				atRisk?: true;
				stale?: true;
				notPickedUp?: true;
				attention?: true;
				since?: string;
			};
			shipmentIds?: string[];
			/**
			 * @default [
			 *       "trackingNumber",
			 *       "reference",
			 *       "status",
			 *       "provider",
			 *       "city",
			 *       "state",
			 *       "createdAt",
			 *       "estimatedDelivery"
			 *     ]
			 */
			columns?: ("shipmentId" | "trackingNumber" | "proNumber" | "reference" | "status" | "exceptionCode" | "provider" | "service" | "total" | "currency" | "consignee" | "city" | "state" | "postalCode" | "country" | "pieces" | "weightLb" | "createdAt" | "estimatedDelivery" | "actualDelivery" | "lastEventAt" | "lastEvent")[];
			after?: string;
			path?: string & (unknown & unknown & unknown);
		}>;
		responses: Answer<components["schemas"]["CsvExport"]>;
	};
	"shipments.stats": {
		requestBody: Body<{
			from: string;
			until: string;
		}>;
		responses: Answer<components["schemas"]["ShipmentStats"]>;
	};
	"shipments.signature": {
		requestBody: Body<{
			shipmentId: string;
		}>;
		responses: Answer<{
			image: components["schemas"]["DocumentContent"] | null;
		}>;
	};
	"shipments.note": {
		requestBody: Body<{
			shipmentId: string;
			text: string;
		}>;
		responses: Answer<components["schemas"]["ShipmentDetail"]>;
	};
	"shipments.acknowledge": {
		requestBody: Body<{
			shipmentId: string;
			lastEventId?: string | null;
		}>;
		responses: Answer<components["schemas"]["ShipmentDetail"]>;
	};
	"shipments.snooze": {
		requestBody: Body<{
			shipmentId: string;
			until: string;
		}>;
		responses: Answer<components["schemas"]["ShipmentDetail"]>;
	};
	"tracking.sync": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<{
			shipments: number;
			events: number;
		}>;
	};
	"tracking.state": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["SyncState"]>;
	};
	"tracking.quarantine": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["QuarantineList"]>;
	};
	"webhookReceiver.state": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["ReceiverState"]>;
	};
	"pack.scan": {
		requestBody: Body<{
			code: string;
			chosen?: string;
			printerId?: string;
			reprintReason?: string;
			despite?: string[];
			hereOnly?: boolean;
			agreedLabels?: number;
			weighedGrams?: number;
			piece?: number;
		}>;
		responses: Answer<components["schemas"]["ScanResult"]>;
	};
	"pack.worklist": {
		requestBody: Body<{
			day?: components["schemas"]["DayInput"];
		}>;
		responses: Answer<components["schemas"]["Worklist"]>;
	};
	"labels.preview": {
		requestBody: Body<{
			shipmentId: string;
		}>;
		responses: Answer<components["schemas"]["LabelPreview"]>;
	};
	"labels.prepare": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<{
			isBegun: true;
		}>;
	};
	"labels.inspect": {
		requestBody: Body<{
			of: {
				name: string;
				/** Format: base64 */
				base64: string;
			} | {
				shipmentId: string;
			};
			/**
			 * @default 203
			 * @enum {number}
			 */
			dpi?: 203 | 300 | 600;
			/**
			 * @default {
			 *       "widthIn": 4,
			 *       "heightIn": 6
			 *     }
			 */
			media?: {
				widthIn: number;
				heightIn: number;
			};
		}>;
		responses: Answer<components["schemas"]["LabelInspection"]>;
	};
	"labels.place": {
		requestBody: Body<{
			inspectionId: string;
			at: number;
			/**
			 * @default 203
			 * @enum {number}
			 */
			dpi?: 203 | 300 | 600;
			/**
			 * @default {
			 *       "widthIn": 4,
			 *       "heightIn": 6
			 *     }
			 */
			media?: {
				widthIn: number;
				heightIn: number;
			};
		}>;
		responses: Answer<{
			place: components["schemas"]["LabelPlace"] | null;
		}>;
	};
	"labels.pieceCodes": {
		requestBody: Body<{
			shipmentId: string;
		}>;
		responses: Answer<{
			codes: string[];
		}>;
	};
	"jobs.list": {
		requestBody: Body<{
			/** @default 100 */
			limit?: number;
		}>;
		responses: Answer<components["schemas"]["PrintJob"][]>;
	};
	"jobs.get": {
		requestBody: Body<{
			jobId: string;
		}>;
		responses: Answer<components["schemas"]["PrintJob"]>;
	};
	"jobs.answer": {
		requestBody: Body<{
			jobId: string;
			answer: "printed" | "print-again" | "print-now" | "cancel";
		}>;
		responses: Answer<components["schemas"]["PrintJob"]>;
	};
	"jobs.retry": {
		requestBody: Body<{
			jobId: string;
		}>;
		responses: Answer<components["schemas"]["PrintJob"]>;
	};
	"jobs.printFile": {
		requestBody: Body<{
			name: string;
			/** Format: base64 */
			base64: string;
			printer: {
				printerId: string;
			} | {
				uri: string;
				language?: "ZPL" | "EPL";
				/**
				 * @default 203
				 * @enum {number}
				 */
				dpi?: 203 | 300 | 600;
				/**
				 * @default {
				 *       "widthIn": 4,
				 *       "heightIn": 6
				 *     }
				 */
				media?: {
					widthIn: number;
					heightIn: number;
				};
			};
			submissionId?: string;
			/** @default 1 */
			copies?: number;
			agreedLabels?: number;
			reason?: string;
			despite?: string[];
			label?: number | "all";
			fromPage?: number;
		}>;
		responses: Answer<components["schemas"]["PrintJob"]>;
	};
	"jobs.printPackingSlip": {
		requestBody: Body<{
			shipmentId: string;
			printerId?: string;
		}>;
		responses: Answer<components["schemas"]["PrintJob"]>;
	};
	"jobs.printCommandSheet": {
		requestBody: Body<{
			printerId?: string;
		}>;
		responses: Answer<components["schemas"]["PrintJob"]>;
	};
	"jobs.cancel": {
		requestBody: Body<{
			jobId: string;
		}>;
		responses: Answer<components["schemas"]["PrintJob"]>;
	};
	"jobs.move": {
		requestBody: Body<{
			jobId: string;
			printerId: string;
		}>;
		responses: Answer<components["schemas"]["PrintJob"]>;
	};
	"printLists.add": {
		requestBody: Body<{
			codes: string[];
			printerId?: string;
			reprintReason?: string;
		}>;
		responses: Answer<components["schemas"]["PrintList"]>;
	};
	"printLists.get": {
		requestBody: Body<{
			listId: string;
		}>;
		responses: Answer<components["schemas"]["PrintList"]>;
	};
	"printLists.printFailures": {
		requestBody: Body<{
			listId: string;
			printerId?: string;
		}>;
		responses: Answer<components["schemas"]["PrintJob"]>;
	};
	"labelTemplates.list": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["LabelTemplate"][]>;
	};
	"labelTemplates.save": {
		requestBody: Body<{
			kind: "pallet" | "carton" | "location" | "return" | "test";
			rows: ({
				kind: "text";
				text: string;
				/**
				 * @default medium
				 */
				size?: "small" | "medium" | "large" | "huge";
				/** @default 1 */
				lines?: number;
				/**
				 * @default left
				 */
				align?: "left" | "center" | "right";
				/** @default false */
				isInverse?: boolean;
			} | {
				kind: "rule";
			} | {
				kind: "barcode";
				symbology: "code128" | "gs1-128" | "qr" | "datamatrix";
				data: string;
				/** @default 20 */
				heightMm?: number;
				/** @default true */
				hasText?: boolean;
			})[];
			templateId?: string;
			name: string;
		}>;
		responses: Answer<components["schemas"]["LabelTemplate"]>;
	};
	"labelTemplates.remove": {
		requestBody: Body<{
			templateId: string;
		}>;
		responses: Answer<components["schemas"]["LabelTemplate"][]>;
	};
	"labelTemplates.preview": {
		requestBody: Body<{
			rows: ({
				kind: "text";
				text: string;
				/**
				 * @default medium
				 */
				size?: "small" | "medium" | "large" | "huge";
				/** @default 1 */
				lines?: number;
				/**
				 * @default left
				 */
				align?: "left" | "center" | "right";
				/** @default false */
				isInverse?: boolean;
			} | {
				kind: "rule";
			} | {
				kind: "barcode";
				symbology: "code128" | "gs1-128" | "qr" | "datamatrix";
				data: string;
				/** @default 20 */
				heightMm?: number;
				/** @default true */
				hasText?: boolean;
			})[];
			/** @default {} */
			values?: unknown;
			printerId?: string;
		}>;
		responses: Answer<components["schemas"]["TemplatePreview"]>;
	};
	"labelTemplates.print": {
		requestBody: Body<{
			templateId: string;
			/** @default {} */
			values?: unknown;
			/** @default 1 */
			copies?: number;
			printerId?: string;
			agreedLabels?: number;
		}>;
		responses: Answer<components["schemas"]["PrintJob"]>;
	};
	"labelTemplates.checkCsv": {
		requestBody: Body<{
			templateId: string;
			name: string;
			/** Format: base64 */
			base64: string;
			/** @default {} */
			columns?: unknown;
			printerId?: string;
		}>;
		responses: Answer<components["schemas"]["TemplateCsvCheck"]>;
	};
	"labelTemplates.printCsv": {
		requestBody: Body<{
			templateId: string;
			name: string;
			/** Format: base64 */
			base64: string;
			/** @default {} */
			columns?: unknown;
			printerId?: string;
			agreedLabels?: number;
		}>;
		responses: Answer<components["schemas"]["TemplateCsvPrinted"]>;
	};
	"printers.list": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["Printer"][]>;
	};
	"printers.save": {
		requestBody: Body<{
			printerId?: string;
			name: string;
			language: "ZPL" | "EPL";
			/** @enum {number} */
			dpi: 203 | 300 | 600;
			media: {
				widthIn: number;
				heightIn: number;
			};
			connection: {
				kind: "virtual";
			} | {
				kind: "tcp";
				uri: string;
			} | {
				kind: "queue";
				name: string;
			} | {
				kind: "device";
				path: string;
			};
		}>;
		responses: Answer<components["schemas"]["Printer"]>;
	};
	"printers.remove": {
		requestBody: Body<{
			printerId: string;
		}>;
		responses: Answer<components["schemas"]["Printer"][]>;
	};
	"printers.setDefault": {
		requestBody: Body<{
			printerId: string;
		}>;
		responses: Answer<components["schemas"]["Printer"][]>;
	};
	"printers.status": {
		requestBody: Body<{
			printerId: string;
		}>;
		responses: Answer<components["schemas"]["PrinterStatus"]>;
	};
	"printers.check": {
		requestBody: Body<{
			printerId: string;
			/** @default false */
			take?: boolean;
		}>;
		responses: Answer<components["schemas"]["PrinterCheck"]>;
	};
	"printers.locate": {
		requestBody: Body<{
			printerId: string;
		}>;
		responses: Answer<{
			found: components["schemas"]["FoundPrinter"] | null;
		}>;
	};
	"printers.pause": {
		requestBody: Body<{
			printerId: string;
		}>;
		responses: Answer<components["schemas"]["PrinterStatus"]>;
	};
	"printers.resume": {
		requestBody: Body<{
			printerId: string;
		}>;
		responses: Answer<components["schemas"]["PrinterStatus"]>;
	};
	"printers.options": {
		requestBody: Body<{
			printerId: string;
		}>;
		responses: Answer<components["schemas"]["PrinterOptions"]>;
	};
	"printers.setOptions": {
		requestBody: Body<{
			printerId: string;
			options: {
				carrierSettings?: "strip" | "allow" | "block";
				allowedCommands?: string[];
				statusPort?: number | null;
				answersEpl?: boolean;
				paper?: "label" | "receipt";
				stockId?: string | null;
				profile?: ("zebra-zd41" | "zebra-zd4" | "zebra-zd6" | "zebra-gx" | "zebra-2844z" | "zebra-zp500" | "zebra-2824-plus" | "zebra-zq3" | "zebra-zq5" | "zebra-zt2" | "zebra-zt4" | "zebra-zt6" | "zebra-105sl" | "eltron-2824" | "eltron-2844" | "clone-tsc" | "clone-honeywell" | "clone-godex" | "clone-citizen" | "clone-sato" | "epson-tm" | "star") | null;
				snmpVersion?: ("1" | "2c") | null;
				snmpPort?: number;
				snmpCommunity?: string;
				ippPort?: number | null;
			};
		}>;
		responses: Answer<components["schemas"]["PrinterOptions"]>;
	};
	"printers.routes": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["PrintRules"]>;
	};
	"printers.setRoute": {
		requestBody: Body<{
			document: "label" | "bol" | "packing-slip" | "office";
			printerId: string | null;
			/** @default 1 */
			copies?: number;
			/** @default null */
			fallbackPrinterId?: string | null;
		}>;
		responses: Answer<components["schemas"]["PrintRules"]>;
	};
	"printers.setRules": {
		requestBody: Body<{
			staleMinutes?: number;
			mostLabels?: number;
			fallback?: "ask" | "use";
		}>;
		responses: Answer<components["schemas"]["PrintRules"]>;
	};
	"printers.discover": {
		requestBody: Body<{
			address?: string;
		}>;
		responses: Answer<components["schemas"]["FoundPrinter"][]>;
	};
	"printers.test": {
		requestBody: Body<{
			printerId: string;
		}>;
		responses: Answer<components["schemas"]["PrintJob"]>;
	};
	"printers.tool": {
		requestBody: Body<{
			printerId: string;
			tool: {
				tool: "calibrate" | "feed" | "configuration";
			} | {
				tool: "darkness" | "speed";
				value: number;
			};
		}>;
		responses: Answer<{
			printerId: string;
		}>;
	};
	"printers.count": {
		requestBody: Body<{
			printerId: string;
		}>;
		responses: Answer<components["schemas"]["PrinterCount"]>;
	};
	"stock.list": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["LabelStock"][]>;
	};
	"stock.save": {
		requestBody: Body<{
			stockId?: string;
			name: string;
			media: {
				widthIn: number;
				heightIn: number;
			};
			tracking: "gap" | "mark" | "continuous";
			print: "direct" | "transfer";
		}>;
		responses: Answer<components["schemas"]["LabelStock"][]>;
	};
	"stock.remove": {
		requestBody: Body<{
			stockId: string;
		}>;
		responses: Answer<components["schemas"]["LabelStock"][]>;
	};
	"virtualPrinter.labels": {
		requestBody: Body<{
			/** @default 12 */
			limit?: number;
		}>;
		responses: Answer<components["schemas"]["VirtualLabel"][]>;
	};
	"batches.begin": {
		requestBody: Body<{
			name: string;
		}>;
		responses: Answer<components["schemas"]["Batch"]>;
	};
	"batches.append": {
		requestBody: Body<{
			batchId: string;
			index: number;
			/** Format: base64 */
			base64: string;
		}>;
		responses: Answer<components["schemas"]["Batch"]>;
	};
	"batches.finish": {
		requestBody: Body<{
			batchId: string;
			headerRow?: number;
			withHidden?: boolean;
		}>;
		responses: Answer<components["schemas"]["BatchSuggestion"]>;
	};
	"batches.check": {
		requestBody: Body<{
			batchId: string;
			map: components["schemas"]["ColumnMapInput"];
			/** @default {} */
			rules?: {
				/**
				 * @default stop-all
				 */
				onError?: "stop-all" | "skip-row";
				/**
				 * @default ask
				 */
				onDuplicate?: "skip" | "create" | "ask";
				isForOrders?: boolean;
			};
		}>;
		responses: Answer<components["schemas"]["Batch"]>;
	};
	"batches.rules": {
		requestBody: Body<{
			batchId: string;
			rules: {
				/**
				 * @default stop-all
				 */
				onError?: "stop-all" | "skip-row";
				/**
				 * @default ask
				 */
				onDuplicate?: "skip" | "create" | "ask";
				isForOrders?: boolean;
			};
		}>;
		responses: Answer<components["schemas"]["Batch"]>;
	};
	"batches.quote": {
		requestBody: Body<{
			batchId: string;
		}>;
		responses: Answer<components["schemas"]["Batch"]>;
	};
	"batches.estimate": {
		requestBody: Body<{
			batchId: string;
		}>;
		responses: Answer<components["schemas"]["BatchEstimate"]>;
	};
	"batches.run": {
		requestBody: Body<{
			batchId: string;
			/** @default false */
			isComparedWithService?: boolean;
			/** @default false */
			isSameFileMeant?: boolean;
			agreedBookings?: number;
			agreedTotals?: {
				minor: number;
				currency: string;
			}[];
			approvedBy?: string;
		}>;
		responses: Answer<components["schemas"]["Batch"]>;
	};
	"batches.toOrders": {
		requestBody: Body<{
			batchId: string;
		}>;
		responses: Answer<components["schemas"]["BatchOrders"]>;
	};
	"batches.pause": {
		requestBody: Body<{
			batchId: string;
		}>;
		responses: Answer<components["schemas"]["Batch"]>;
	};
	"batches.cancel": {
		requestBody: Body<{
			batchId: string;
		}>;
		responses: Answer<components["schemas"]["Batch"]>;
	};
	"batches.answer": {
		requestBody: Body<{
			batchId: string;
			rows?: number[];
			answer: "skip" | "create";
		}>;
		responses: Answer<components["schemas"]["Batch"]>;
	};
	"batches.fix": {
		requestBody: Body<{
			batchId: string;
			row: number;
			column: string;
			value: string;
			/** @default false */
			isFilledDown?: boolean;
		}>;
		responses: Answer<components["schemas"]["Batch"]>;
	};
	"batches.cells": {
		requestBody: Body<{
			batchId: string;
			row: number;
		}>;
		responses: Answer<components["schemas"]["RowCell"][]>;
	};
	"batches.fixRow": {
		requestBody: Body<{
			batchId: string;
			row: number;
			cells: {
				row: number;
				column: string;
				value: string;
			}[];
		}>;
		responses: Answer<components["schemas"]["Batch"]>;
	};
	"batches.errorColumns": {
		requestBody: Body<{
			batchId: string;
		}>;
		responses: Answer<components["schemas"]["ColumnErrors"][]>;
	};
	"batches.retryFailed": {
		requestBody: Body<{
			batchId: string;
		}>;
		responses: Answer<components["schemas"]["Batch"]>;
	};
	"batches.get": {
		requestBody: Body<{
			batchId: string;
		}>;
		responses: Answer<components["schemas"]["Batch"]>;
	};
	"batches.list": {
		requestBody: Body<{
			/** @default 20 */
			limit?: number;
		}>;
		responses: Answer<components["schemas"]["Batch"][]>;
	};
	"batches.rows": {
		requestBody: Body<{
			batchId: string;
			outcome?: "ok" | "error" | "duplicate";
			state?: "waiting" | "submitted" | "skipped" | "failed";
			isAnswered?: boolean;
			bookingStates?: ("QUEUED" | "SENDING" | "BOOKED" | "REJECTED" | "UNKNOWN" | "NEEDS_DECISION" | "CANCELLED")[];
			column?: string;
			/** @default 0 */
			after?: number;
			/** @default 100 */
			limit?: number;
		}>;
		responses: Answer<components["schemas"]["BatchRow"][]>;
	};
	"batches.resultsChunk": {
		requestBody: Body<{
			batchId: string;
			/** @default 0 */
			offset?: number;
			snapshot?: string;
			/**
			 * @default csv
			 */
			format?: "csv" | "xlsx";
		}>;
		responses: Answer<components["schemas"]["ResultsPiece"]>;
	};
	"batches.remove": {
		requestBody: Body<{
			batchId: string;
		}>;
		responses: Answer<components["schemas"]["Batch"][]>;
	};
	"columnMaps.list": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["SavedColumnMap"][]>;
	};
	"columnMaps.save": {
		requestBody: Body<{
			name: string;
			map: components["schemas"]["ColumnMapInput"];
		}>;
		responses: Answer<components["schemas"]["SavedColumnMap"][]>;
	};
	"columnMaps.remove": {
		requestBody: Body<{
			mapId: string;
		}>;
		responses: Answer<components["schemas"]["SavedColumnMap"][]>;
	};
	"orders.add": {
		requestBody: Body<{
			orders: {
				originAddress?: components["schemas"]["AddressInput"];
				destinationAddress: components["schemas"]["AddressInput"];
				cargo: components["schemas"]["CargoInput"];
				accessorials?: ("LIFTGATE_PICKUP" | "LIFTGATE_DELIVERY" | "INSIDE_PICKUP" | "INSIDE_DELIVERY" | "RESIDENTIAL_PICKUP" | "RESIDENTIAL_DELIVERY" | "APPOINTMENT_DELIVERY" | "WHITE_GLOVE")[];
				insuranceAmount?: number;
				reference: string;
				pickupDate?: components["schemas"]["DayInput"];
				/** @default cheapest */
				rateRule?: string;
				/** @default  */
				instructions?: string;
				/**
				 * @default ZPL
				 */
				labelFormat?: "PDF" | "PNG" | "ZPL" | "EPL";
			}[];
		}>;
		responses: Answer<components["schemas"]["OrdersTaken"]>;
	};
	"orders.list": {
		requestBody: Body<{
			/**
			 * @default open
			 */
			show?: "open" | "booked" | "dismissed" | "asks";
			after?: number;
			/** @default 100 */
			limit?: number;
		}>;
		responses: Answer<components["schemas"]["OrderPage"]>;
	};
	"orders.get": {
		requestBody: Body<{
			orderId: string;
		}>;
		responses: Answer<components["schemas"]["Order"]>;
	};
	"orders.quote": {
		requestBody: Body<{
			orderId: string;
		}>;
		responses: Answer<components["schemas"]["OrderQuote"]>;
	};
	"orders.book": {
		requestBody: Body<{
			orderId: string;
			quoteId: string;
			rateId?: string;
			approvedBy?: string;
		}>;
		responses: Answer<components["schemas"]["Booking"]>;
	};
	"orders.answer": {
		requestBody: Body<{
			orderId: string;
			answer: "keep" | "take";
			version?: string;
		}>;
		responses: Answer<components["schemas"]["Order"]>;
	};
	"orders.dismiss": {
		requestBody: Body<{
			orderId: string;
			isDismissed: boolean;
		}>;
		responses: Answer<components["schemas"]["Order"]>;
	};
	"orders.feed": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["FeedState"]>;
	};
	"orders.look": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["FeedState"]>;
	};
	"orders.readAgain": {
		requestBody: Body<{
			fileId: string;
		}>;
		responses: Answer<components["schemas"]["FeedState"]>;
	};
	"spend.report": {
		requestBody: Body<{
			by: "carrier" | "lane" | "week" | "consignee";
			/** Format: date */
			from: string;
			/** Format: date */
			until: string;
			/** @default 500 */
			limit?: number;
		}>;
		responses: Answer<components["schemas"]["SpendReport"]>;
	};
	"spend.today": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["SpentToday"]>;
	};
	"spend.onTime": {
		requestBody: Body<{
			by: "carrier" | "lane" | "carrier-lane";
			/** Format: date */
			from: string;
			/** Format: date */
			until: string;
			/** @default 500 */
			limit?: number;
		}>;
		responses: Answer<components["schemas"]["OnTimeReport"]>;
	};
	"spend.importInvoices": {
		requestBody: Body<{
			/** Format: base64 */
			base64: string;
		}>;
		responses: Answer<components["schemas"]["InvoiceImport"]>;
	};
	"spend.invoices": {
		requestBody: Body<{
			state: "differs" | "unmatched" | "disputed" | "agrees" | "accepted";
			before?: number;
			/** @default 100 */
			limit?: number;
		}>;
		responses: Answer<components["schemas"]["InvoicePage"]>;
	};
	"spend.settle": {
		requestBody: Body<{
			lineId: string;
			to: "disputed" | "accepted" | "open";
			/** @default  */
			note?: string;
		}>;
		responses: Answer<components["schemas"]["InvoiceLine"]>;
	};
	"spend.refunds": {
		requestBody: Body<{
			before?: number;
			/** @default 100 */
			limit?: number;
		}>;
		responses: Answer<components["schemas"]["Refund"][]>;
	};
	"spend.noteRefund": {
		requestBody: Body<{
			bookingId: string;
			isReceived: boolean;
		}>;
		responses: Answer<components["schemas"]["Refund"]>;
	};
	"addressBook.list": {
		requestBody: Body<{
			/** @default 100 */
			limit?: number;
		}>;
		responses: Answer<components["schemas"]["SavedAddress"][]>;
	};
	"addressBook.search": {
		requestBody: Body<{
			text: string;
			/** @default 20 */
			limit?: number;
		}>;
		responses: Answer<components["schemas"]["SavedAddress"][]>;
	};
	"addressBook.get": {
		requestBody: Body<{
			addressId: string;
		}>;
		responses: Answer<components["schemas"]["SavedAddress"]>;
	};
	"addressBook.removed": {
		requestBody: Body<{
			/** @default 100 */
			limit?: number;
		}>;
		responses: Answer<components["schemas"]["SavedAddress"][]>;
	};
	"addressBook.similar": {
		requestBody: Body<{
			addressId: string;
		}>;
		responses: Answer<components["schemas"]["SavedAddress"][]>;
	};
	"addressBook.merge": {
		requestBody: Body<{
			addressId: string;
			intoId: string;
		}>;
		responses: Answer<components["schemas"]["SavedAddress"]>;
	};
	"addressBook.save": {
		requestBody: Body<{
			addressId?: string;
			name: string;
			address: components["schemas"]["AddressInput"];
			/** @default [] */
			roles?: ("shipper" | "consignee" | "broker")[];
			/** @default [] */
			accessorials?: ("LIFTGATE_PICKUP" | "LIFTGATE_DELIVERY" | "INSIDE_PICKUP" | "INSIDE_DELIVERY" | "RESIDENTIAL_PICKUP" | "RESIDENTIAL_DELIVERY" | "APPOINTMENT_DELIVERY" | "WHITE_GLOVE")[];
			/** @default {} */
			dock?: {
				/** @default true */
				hasDock?: boolean;
				/** @default false */
				isResidential?: boolean;
				/** @default false */
				needsLiftgate?: boolean;
				/** @default false */
				needsAppointment?: boolean;
				/** @default null */
				opens?: string | null;
				/** @default null */
				closes?: string | null;
			};
			/** @default  */
			notes?: string;
			/** @default false */
			evenIfSimilar?: boolean;
		}>;
		responses: Answer<components["schemas"]["AddressSaved"]>;
	};
	"addressBook.remove": {
		requestBody: Body<{
			addressId: string;
		}>;
		responses: Answer<components["schemas"]["SavedAddress"]>;
	};
	"addressBook.restore": {
		requestBody: Body<{
			addressId: string;
		}>;
		responses: Answer<components["schemas"]["SavedAddress"]>;
	};
	"addressBook.setDefault": {
		requestBody: Body<{
			addressId: string | null;
		}>;
		responses: Answer<components["schemas"]["SavedAddress"][]>;
	};
	"addressBook.noteUse": {
		requestBody: Body<{
			addressId: string;
		}>;
		responses: Answer<components["schemas"]["SavedAddress"]>;
	};
	"addressBook.lastFreight": {
		requestBody: Body<{
			addressId: string;
		}>;
		responses: Answer<components["schemas"]["LastFreight"]>;
	};
	"addressBook.exportCsv": {
		requestBody: Body<{
			/** @default 0 */
			after?: number;
		}>;
		responses: Answer<{
			csv: string;
			/** @description Null when this was the last piece. */
			next: number | null;
		}>;
	};
	"addressBook.importCsv": {
		requestBody: Body<{
			/** Format: base64 */
			base64: string;
		}>;
		responses: Answer<components["schemas"]["AddressImport"]>;
	};
	"presets.list": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["CargoPreset"][]>;
	};
	"presets.save": {
		requestBody: Body<{
			name: string;
			cargo: components["schemas"]["CargoInput"];
			/** @default {} */
			units?: {
				/**
				 * @default lb
				 */
				weight?: "lb" | "kg";
				/**
				 * @default in
				 */
				dimensions?: "in" | "cm";
			};
		}>;
		responses: Answer<components["schemas"]["CargoPreset"][]>;
	};
	"presets.remove": {
		requestBody: Body<{
			presetId: string;
		}>;
		responses: Answer<components["schemas"]["CargoPreset"][]>;
	};
	"audit.list": {
		requestBody: Body<{
			subjectKind?: "booking" | "shipment" | "change" | "print_job" | "printer" | "label" | "setting" | "ledger" | "batch" | "address" | "preset" | "column_map" | "manifest" | "order" | "person" | "inbox" | "rule" | "label-template" | "invoice" | "api_token" | "hook" | "site" | "errand";
			subjectId?: string;
			action?: string;
			actor?: string;
			text?: string;
			/** Format: date-time */
			from?: string;
			/** Format: date-time */
			to?: string;
			before?: number;
			/** @default 100 */
			limit?: number;
		}>;
		responses: Answer<components["schemas"]["AuditPage"]>;
	};
	"audit.exportCsv": {
		requestBody: Body<{
			subjectKind?: "booking" | "shipment" | "change" | "print_job" | "printer" | "label" | "setting" | "ledger" | "batch" | "address" | "preset" | "column_map" | "manifest" | "order" | "person" | "inbox" | "rule" | "label-template" | "invoice" | "api_token" | "hook" | "site" | "errand";
			subjectId?: string;
			action?: string;
			actor?: string;
			text?: string;
			/** Format: date-time */
			from?: string;
			/** Format: date-time */
			to?: string;
			before?: number;
		}>;
		responses: Answer<{
			csv: string;
			/** @description Null when this was the last piece. */
			next: number | null;
		}>;
	};
	"requests.list": {
		requestBody: Body<{
			requestId?: string;
			path?: string;
			code?: string;
			/** @default false */
			onlyFailures?: boolean;
			before?: number;
			/** @default 100 */
			limit?: number;
		}>;
		responses: Answer<components["schemas"]["RequestPage"]>;
	};
	"requests.get": {
		requestBody: Body<{
			id: number;
		}>;
		responses: Answer<components["schemas"]["LoggedRequestDetail"]>;
	};
	"locations.search": {
		requestBody: Body<{
			text: string;
			country?: "US" | "MX" | "CA";
		}>;
		responses: Answer<components["schemas"]["LocationSearch"]>;
	};
	"addresses.validate": {
		requestBody: Body<{
			/** @default  */
			street1?: string;
			/** @default  */
			street2?: string;
			/** @default  */
			city?: string;
			/** @default  */
			state?: string;
			/** @default  */
			postalCode?: string;
			country: "US" | "MX" | "CA";
		}>;
		responses: Answer<components["schemas"]["AddressCheck"]>;
	};
	"satCodes.search": {
		requestBody: Body<{
			language: "en" | "es";
			term: string;
		}>;
		responses: Answer<components["schemas"]["SatCode"][]>;
	};
	"documents.search": {
		requestBody: Body<{
			/** @default  */
			text?: string;
			type?: "SHIPPING_LABEL" | "BOL" | "POD" | "CUSTOMS_FORM" | "COMMERCIAL_INVOICE" | "PACKING_LIST" | "CERTIFICATE_OF_ORIGIN" | "HAZMAT_DECLARATION" | "CUSTOM_FORM";
			/** @default 30 */
			limit?: number;
		}>;
		responses: Answer<components["schemas"]["DocumentLists"]>;
	};
	"documents.list": {
		requestBody: Body<{
			shipmentId: string;
			type?: "SHIPPING_LABEL" | "BOL" | "POD" | "CUSTOMS_FORM" | "COMMERCIAL_INVOICE" | "PACKING_LIST" | "CERTIFICATE_OF_ORIGIN" | "HAZMAT_DECLARATION" | "CUSTOM_FORM";
			/** @default false */
			includeExpired?: boolean;
		}>;
		responses: Answer<components["schemas"]["Document"][]>;
	};
	"documents.generate": {
		requestBody: Body<{
			template: "COMMERCIAL_INVOICE" | "PACKING_LIST" | "CERTIFICATE_OF_ORIGIN" | "HAZMAT_DECLARATION" | "CUSTOM_FORM";
			/**
			 * @default PDF
			 */
			format?: "PDF" | "PNG" | "ZPL" | "EPL";
			shipmentId: string;
			data?: unknown;
			templateData?: unknown;
			typed?: unknown;
		}>;
		responses: Answer<components["schemas"]["Document"]>;
	};
	"documents.download": {
		requestBody: Body<{
			documentId: string;
			format?: "PDF" | "PNG" | "ZPL" | "EPL";
		}>;
		responses: Answer<components["schemas"]["DocumentContent"]>;
	};
	"documents.pages": {
		requestBody: Body<{
			/** @default 0 */
			from?: number;
			/**
			 * @default 150
			 * @enum {number}
			 */
			dpi?: 150 | 300;
			documentId: string;
		}>;
		responses: Answer<components["schemas"]["DocumentPages"]>;
	};
	"documents.print": {
		requestBody: Body<{
			documentId: string;
			/** @default  */
			type?: string;
			title: string;
			/** @default null */
			shipmentId?: string | null;
			copies?: number;
		}>;
		responses: Answer<components["schemas"]["PrintJob"]>;
	};
	"documents.replace": {
		requestBody: Body<{
			documentId: string;
			data?: unknown;
			templateData?: unknown;
			typed?: unknown;
		}>;
		responses: Answer<components["schemas"]["Document"]>;
	};
	"documents.typed": {
		requestBody: Body<{
			documentId: string;
		}>;
		responses: Answer<{
			typed: components["schemas"]["TemplateTexts"] | null;
		}>;
	};
	"documents.delete": {
		requestBody: Body<{
			documentId: string;
		}>;
		responses: Answer<{
			documentId: string;
		}>;
	};
	"endofday.get": {
		requestBody: Body<{
			day: components["schemas"]["DayInput"];
		}>;
		responses: Answer<components["schemas"]["EndOfDay"]>;
	};
	"endofday.close": {
		requestBody: Body<{
			submissionId: string;
			day: components["schemas"]["DayInput"];
			carriers: {
				carrier: string;
				shipmentIds: string[];
				/** @default null */
				follows?: string | null;
			}[];
		}>;
		responses: Answer<components["schemas"]["Manifest"][]>;
	};
	"endofday.download": {
		requestBody: Body<{
			manifestId: string;
		}>;
		responses: Answer<components["schemas"]["DocumentContent"]>;
	};
	"endofday.pages": {
		requestBody: Body<{
			manifestId: string;
			/** @default 0 */
			from?: number;
			/**
			 * @default 150
			 * @enum {number}
			 */
			dpi?: 150 | 300;
		}>;
		responses: Answer<components["schemas"]["DocumentPages"]>;
	};
	"endofday.print": {
		requestBody: Body<{
			manifestId: string;
			copies?: number;
		}>;
		responses: Answer<components["schemas"]["PrintJob"]>;
	};
	"endofday.void": {
		requestBody: Body<{
			manifestId: string;
			reason: string;
		}>;
		responses: Answer<components["schemas"]["Manifest"]>;
	};
	"endofday.figures": {
		requestBody: Body<{
			day: components["schemas"]["DayInput"];
		}>;
		responses: Answer<components["schemas"]["DayFigures"]>;
	};
	"endofday.history": {
		requestBody: Body<{
			until: components["schemas"]["DayInput"];
			/** @default 31 */
			days?: number;
		}>;
		responses: Answer<components["schemas"]["DayFigures"][]>;
	};
	"endofday.downloadSummary": {
		requestBody: Body<{
			day: components["schemas"]["DayInput"];
		}>;
		responses: Answer<components["schemas"]["DocumentContent"]>;
	};
	"endofday.printSummary": {
		requestBody: Body<{
			day: components["schemas"]["DayInput"];
			copies?: number;
		}>;
		responses: Answer<components["schemas"]["PrintJob"]>;
	};
	"pickups.week": {
		requestBody: Body<{
			from: components["schemas"]["DayInput"];
		}>;
		responses: Answer<components["schemas"]["PickupWeek"]>;
	};
	"pickups.list": {
		requestBody: Body<{
			day: components["schemas"]["DayInput"];
			carrier?: string;
		}>;
		responses: Answer<components["schemas"]["PickupList"]>;
	};
	"webhooks.list": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["Webhook"][]>;
	};
	"maintenance.state": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["MaintenanceState"]>;
	};
	"maintenance.backUp": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["MaintenanceState"]>;
	};
	"maintenance.verify": {
		requestBody: Body<{
			name: string | null;
			place?: "here" | "second";
		}>;
		responses: Answer<components["schemas"]["Backup"]>;
	};
	"maintenance.lookAtAge": {
		requestBody: Body<{
			rules?: {
				labels: number;
				events: number;
				documents: number;
				quotes: number;
				/** @default 730 */
				orders?: number;
				requests: number;
			};
		}>;
		responses: Answer<components["schemas"]["Removal"]>;
	};
	"maintenance.archives": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["Archives"]>;
	};
	"maintenance.lookForPerson": {
		requestBody: Body<{
			person: {
				/** @default [] */
				names?: string[];
				/** @default [] */
				phones?: string[];
				/** @default [] */
				emails?: string[];
				/** @default [] */
				others?: string[];
			};
		}>;
		responses: Answer<components["schemas"]["PersonFound"]>;
	};
	"maintenance.forgetPerson": {
		requestBody: Body<{
			person: {
				/** @default [] */
				names?: string[];
				/** @default [] */
				phones?: string[];
				/** @default [] */
				emails?: string[];
				/** @default [] */
				others?: string[];
			};
			reason: string;
			isCertain: true;
		}>;
		responses: Answer<components["schemas"]["PersonFound"]>;
	};
	"support.health": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["Health"]>;
	};
	"support.file": {
		requestBody: Body<{
			/** @default false */
			withLabels?: boolean;
		}>;
		responses: Answer<components["schemas"]["SupportFile"]>;
	};
	"inbox.list": {
		requestBody: Body<{
			/**
			 * @default open
			 */
			state?: "open" | "ended";
			before?: string;
			/** @default 100 */
			limit?: number;
		}>;
		responses: Answer<components["schemas"]["InboxPage"]>;
	};
	"inbox.notify": {
		requestBody: Body<{
			/**
			 * @default note
			 */
			kind?: "note" | "approval";
			text: string;
			code?: string;
		}>;
		responses: Answer<components["schemas"]["InboxItem"]>;
	};
	"inbox.assign": {
		requestBody: Body<{
			itemId: string;
			assignee?: string | null;
			dueAt?: string;
		}>;
		responses: Answer<components["schemas"]["InboxItem"]>;
	};
	"inbox.assignAbout": {
		requestBody: Body<{
			subjectIds: string[];
			assignee: string | null;
		}>;
		responses: Answer<components["schemas"]["InboxItem"][]>;
	};
	"inbox.approval": {
		requestBody: Body<{
			itemId: string;
		}>;
		responses: Answer<components["schemas"]["ApprovalState"]>;
	};
	"inbox.end": {
		requestBody: Body<{
			itemId: string;
			note?: string;
		}>;
		responses: Answer<components["schemas"]["InboxItem"]>;
	};
	"inbox.rules": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["InboxSetup"]>;
	};
	"scale.state": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["StationScale"]>;
	};
	"scale.requote": {
		requestBody: Body<{
			shipmentId: string;
			weighedGrams: number;
		}>;
		responses: Answer<components["schemas"]["WeightRequote"]>;
	};
	"papers.logo": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<{
			logo: string | null;
		}>;
	};
	"papers.setLogo": {
		requestBody: Body<{
			logo: string | null;
		}>;
		responses: Answer<{
			logo: string | null;
		}>;
	};
	"papers.preview": {
		requestBody: Body<{
			papers: {
				/** @default  */
				companyName?: string;
				/** @default  */
				sender?: string;
				/** @default true */
				hasGoods?: boolean;
				/**
				 * @default station
				 */
				language?: "station" | "en" | "es";
				/**
				 * @default {
				 *       "en": {
				 *         "note": "",
				 *         "mailSubject": "Your order {reference} is on its way",
				 *         "mailBody": "Hello {consignee},\n\nyour order {reference} ships with {carrier}.\nPRO: {pro}\nTracking: {tracking}\nPieces: {pieces}, {weight}\nExpected: {expected}\n\n{company}"
				 *       },
				 *       "es": {
				 *         "note": "",
				 *         "mailSubject": "Su pedido {reference} va en camino",
				 *         "mailBody": "Hola, {consignee}:\n\nsu pedido {reference} se envía con {carrier}.\nPRO: {pro}\nGuía: {tracking}\nBultos: {pieces}, {weight}\nEntrega estimada: {expected}\n\n{company}"
				 *       }
				 *     }
				 */
				texts?: {
					en: {
						/** @default  */
						note?: string;
						mailSubject: string;
						mailBody: string;
					};
					es: {
						/** @default  */
						note?: string;
						mailSubject: string;
						mailBody: string;
					};
				};
			};
			language: "en" | "es";
		}>;
		responses: Answer<{
			pages: string[];
		}>;
	};
	"papers.mail": {
		requestBody: Body<{
			shipmentId: string;
		}>;
		responses: Answer<components["schemas"]["ShipmentMail"]>;
	};
	"site.view": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["SiteView"]>;
	};
	"site.stations": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["StationsOverview"]>;
	};
	"site.underWay": {
		requestBody: Body<Record<string, never>>;
		responses: Answer<components["schemas"]["UnderWay"]>;
	};
	"site.find": {
		requestBody: Body<{
			code: string;
		}>;
		responses: Answer<components["schemas"]["FoundShipment"]>;
	};
	"hook.booked": {
		parameters: {
			query?: never;
			header: {
				/** @description `sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret. */
				"x-waybill-signature": string;
			};
			path?: never;
			cookie?: never;
		};
		requestBody: Body<{
			/** @description The same when an event comes again. */
			eventId: string;
			eventType: "booked";
			/** Format: date-time */
			timestamp: string;
			data: components["schemas"]["BookingFacts"] | {
				about: "booking";
				action: string;
				bookingId: string;
			};
			/** @description Of the body without this field; the header signs the whole body. */
			signature: string;
		}>;
		responses: {
			/** @description Taken. Anything else, or no answer within 10 seconds: it is sent again later. */
			"2XX": {
				content?: never;
			};
		};
	};
	"hook.printed": {
		parameters: {
			query?: never;
			header: {
				/** @description `sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret. */
				"x-waybill-signature": string;
			};
			path?: never;
			cookie?: never;
		};
		requestBody: Body<{
			/** @description The same when an event comes again. */
			eventId: string;
			eventType: "printed";
			/** Format: date-time */
			timestamp: string;
			data: components["schemas"]["PrintJobFacts"] | {
				about: "print_job";
				action: string;
				jobId: string;
			};
			/** @description Of the body without this field; the header signs the whole body. */
			signature: string;
		}>;
		responses: {
			/** @description Taken. Anything else, or no answer within 10 seconds: it is sent again later. */
			"2XX": {
				content?: never;
			};
		};
	};
	"hook.exception": {
		parameters: {
			query?: never;
			header: {
				/** @description `sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret. */
				"x-waybill-signature": string;
			};
			path?: never;
			cookie?: never;
		};
		requestBody: Body<{
			/** @description The same when an event comes again. */
			eventId: string;
			eventType: "exception";
			/** Format: date-time */
			timestamp: string;
			data: components["schemas"]["BookingFacts"] | components["schemas"]["PrintJobFacts"] | components["schemas"]["ShipmentFacts"] | {
				about: "booking";
				action: string;
				bookingId: string;
			} | {
				about: "print_job";
				action: string;
				jobId: string;
			};
			/** @description Of the body without this field; the header signs the whole body. */
			signature: string;
		}>;
		responses: {
			/** @description Taken. Anything else, or no answer within 10 seconds: it is sent again later. */
			"2XX": {
				content?: never;
			};
		};
	};
	"hook.test": {
		parameters: {
			query?: never;
			header: {
				/** @description `sha256=` and the HMAC-SHA256 of the raw body with the webhook's secret. */
				"x-waybill-signature": string;
			};
			path?: never;
			cookie?: never;
		};
		requestBody: Body<{
			/** @description The same when an event comes again. */
			eventId: string;
			eventType: "test";
			/** Format: date-time */
			timestamp: string;
			data: Record<string, never>;
			/** @description Of the body without this field; the header signs the whole body. */
			signature: string;
		}>;
		responses: {
			/** @description Taken. Anything else, or no answer within 10 seconds: it is sent again later. */
			"2XX": {
				content?: never;
			};
		};
	};
}

interface Body<Input> {
	content: {
		"application/json": Input;
	};
}
type Answer<Value> = {
	200: {
		content: {
			"application/json": {
				ok: true;
				value: Value;
			};
		};
	};
} & Failures;
interface Failures {
	400: components["responses"]["BadRequest"];
	401: components["responses"]["Unauthorized"];
	403: components["responses"]["Forbidden"];
	404: components["responses"]["NotFound"];
	409: components["responses"]["Conflict"];
	413: components["responses"]["TooLarge"];
	415: components["responses"]["UnsupportedMediaType"];
	422: components["responses"]["Refused"];
	429: components["responses"]["RateLimited"];
	500: components["responses"]["InternalError"];
	503: components["responses"]["Unavailable"];
	504: components["responses"]["TimedOut"];
}
