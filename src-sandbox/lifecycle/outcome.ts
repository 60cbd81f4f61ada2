import type { ExceptionCode } from '../../src-shared/freight/tracking.ts'
import { SeededRandom } from '../random.ts'

/** The failure of a shipment, if any. */
export type Outcome =
  | { kind: 'smooth' }
  /** An exception, then delivery some business days late. */
  | { kind: 'late'; code: ExceptionCode; days: number }
  /** An exception that ends with the freight back where it came from. */
  | { kind: 'returned'; code: ExceptionCode }

/** One shipment in eight meets an exception. */
const SHARE_OF_EXCEPTIONS = 0.125

const ON_ANY_WAY = ['001', '002', '003', '004', '005', '007', '008'] as const
const ACROSS_A_BORDER = [...ON_ANY_WAY, '006', '006', '006'] as const

/** The fate of a shipment follows from its id alone, so it is the same however often it is asked. */
export function outcomeOf(shipmentId: string, crossesBorder: boolean): Outcome {
  const random = new SeededRandom(`fate ${shipmentId}`)
  if (random.next() >= SHARE_OF_EXCEPTIONS) return { kind: 'smooth' }
  const code = random.pick<ExceptionCode>(crossesBorder ? ACROSS_A_BORDER : ON_ANY_WAY)
  if (code === '007' || (code === '008' && random.next() < 0.5)) return { kind: 'returned', code }
  const days = code === '006' ? 2 : code === '004' || code === '005' ? Math.ceil(random.between(0, 2)) : 1
  return { kind: 'late', code, days: Math.max(1, days) }
}
