import type { ClerkKind } from '../people/clerk.ts'
import type { Desk } from '../people/desk.ts'
import type { Submission } from '../judge/bookings.ts'
import type { Invokes } from '../processes/handle.ts'
import type { Violation } from '../judge/violation.ts'
import type { SimulatedPrinter } from './printers.ts'
import type { SimulatedService } from './service.ts'
import type { SimulatedScale } from './systems/scale.ts'
import type { Staff } from './systems/staff.ts'

/** What people have at hand. */
export interface Workplace {
  station: Invokes
  service: SimulatedService
  printer: SimulatedPrinter
  desk: Desk
  clerk: ClerkKind
  /** ISO 8601 day by the wall clock of the station. */
  today(): string
  /** Told of a question that kept back what it is about. */
  unshown(violation: Violation): void
  /** Told of a piece that was counted twice. */
  counted(what: string): void
  /** Another system's, by its token. */
  api: Invokes
  /** On the machine itself, where nobody signs in. */
  machine: Invokes
  /** Null: people do not sign in here. */
  staff: Staff | null
  scale: SimulatedScale | null
  handedIn: {
    list: Submission[]
    /** Of the ledger, from 1: it is another one after each restore. */
    life(): number
  }
  /** A word that is on no other form. */
  nextForm(): string
  /** Simulated time passes. */
  wait(ms: number): Promise<void>
  /** Something came of an act. */
  count(name: string): void
  /** Told of a weight that was not what lay on the scale. */
  weighedWrong(what: string): void
}
