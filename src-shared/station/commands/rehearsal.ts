import { z } from 'zod'
import { atStation, nothing, returns } from '../command.ts'
import { RESPONSE_VARIANTS, SCENES, type RehearsalState } from '../app/rehearsal.ts'

const scene = z.object({ scene: z.enum(SCENES) })

/** The rows of the command table about rehearsing bad days. WRONG_STATE unless the embedded service is in use. */
export const rehearsalCommands = {
  'rehearsal.state': returns<RehearsalState>()(nothing, atStation.packer),
  /** Stages a scene; the first one begins the rehearsal. */
  'rehearsal.stage': returns<RehearsalState>()(scene, atStation.supervisor),
  /** Ends a scene: the connection is restored, paper is loaded. */
  'rehearsal.clear': returns<RehearsalState>()(scene, atStation.supervisor),
  /** Has the embedded service write its answers as other services do; it begins a rehearsal, as a scene does. */
  'rehearsal.speak': returns<RehearsalState>()(
    z.object({ responseVariant: z.enum(RESPONSE_VARIANTS) }),
    atStation.supervisor,
  ),
  /** Puts everything back as it was before. */
  'rehearsal.end': returns<RehearsalState>()(nothing, atStation.supervisor),
} as const
