import CircleAlert from '@lucide/svelte/icons/circle-alert'
import Clock from '@lucide/svelte/icons/clock'
import TriangleAlert from '@lucide/svelte/icons/triangle-alert'
import type { Severity } from '../../../src-shared/station/inbox/item.ts'
import type { StatusLook } from './status.ts'

/** How urgent something looks. */
export const SEVERITY_LOOKS: Record<Severity, StatusLook> = {
  high: { tone: 'bad', icon: TriangleAlert },
  normal: { tone: 'wait', icon: CircleAlert },
  low: { tone: 'idle', icon: Clock },
}
