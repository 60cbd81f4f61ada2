import type { IconComponent } from './icon.ts'
import Ban from '~icons/ban'
import CalendarClock from '~icons/calendar-clock'
import Check from '~icons/check'
import CheckCheck from '~icons/check-check'
import CircleDashed from '~icons/circle-dashed'
import CirclePause from '~icons/circle-pause'
import CircleQuestionMark from '~icons/circle-question-mark'
import Clock from '~icons/clock'
import PackageCheck from '~icons/package-check'
import Printer from '~icons/printer'
import Save from '~icons/save'
import SearchCheck from '~icons/search-check'
import Send from '~icons/send'
import TriangleAlert from '~icons/triangle-alert'
import Truck from '~icons/truck'
import Undo2 from '~icons/undo-2'
import X from '~icons/x'
import type { ShipmentStatus } from '../../../src-shared/freight/shipment.ts'
import type { BookingState } from '../../../src-shared/machine/booking.ts'
import type { ChangeState } from '../../../src-shared/machine/change.ts'
import type { PrintJobState } from '../../../src-shared/station/printing/printing.ts'

/** The meaning of a color. */
export type Tone = 'ok' | 'wait' | 'bad' | 'move' | 'idle'
export interface StatusLook {
  tone: Tone
  icon: IconComponent
}

/** How each state looks, in one place; its text is in the catalogue under `<kind>.<state>`. */
const LOOKS = {
  booking: {
    QUEUED: { tone: 'wait', icon: Save },
    SENDING: { tone: 'move', icon: Send },
    BOOKED: { tone: 'ok', icon: CheckCheck },
    REJECTED: { tone: 'bad', icon: X },
    UNKNOWN: { tone: 'wait', icon: SearchCheck },
    NEEDS_DECISION: { tone: 'bad', icon: CircleQuestionMark },
    CANCELLED: { tone: 'idle', icon: Ban },
    HELD: { tone: 'wait', icon: CirclePause },
    VOIDED: { tone: 'idle', icon: Ban },
  } satisfies Record<BookingState | 'HELD' | 'VOIDED', StatusLook>,
  change: {
    QUEUED: { tone: 'wait', icon: Save },
    SENDING: { tone: 'move', icon: Send },
    DONE: { tone: 'ok', icon: CheckCheck },
    REJECTED: { tone: 'bad', icon: X },
    UNKNOWN: { tone: 'wait', icon: SearchCheck },
    CANCELLED: { tone: 'idle', icon: Ban },
  } satisfies Record<ChangeState, StatusLook>,
  job: {
    QUEUED: { tone: 'idle', icon: Clock },
    SENDING: { tone: 'move', icon: Printer },
    SENT: { tone: 'wait', icon: Clock },
    PRINTED: { tone: 'ok', icon: Check },
    FAILED: { tone: 'bad', icon: TriangleAlert },
    UNKNOWN: { tone: 'wait', icon: CircleQuestionMark },
    CANCELLED: { tone: 'idle', icon: Ban },
  } satisfies Record<PrintJobState, StatusLook>,
  shipment: {
    PENDING: { tone: 'idle', icon: CircleDashed },
    PICKUP_SCHEDULED: { tone: 'idle', icon: CalendarClock },
    PICKED_UP: { tone: 'move', icon: PackageCheck },
    IN_TRANSIT: { tone: 'move', icon: Truck },
    OUT_FOR_DELIVERY: { tone: 'move', icon: Truck },
    DELIVERED: { tone: 'ok', icon: Check },
    EXCEPTION: { tone: 'bad', icon: TriangleAlert },
    CANCELLED: { tone: 'idle', icon: Ban },
    RETURNED: { tone: 'wait', icon: Undo2 },
  } satisfies Record<ShipmentStatus, StatusLook>,
} satisfies Record<string, Record<string, StatusLook>>

export type StatusKind = keyof typeof LOOKS

const UNKNOWN_WORD: StatusLook = { tone: 'idle', icon: CircleDashed }

/** The look of a state. A shipment status that the interface added since is shown plainly, as received. */
export function statusLook(kind: StatusKind, state: string): StatusLook {
  const looks: Record<string, StatusLook> = LOOKS[kind]
  return looks[state] ?? UNKNOWN_WORD
}
