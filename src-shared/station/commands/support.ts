import { z } from 'zod'
import { screenErrorSchema } from '../app/log.ts'
import type { Health, SupportFile } from '../app/support.ts'
import { atStation, nothing, returns } from '../command.ts'

/** The rows of the command table about help. */
export const supportCommands = {
  /** Returns the findings of the health check. */
  'support.health': returns<Health>()(nothing, atStation.packer),
  /** Makes a ZIP of the log, versions, settings and states; labels and addresses only when a person chose so. */
  'support.file': returns<SupportFile>()(z.object({ withLabels: z.boolean().default(false) }), atStation.supervisor),
  /** An error of a screen, for the log. */
  'support.screenError': returns<Record<string, never>>()(screenErrorSchema, atStation.anyone),
} as const
