import { z } from 'zod'
import { idSchema, instantSchema } from '../station/limits.ts'
import { sitePersonSchema, stationNameSchema } from './identity.ts'

/** At most this many questions to supervisors per call. */
export const MOST_APPROVALS = 100

const textSchema = z.string().max(4_000)
const nameSchema = z.string().max(200)

/** A supervisor's answer, with its station and time. */
const approvalAnswerSchema = z.object({
  isApproved: z.boolean(),
  by: nameSchema,
  note: nameSchema.max(300).nullable(),
  at: instantSchema,
})

/** A question to a supervisor: a person may not give a command alone. The command's input stays at their station. */
const approvalAskSchema = z.object({
  itemId: idSchema('itemId'),
  /** Who asks. */
  person: idSchema('person'),
  name: nameSchema,
  command: z.string().min(1).max(80),
  /** Its subject, for the supervisor who answers. */
  text: textSchema,
  at: instantSchema,
})

/** Body of `POST /approvals`: the questions of this station, with answers that only this station could have given. */
export const approvalsReportSchema = z.object({
  asked: z
    .array(approvalAskSchema.extend({ answer: approvalAnswerSchema.nullable() }))
    .min(1)
    .max(MOST_APPROVALS),
})
/** How many were accepted, now or before. */
export const approvalsHeardSchema = z.object({ heard: z.int().nonnegative() })
export type ReportedApproval = z.infer<typeof approvalsReportSchema>['asked'][number]

/** Body of `POST /approvals/answers`: the first answer counts. */
export const approvalDecisionSchema = z.object({
  itemId: idSchema('itemId'),
  isApproved: z.boolean(),
  by: nameSchema,
  note: nameSchema.max(300).nullable(),
  person: sitePersonSchema,
})
export type ApprovalDecision = z.infer<typeof approvalDecisionSchema>

/** The status of a question at the site. */
export const siteApprovalSchema = approvalAskSchema.extend({
  stationId: idSchema('stationId'),
  stationName: stationNameSchema,
  /** With the station where it was given; null: not answered. */
  answer: approvalAnswerSchema.extend({ stationId: idSchema('stationId'), stationName: stationNameSchema }).nullable(),
})
export type SiteApproval = z.infer<typeof siteApprovalSchema>

/** Open questions, and those answered in the last days, newest first. */
export const approvalPageSchema = z.object({ approvals: z.array(siteApprovalSchema).max(2 * MOST_APPROVALS) })
export type ApprovalPage = z.infer<typeof approvalPageSchema>
