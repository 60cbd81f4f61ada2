import { z } from 'zod'
import { atStation, nothing, returns } from '../command.ts'
import {
  consigneeMailListSchema,
  consigneeMailSettingsSchema,
  sendPapersSchema,
  type ConsigneeMail,
  type ConsigneeMailPage,
  type ConsigneeMailSetup,
  type PapersTo,
} from '../consignee-mail/consignee-mail.ts'
import { idSchema } from '../limits.ts'

/** The rows of the command table about e-mails to consignees. */
export const consigneeMailCommands = {
  /** Returns whether and how consignees are e-mailed about their shipments. */
  'consigneeMail.setup': returns<ConsigneeMailSetup>()(nothing, atStation.clerk),
  /** Sets it. Shipments booked from then on are followed; switched off, none is any more. */
  'consigneeMail.set': returns<ConsigneeMailSetup>()(consigneeMailSettingsSchema, atStation.supervisor),
  /** Lists e-mails to consignees, newest first: all, or those about a shipment. */
  'consigneeMail.list': returns<ConsigneeMailPage>()(consigneeMailListSchema, atStation.packer),
  /** Returns whom a shipment's papers may be e-mailed to, and whether they can be. */
  'consigneeMail.papersTo': returns<PapersTo>()(z.object({ shipmentId: idSchema('shipmentId') }), atStation.clerk),
  /**
   * Marks a sent e-mail as bounced, or takes that back: nothing more is sent to its address meanwhile. WRONG_STATE: it was
   * not sent, or is not marked.
   */
  'consigneeMail.markBounced': returns<ConsigneeMail>()(
    z.object({ mailId: idSchema('mailId'), isBounced: z.boolean() }),
    atStation.clerk,
  ),
  /**
   * E-mails papers of a shipment as PDF, once, and answers with what became of it: SENT, REFUSED, UNKNOWN, or PRACTICE.
   * WRONG_STATE: no mail server is set. TOO_LARGE: they are more than MOST_PAPER_BYTES.
   */
  'consigneeMail.sendPapers': returns<ConsigneeMail>()(sendPapersSchema, atStation.clerk),
} as const
