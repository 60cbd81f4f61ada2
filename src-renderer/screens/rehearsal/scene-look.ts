import type { LucideIcon } from '@lucide/svelte'
import CopyCheck from '@lucide/svelte/icons/copy-check'
import Gauge from '@lucide/svelte/icons/gauge'
import PanelTopOpen from '@lucide/svelte/icons/panel-top-open'
import Scissors from '@lucide/svelte/icons/scissors'
import ScrollText from '@lucide/svelte/icons/scroll-text'
import Snail from '@lucide/svelte/icons/snail'
import TimerOff from '@lucide/svelte/icons/timer-off'
import WifiOff from '@lucide/svelte/icons/wifi-off'
import type { Scene } from '../../../src-shared/station/app/rehearsal.ts'
import type { Screen } from '../../frame/route.ts'

/** How a scene looks, and where its effect can be watched. Its texts are under `scene.<name>.*`. */
export const SCENE_LOOKS: Record<Scene, { icon: LucideIcon; screen: Screen }> = {
  outage: { icon: WifiOff, screen: 'quote' },
  slow: { icon: Snail, screen: 'quote' },
  expired: { icon: TimerOff, screen: 'quote' },
  duplicate: { icon: CopyCheck, screen: 'quote' },
  'rate-limit': { icon: Gauge, screen: 'track' },
  'paper-out': { icon: ScrollText, screen: 'pack' },
  'head-open': { icon: PanelTopOpen, screen: 'pack' },
  'cut-off': { icon: Scissors, screen: 'pack' },
}

/** The scenes in the groups they are shown in. */
export const SCENE_GROUPS = [
  { heading: 'environment.title', scenes: ['outage', 'slow', 'expired', 'duplicate', 'rate-limit'] },
  { heading: 'rehearsal.printer', scenes: ['paper-out', 'head-open', 'cut-off'] },
] as const satisfies readonly { heading: string; scenes: readonly Scene[] }[]
