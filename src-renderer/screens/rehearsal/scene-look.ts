import type { IconComponent } from '../../ui/basic/icon.ts'
import CopyCheck from '~icons/copy-check'
import Gauge from '~icons/gauge'
import PanelTopOpen from '~icons/panel-top-open'
import Scissors from '~icons/scissors'
import ScrollText from '~icons/scroll-text'
import Snail from '~icons/snail'
import TimerOff from '~icons/timer-off'
import WifiOff from '~icons/wifi-off'
import type { Scene } from '../../../src-shared/station/app/rehearsal.ts'
import type { Screen } from '../../frame/route.ts'

/** How a scene looks, and where its effect can be watched. Its texts are under `scene.<name>.*`. */
export const SCENE_LOOKS: Record<Scene, { icon: IconComponent; screen: Screen }> = {
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
