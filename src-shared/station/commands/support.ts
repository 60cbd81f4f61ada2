import { z } from 'zod'
import { screenErrorSchema } from '../app/log.ts'
import type { Health, SupportFile } from '../app/support.ts'
import { nothing, returns } from '../command.ts'

/** The rows of the command table about help. */
export const supportCommands = {
  'support.health': returns<Health>()(nothing),
  /** The log, versions, settings and states in a ZIP; labels and addresses only when a person said so. */
  'support.file': returns<SupportFile>()(z.object({ withLabels: z.boolean().default(false) })),
  /** An error of a screen, for the log. */
  'support.screenError': returns<Record<string, never>>()(screenErrorSchema),
} as const
