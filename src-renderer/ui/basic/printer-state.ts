import type { IconComponent } from './icon.ts'
import CirclePause from '~icons/circle-pause'
import CircleQuestionMark from '~icons/circle-question-mark'
import PlugZap from '~icons/plug-zap'
import Printer from '~icons/printer'
import TriangleAlert from '~icons/triangle-alert'
import Unplug from '~icons/unplug'
import type { PrinterStatus } from '../../../src-shared/station/printing/printer-settings.ts'
import type { PlainKey } from '../../messages/catalogue.ts'
import type { Tone } from './status.ts'

/** One fact of a printer, as a chip. */
export interface PrinterStateChip {
  key: PlainKey
  tone: Tone
  icon: IconComponent
}

const chip = (key: PlainKey, tone: Tone, icon: IconComponent): PrinterStateChip => ({ key, tone, icon })

/**
 * A printer's own status, the worst first; never empty. A printer that cannot be asked is not called ready: an open
 * port proves that it is there, not that paper is loaded.
 */
export function printerStates(status: PrinterStatus | null): PrinterStateChip[] {
  if (!status) return [chip('printerState.asking', 'idle', CircleQuestionMark)]
  const held = status.isQueuePaused ? [chip('printerState.queuePaused', 'wait', CirclePause)] : []
  if (status.online === false) return [chip('printerState.offline', 'bad', Unplug), ...held]
  const troubles = [
    ...(status.headOpen ? [chip('printerState.headOpen', 'bad', TriangleAlert)] : []),
    ...(status.paperOut ? [chip('printerState.paperOut', 'bad', TriangleAlert)] : []),
    ...(status.ribbonOut ? [chip('printerState.ribbonOut', 'bad', TriangleAlert)] : []),
    ...(status.paused ? [chip('printerState.paused', 'wait', CirclePause)] : []),
  ]
  if (troubles.length > 0) return [...troubles, ...held]
  if (status.problem !== null) return [chip('printerState.attention', 'bad', TriangleAlert), ...held]
  if (held.length > 0) return held
  if (status.online === null) return [chip('printerState.notAsked', 'idle', Printer)]
  // Only a printer that answers reports how many labels it still holds.
  return [chip(status.labelsRemaining === null ? 'printerState.reachable' : 'printerState.ready', 'ok', PlugZap)]
}
