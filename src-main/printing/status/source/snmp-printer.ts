import type { Media } from '../../../../src-shared/station/printing/printing.ts'
import type { AskOptions } from '../ask.ts'
import { modelProblem, type KnownPrinter } from '../identity.ts'
import type { Sight, StatusSource } from '../watch.ts'
import { snmpGet, type SnmpAgent, type SnmpValues } from './snmp-client.ts'

/** Host Resources MIB (RFC 1514) and Printer MIB (RFC 1759), of the first device, input and marker. */
const STANDARD = {
  description: '1.3.6.1.2.1.1.1.0',
  deviceName: '1.3.6.1.2.1.25.3.2.1.3.1',
  printerStatus: '1.3.6.1.2.1.25.3.5.1.1.1',
  detectedErrors: '1.3.6.1.2.1.25.3.5.1.2.1',
  inputUnit: '1.3.6.1.2.1.43.8.2.1.3.1.1',
  inputLength: '1.3.6.1.2.1.43.8.2.1.6.1.1',
  inputWidth: '1.3.6.1.2.1.43.8.2.1.7.1.1',
  counterUnit: '1.3.6.1.2.1.43.10.2.1.3.1.1',
  lifeCount: '1.3.6.1.2.1.43.10.2.1.4.1.1',
} as const

/** Zebra's own, as seen at a ZT411 (and labelsZd at a ZD621); 1 is well, 2 is not. */
const ZEBRA = {
  model: '1.3.6.1.4.1.10642.1.1.0',
  ready: '1.3.6.1.4.1.10642.6.22.0',
  mediaOut: '1.3.6.1.4.1.10642.6.23.0',
  ribbonOut: '1.3.6.1.4.1.10642.6.24.0',
  labels: '1.3.6.1.4.1.10642.3.1.6.0',
  labelsZd: '1.3.6.1.4.1.10642.200.17.2.0',
} as const

const OIDS = { ...STANDARD, ...ZEBRA } as const
type ObjectName = keyof typeof OIDS

/** hrPrinterStatus */
const IDLE = 3
/** prtMarkerCounterUnit: impressions and sheets are labels, feet and meters are not. */
const COUNTS_LABELS: readonly number[] = [7, 8]

/** hrPrinterDetectedErrorState, bit by bit from the top of the first byte; what stops no print is not in it. */
const ERRORS: readonly (readonly [bit: number, trouble: string])[] = [
  [0x4000, 'the paper is out'],
  [0x1000, 'the ribbon is out'],
  [0x0800, 'the print head is open'],
  [0x0400, 'the paper is jammed'],
  [0x0200, 'the printer is paused'],
  [0x0080, 'the paper is out'],
  [0x0008, 'the output is full'],
  [0x0004, 'the paper is out'],
]

/** An agent's report on its printer. */
export interface SnmpSight {
  model: string | null
  sight: Sight
  /** Labels printed in its life; null: it counts none, or not labels. */
  count: number | null
  /** The media that it believes to be loaded; null when it does not say. */
  media: Media | null
}

/** Reads an agent's answer; null: it is no printer's. */
function snmpSightOf(values: SnmpValues): SnmpSight | null {
  const number = (name: ObjectName): number | null => {
    const value = values.get(OIDS[name])
    return typeof value === 'number' ? value : null
  }
  const text = (name: ObjectName): string | null => {
    const value = values.get(OIDS[name])
    return Buffer.isBuffer(value) && value.length > 0 ? value.toString('utf8').trim() : null
  }
  const status = number('printerStatus')
  const ready = number('ready')
  if (status === null && ready === null) return null
  const unit = number('counterUnit')
  const standardCount = unit !== null && COUNTS_LABELS.includes(unit) ? number('lifeCount') : null
  return {
    model: text('model') ?? text('deviceName') ?? text('description'),
    sight: {
      kind: 'answered',
      isIdle: status === null ? ready === 1 : status === IDLE,
      trouble: detected(values.get(OIDS.detectedErrors)) ?? zebraTrouble(number),
    },
    count: number('labels') ?? number('labelsZd') ?? standardCount,
    media: mediaOf(number('inputUnit'), number('inputWidth'), number('inputLength')),
  }
}

function detected(value: number | Buffer | undefined): string | null {
  if (!Buffer.isBuffer(value)) return null
  const bits = ((value[0] ?? 0) << 8) | (value[1] ?? 0)
  return ERRORS.find(([bit]) => (bits & bit) !== 0)?.[1] ?? null
}

function zebraTrouble(number: (name: ObjectName) => number | null): string | null {
  if (number('mediaOut') === 2) return 'the paper is out'
  if (number('ribbonOut') === 2) return 'the ribbon is out'
  return number('ready') === 2 ? 'the printer is not ready' : null
}

/** prtInputDimUnit: 3 is ten-thousandths of an inch, 4 micrometres. Sizes below 1 are "other" or "unknown". */
function mediaOf(unit: number | null, width: number | null, length: number | null): Media | null {
  const perInch = unit === 3 ? 10_000 : unit === 4 ? 25_400 : null
  if (perInch === null || width === null || length === null || width <= 0 || length <= 0) return null
  const inches = (value: number) => Math.round((value / perInch) * 100) / 100
  return { widthIn: inches(width), heightIn: inches(length) }
}

/** Asks an agent how its printer is; null: no answer, or no printer's. */
async function readSnmp(agent: SnmpAgent, options: AskOptions): Promise<SnmpSight | null> {
  const values = await snmpGet(agent, Object.values(OIDS), options)
  return values && snmpSightOf(values)
}

/** The way to an agent that answers: version 2c, else 1. */
export async function findSnmp(
  agent: Omit<SnmpAgent, 'version'>,
  options: AskOptions,
): Promise<{ version: SnmpAgent['version']; seen: SnmpSight } | null> {
  for (const version of ['2c', '1'] as const) {
    const seen = await readSnmp({ ...agent, version }, options)
    if (seen) return { version, seen }
  }
  return null
}

/** SNMP as a witness of print: its count proves, its "idle" alone does not, because agents poll their printer. */
export function snmpStatusSource(agent: SnmpAgent, known: KnownPrinter | null): StatusSource {
  const read = (options: AskOptions) => readSnmp(agent, options)
  return {
    by: 'snmp',
    look: async (options) => (await read(options))?.sight ?? { kind: 'silent' },
    identify: async (options) => {
      const seen = await read(options)
      return { sight: seen?.sight ?? { kind: 'silent' }, problem: modelProblem(known, seen?.model ?? null) }
    },
    count: async (options) => (await read(options))?.count ?? null,
    idleProves: false,
  }
}
