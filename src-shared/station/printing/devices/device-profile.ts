import type { PrinterDpi } from '../printing.ts'

/** Languages that models speak; only ZPL and EPL are composed here, receipts beside them. */
type DeviceLanguage = 'ZPL' | 'EPL' | 'CPCL' | 'ESC/POS' | 'Star'

const DEVICE_FAMILIES = ['zebra-desktop', 'zebra-mobile', 'zebra-industrial', 'eltron', 'zpl-clone', 'receipt'] as const
type DeviceFamily = (typeof DEVICE_FAMILIES)[number]

/**
 * Special traits of a family, beyond its measures.
 * silent-on-fault: `~HS` may stay silent while media or ribbon is out or the head is open. no-host-errors: `~HQES` is not
 * known to it and is not asked. twin-identity: two models answer with the same name. snmp-v1: its SNMP agent takes
 * version 1 only. no-printer-mib: its SNMP agent lacks the Printer MIB. keeps-darkness: a label's darkness setting
 * survives power off. emulation: it speaks ZPL by imitation; an unanswered question is not repeated. sleeps: it or
 * its radio sleeps, and the first connection may fail. never-asked: it prints unknown bytes, so it gets no question.
 */
const DEVICE_QUIRKS = [
  'silent-on-fault',
  'no-host-errors',
  'twin-identity',
  'snmp-v1',
  'no-printer-mib',
  'keeps-darkness',
  'emulation',
  'sleeps',
  'never-asked',
] as const
type DeviceQuirk = (typeof DEVICE_QUIRKS)[number]

/** no: never built so. option: some of its models have it. yes: every one. */
type Fitting = 'no' | 'option' | 'yes'

/** Which questions its models answer over their own port. */
interface DeviceAnswers {
  /** `~HS`: state. */
  hostStatus: boolean
  /** `~HI`: model, firmware, dots a millimetre, memory. */
  hostIdentity: boolean
  /** `^HH`: the whole configuration. */
  configuration: boolean
  /** The count of labels, `! U1 getvar "odometer.total_label_count"`. */
  odometer: boolean
  /** `^ee` and `UQ` of EPL2. */
  epl: boolean
}

/** The known facts of a kind of printer before it is asked. */
export interface DeviceProfile {
  readonly id: string
  readonly family: DeviceFamily
  /** As people call it. */
  readonly name: string
  /** The names that such a printer reports: in `~HI`, `UQ`, SNMP, or the name of its driver. */
  readonly answersAs: RegExp
  /** Resolutions in which it is built. */
  readonly dpis: readonly PrinterDpi[]
  /** The widest that it prints, in millimetres. */
  readonly widthMm: number
  readonly languages: readonly DeviceLanguage[]
  readonly answers: DeviceAnswers
  readonly quirks: readonly DeviceQuirk[]
  /** Kilobytes that hold labels which are received and not printed; null: not known, the printer may report it. */
  readonly bufferKb: number | null
  readonly cutter: Fitting
  readonly peel: Fitting
  readonly rfid: Fitting
}
