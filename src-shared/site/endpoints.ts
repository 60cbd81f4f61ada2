import { z } from 'zod'
import { stationErrorSchema } from '../station/error.ts'
import { actAnswerSchema, actRequestSchema } from './act.ts'
import {
  approvalDecisionSchema,
  approvalPageSchema,
  approvalsHeardSchema,
  approvalsReportSchema,
  siteApprovalSchema,
} from './approval.ts'
import {
  forgottenDoneSchema,
  forgottenPageSchema,
  forgottenTakenSchema,
  forgottenReportSchema,
  neededAnswerSchema,
  neededRequestSchema,
} from './forgotten.ts'
import { closeRequestSchema, manifestsAnswerSchema, manifestsReportSchema, voidRequestSchema } from './closing.ts'
import { codeAnswerSchema, codeRequestSchema, enrolAnswerSchema, enrolRequestSchema } from './enrol.ts'
import { feedPageSchema, lookUpAnswerSchema } from './feed.ts'
import { uploadAnswersSchema, uploadRequestSchema, syncAnswerSchema, syncRequestSchema } from './upload.ts'
import { editAnswersSchema, editRequestSchema, recordPageSchema } from './shared-record.ts'
import { claimAnswerSchema, claimRequestSchema, factAnswerSchema, factRequestSchema } from './print-claim.ts'
import { quarantineListSchema, questionAnswerSchema, questionSchema, trackingAnswerSchema } from './tracking.ts'
import { beatRequestSchema, stationListSchema, siteStateSchema } from './state.ts'
import { underWaySchema } from './under-way.ts'

/** Requests to a site with a body, below `SITE_BASE`. Size limits of a body are in bytes. */
export const SITE_POSTS = {
  enrol: { path: '/enrol', request: enrolRequestSchema, answer: enrolAnswerSchema, most: 4_096 },
  beat: { path: '/beat', request: beatRequestSchema, answer: siteStateSchema, most: 65_536 },
  upload: { path: '/hand-over', request: uploadRequestSchema, answer: uploadAnswersSchema, most: 4_000_000 },
  sync: { path: '/sync', request: syncRequestSchema, answer: syncAnswerSchema, most: 262_144 },
  act: { path: '/acts', request: actRequestSchema, answer: actAnswerSchema, most: 16_384 },
  editRecords: { path: '/records', request: editRequestSchema, answer: editAnswersSchema, most: 4_000_000 },
  claimPrint: { path: '/prints/claims', request: claimRequestSchema, answer: claimAnswerSchema, most: 8_192 },
  reportPrints: { path: '/prints/facts', request: factRequestSchema, answer: factAnswerSchema, most: 131_072 },
  askTracking: { path: '/tracking/questions', request: questionSchema, answer: questionAnswerSchema, most: 16_384 },
  reportApprovals: {
    path: '/approvals',
    request: approvalsReportSchema,
    answer: approvalsHeardSchema,
    most: 1_000_000,
  },
  answerApproval: {
    path: '/approvals/answers',
    request: approvalDecisionSchema,
    answer: siteApprovalSchema,
    most: 8_192,
  },
  closeDay: { path: '/manifests', request: closeRequestSchema, answer: manifestsAnswerSchema, most: 8_000_000 },
  voidManifest: { path: '/manifests/void', request: voidRequestSchema, answer: manifestsAnswerSchema, most: 8_192 },
  reportManifests: {
    ...{ path: '/manifests/told', request: manifestsReportSchema, answer: manifestsAnswerSchema },
    most: 12_000_000,
  },
  makeCode: { path: '/codes', request: codeRequestSchema, answer: codeAnswerSchema, most: 4_096 },
  askNeeded: { path: '/forgotten/look', request: neededRequestSchema, answer: neededAnswerSchema, most: 65_536 },
  reportForgotten: { path: '/forgotten', request: forgottenReportSchema, answer: forgottenTakenSchema, most: 65_536 },
  doneForgetting: { path: '/forgotten/done', request: forgottenDoneSchema, answer: forgottenTakenSchema, most: 1_024 },
} as const
export type SitePost = keyof typeof SITE_POSTS

/** Requests to a site without a body. `/documents/<sha256>` answers bytes, `/feed/stream` server-sent events. */
export const SITE_GETS = {
  state: { path: '/state', answer: siteStateSchema },
  feed: { path: '/feed', answer: feedPageSchema },
  lookUp: { path: '/look-up', answer: lookUpAnswerSchema },
  records: { path: '/records', answer: recordPageSchema },
  approvals: { path: '/approvals', answer: approvalPageSchema },
  tracking: { path: '/tracking', answer: trackingAnswerSchema },
  quarantine: { path: '/tracking/set-aside', answer: quarantineListSchema },
  stations: { path: '/stations', answer: stationListSchema },
  underWay: { path: '/under-way', answer: underWaySchema },
  forgotten: { path: '/forgotten', answer: forgottenPageSchema },
} as const
export type SiteGet = keyof typeof SITE_GETS
export const SITE_STREAM = '/feed/stream'
export const SITE_DOCUMENTS = '/documents/'
/**
 * Below it a station reaches the freight service with the site's key, as the interface has it: read-only calls (quotes,
 * tracking, documents). The site refuses calls that book or change: those are uploaded.
 */
export const SITE_FREIGHT = '/freight/api/v1'

/** The body of every answer that is no success. */
export const siteRefusalSchema = z.object({ error: stationErrorSchema })
