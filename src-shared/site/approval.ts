import { z } from 'zod'
import { idSchema, instantSchema } from '../station/limits.ts'
import { sitePersonSchema, stationNameSchema } from './identity.ts'

/** So many questions to supervisors are told together. */
export const MOST_APPROVALS = 100

const textSchema = z.string().max(4_000)
const nameSchema = z.string().max(200)

/** What a supervisor said, of which station, and when. */
const approvalAnswerSchema = z.object({
  isApproved: z.boolean(),
  by: nameSchema,
  note: nameSchema.max(300).nullable(),
  at: instantSchema,
})

/** A question to a supervisor: somebody may not give a command by themselves. The command's input stays at their station. */
const approvalAskSchema = z.object({
  itemId: idSchema('itemId'),
  /** Who asks. */
  person: idSchema('person'),
  name: nameSchema,
  command: z.string().min(1).max(80),
  /** What it is about, for whoever answers. */
  text: textSchema,
  at: instantSchema,
})

/** Body of `POST /approvals`: what was asked at this station, with its answer where nobody else could have given one. */
export const approvalsReportSchema = z.object({
  asked: z
    .array(approvalAskSchema.extend({ answer: approvalAnswerSchema.nullable() }))
    .min(1)
    .max(MOST_APPROVALS),
})
/** So many were taken, now or before. */
export const approvalsHeardSchema = z.object({ heard: z.int().nonnegative() })
export type ReportedApproval = z.infer<typeof approvalsReportSchema>['asked'][number]

/** Body of `POST /approvals/answers`: the first answer holds, whoever gives it. */
export const approvalDecisionSchema = z.object({
  itemId: idSchema('itemId'),
  isApproved: z.boolean(),
  by: nameSchema,
  note: nameSchema.max(300).nullable(),
  person: sitePersonSchema,
})
export type ApprovalDecision = z.infer<typeof approvalDecisionSchema>

/** How a question stands at the site. */
export const siteApprovalSchema = approvalAskSchema.extend({
  stationId: idSchema('stationId'),
  stationName: stationNameSchema,
  /** With the station where it was given; null: nobody has answered. */
  answer: approvalAnswerSchema.extend({ stationId: idSchema('stationId'), stationName: stationNameSchema }).nullable(),
})
export type SiteApproval = z.infer<typeof siteApprovalSchema>

/** What nobody has answered, and what was answered in the last days, newest first. */
export const approvalPageSchema = z.object({ approvals: z.array(siteApprovalSchema).max(2 * MOST_APPROVALS) })
export type ApprovalPage = z.infer<typeof approvalPageSchema>
