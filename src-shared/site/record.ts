import { z } from 'zod'
import { LABEL_FORMATS } from '../freight/document.ts'
import { CHANGE_STATES } from '../machine/change.ts'
import {
  mutableBookingStateSchema,
  bookingSummarySchema,
  bookingWireSchema,
  cancellationSchema,
  quoteOriginSchema,
} from '../station/booking/record.ts'
import { wantedChangeSchema } from '../station/booking/change.ts'
import { stationErrorSchema } from '../station/error.ts'
import { idSchema, instantSchema } from '../station/limits.ts'
import { sha256Schema, sitePersonSchema } from './identity.ts'

/** Moments are ISO 8601 in UTC. */
const momentSchema = instantSchema.nullable()

/** The fields of a booking that its moves change, with their bounds. */
export const siteMutableStateSchema = mutableBookingStateSchema.extend({
  shipmentId: idSchema('shipmentId').nullable(),
  trackingNumber: z.string().max(200).nullable(),
  proNumber: z.string().max(200).nullable(),
  quoteExpiresAt: momentSchema,
  sentAt: momentSchema,
  nextCheckAt: momentSchema,
})

/** The fields of a booking that its moves leave alone, except for the quote it continues with. */
export const bookingBodySchema = z.object({
  bookingId: idSchema('bookingId'),
  submissionId: idSchema('submissionId'),
  environment: z.string().min(1).max(500),
  reference: z.string().min(1).max(64),
  wire: bookingWireSchema,
  summary: bookingSummarySchema,
  origin: quoteOriginSchema.nullable(),
  /** When the quote ends that it was made with; null: there is none that could. */
  quoteExpiresAt: momentSchema,
  /** Until that moment, the beginning of that day at the station, it is not sent. */
  hold: z.object({ day: z.string().max(40), until: instantSchema }).nullable(),
  /** The batch and the row of its file; machine submissions wait behind those of a person. */
  batch: z.object({ batchId: idSchema('batchId'), row: z.int() }).nullable(),
  /** Whose approval a rule needed. */
  approvedBy: z.string().max(80).nullable(),
  person: sitePersonSchema,
  createdAt: instantSchema,
})
export type SiteBookingBody = z.infer<typeof bookingBodySchema>

/** A booking as the site has it, complete: every station can show it, scan it and print its label. */
export const siteBookingSchema = bookingBodySchema.extend({
  stationId: idSchema('stationId'),
  course: siteMutableStateSchema,
  updatedAt: instantSchema,
})
export type SiteBooking = z.infer<typeof siteBookingSchema>

/** A change of a shipment, as it is asked for. */
export const changeBodySchema = z.object({
  changeId: idSchema('changeId'),
  submissionId: idSchema('submissionId'),
  environment: z.string().min(1).max(500),
  bookingId: idSchema('bookingId').nullable(),
  /** Null while its booking is not known to be booked. */
  shipmentId: idSchema('shipmentId').nullable(),
  change: wantedChangeSchema,
  person: sitePersonSchema,
  createdAt: instantSchema,
})
export type SiteChangeBody = z.infer<typeof changeBodySchema>

export const siteChangeSchema = changeBodySchema.extend({
  stationId: idSchema('stationId'),
  state: z.enum(CHANGE_STATES),
  error: stationErrorSchema.nullable(),
  cancellation: cancellationSchema.nullable(),
  nextAt: momentSchema,
  updatedAt: instantSchema,
})
export type SiteChange = z.infer<typeof siteChangeSchema>

/** The labels of a shipment, in piece order. Their bytes are asked for by hash. */
export const siteLabelsSchema = z.object({
  environment: z.string().min(1).max(500),
  shipmentId: idSchema('shipmentId'),
  labels: z
    .array(
      z.object({
        documentId: idSchema('documentId'),
        format: z.enum(LABEL_FORMATS),
        sha256: sha256Schema,
        bytes: z.int().nonnegative(),
      }),
    )
    .max(1_000),
})
export type SiteLabels = z.infer<typeof siteLabelsSchema>
