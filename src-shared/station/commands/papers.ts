import { z } from 'zod'
import { LANGUAGES } from '../app/state.ts'
import { atStation, nothing, returns } from '../command.ts'
import { logoSchema, papersSchema, type ShipmentMail } from '../documents/papers.ts'
import { idSchema } from '../limits.ts'

/** The rows of the command table about the station's own papers. */
export const papersCommands = {
  /** Returns the logo on packing slips as base64 of a PNG file; null: there is none. */
  'papers.logo': returns<{ logo: string | null }>()(nothing, atStation.packer),
  /** Sets the logo on packing slips. INVALID_INPUT: it is no PNG, or larger than is printed. */
  'papers.setLogo': returns<{ logo: string | null }>()(z.object({ logo: logoSchema }), atStation.supervisor),
  /** Draws a packing slip as these papers would print it: pictures as data URLs. Nothing is saved. */
  'papers.preview': returns<{ pages: string[] }>()(
    z.object({ papers: papersSchema, language: z.enum(LANGUAGES) }),
    atStation.packer,
  ),
  /** Returns the mail that notifies the consignee of a shipment. Nothing is sent. */
  'papers.mail': returns<ShipmentMail>()(z.object({ shipmentId: idSchema('shipmentId') }), atStation.packer),
} as const
