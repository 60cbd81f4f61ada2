import { z } from 'zod'
import { LABEL_FORMATS } from '../../freight/document.ts'
import { jobPagesSchema, type JobPages } from './printing.ts'

/** What is kept of a job's pages: how they stand, and how they are made of its document. */
export const storedPagesSchema = jobPagesSchema.extend({
  format: z.enum(LABEL_FORMATS),
  /** Keys of the questions about pages that a person answered before. */
  despite: z.array(z.string()),
  /** Latin-1: what sets the printer back behind the last label, when it is not the document's last. */
  setBack: z.string(),
})
export type StoredPages = z.infer<typeof storedPagesSchema>

/** What is known now of how a job's pages go. */
export type PagesNote = Partial<Pick<JobPages, 'handedOver' | 'isBetween' | 'stop'>> & { bytesSent?: number }
