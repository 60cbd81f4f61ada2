import { z } from 'zod'
import { LABEL_FORMATS } from '../../freight/document.ts'
import { jobPagesSchema, type JobPages } from './printing.ts'

/** The stored pages of a job: their status, and how they are made from its document. */
export const storedPagesSchema = jobPagesSchema.extend({
  format: z.enum(LABEL_FORMATS),
  /** Keys of the questions about pages that a person answered before. */
  despite: z.array(z.string()),
})
export type StoredPages = z.infer<typeof storedPagesSchema>

/** The current progress of a job's pages. */
export type PagesNote = Partial<Pick<JobPages, 'handedOver' | 'isBetween' | 'stop'>> & { bytesSent?: number }
