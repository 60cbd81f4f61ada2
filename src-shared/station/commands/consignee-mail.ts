import { atStation, nothing, returns } from '../command.ts'
import {
  consigneeMailListSchema,
  consigneeMailSettingsSchema,
  type ConsigneeMailPage,
  type ConsigneeMailSetup,
} from '../consignee-mail/consignee-mail.ts'

/** The rows of the command table about e-mails to consignees. */
export const consigneeMailCommands = {
  /** Returns whether and how consignees are e-mailed about their shipments. */
  'consigneeMail.setup': returns<ConsigneeMailSetup>()(nothing, atStation.clerk),
  /** Sets it. Shipments booked from then on are followed; switched off, none is any more. */
  'consigneeMail.set': returns<ConsigneeMailSetup>()(consigneeMailSettingsSchema, atStation.supervisor),
  /** Lists e-mails to consignees, newest first: all, or those about a shipment. */
  'consigneeMail.list': returns<ConsigneeMailPage>()(consigneeMailListSchema, atStation.packer),
} as const
