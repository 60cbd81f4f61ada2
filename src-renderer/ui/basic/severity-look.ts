import CircleAlert from '~icons/circle-alert'
import Clock from '~icons/clock'
import TriangleAlert from '~icons/triangle-alert'
import type { Severity } from '../../../src-shared/station/inbox/item.ts'
import type { StatusLook } from './status.ts'

/** How urgent something looks. */
export const SEVERITY_LOOKS: Record<Severity, StatusLook> = {
  high: { tone: 'bad', icon: TriangleAlert },
  normal: { tone: 'wait', icon: CircleAlert },
  low: { tone: 'idle', icon: Clock },
}
