import type { MayhemPlan } from './mayhem.ts'

/** Everything that may befall a site. */
export const FULL_MAYHEM: MayhemPlan = {
  stations: { kill: 40, cut: 20, clock: 8, 'two scans': 24, 'two closings': 8 },
  sender: { kill: 65, freeze: 35 },
  database: { crash: 72, 'fail over': 16, 'keep a copy': 6, 'restore a copy': 6 },
  gaps: { stations: 500, sender: 1_500, database: 2_500 },
}
