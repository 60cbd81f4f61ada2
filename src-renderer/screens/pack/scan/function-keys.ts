import type { PlainKey } from '../../../messages/catalogue.ts'

/** One F-key as it works now. */
export interface FunctionKey {
  key: string
  text: PlainKey
  canRun: boolean
  run: () => void
}

/** What Pack's F-keys are about. */
export interface KeyTargets {
  hasShipment: boolean
  /** It can still be labelled or canceled. */
  isLive: boolean
  /** A booking that is not booked yet. */
  hasHold: boolean
  reprint: () => void
  void: () => void
  holdTag: () => void
  weigh: () => void
  printer: () => void
  slip: () => void
}

/** In the order of the keyboard. A key that would do nothing now is off, and not shown. */
export function functionKeys(target: KeyTargets): FunctionKey[] {
  const { hasShipment, isLive, hasHold } = target
  return [
    { key: 'F2', text: 'pack.reprint', canRun: isLive, run: target.reprint },
    { key: 'F4', text: 'pack.void', canRun: isLive, run: target.void },
    { key: 'F6', text: 'pack.holdTag', canRun: hasHold, run: target.holdTag },
    { key: 'F7', text: 'pack.weigh', canRun: hasShipment, run: target.weigh },
    { key: 'F8', text: 'pack.otherPrinter', canRun: true, run: target.printer },
    { key: 'F9', text: 'purpose.packing-slip', canRun: hasShipment, run: target.slip },
  ]
}
