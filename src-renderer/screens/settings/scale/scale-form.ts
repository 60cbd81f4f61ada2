import { z } from 'zod'
import { gramsOf, poundsOf, type ScaleUnit } from '../../../../src-shared/station/scale/reading.ts'
import type { ScaleProtocol } from '../../../../src-shared/station/scale/serial-answer.ts'
import {
  NO_SCALE,
  scaleSettingsSchema,
  scannerSettingsSchema,
  type ScaleSettings,
  type SerialLine,
} from '../../../../src-shared/station/scale/settings.ts'
import type { Settings } from '../../../../src-shared/station/app/state.ts'
import { parseWith, type ParsedForm } from '../../../forms/field-error.ts'
import { parseNumber } from '../../../forms/number.ts'

/** A serial line as it is typed. */
export interface LineForm {
  port: string
  baudRate: string
  dataBits: '7' | '8'
  parity: SerialLine['parity']
}

export interface ScaleForm {
  connection: ScaleSettings['connection']
  line: LineForm
  protocol: ScaleProtocol
  unit: ScaleUnit
  tareLb: string
  limitPercent: string
  limitLb: string
  hasScanner: boolean
  scanner: LineForm
}

const lineForm = (line: SerialLine | null | undefined): LineForm => ({
  port: line?.port ?? '',
  baudRate: String(line?.baudRate ?? 9600),
  dataBits: line?.dataBits === 7 ? '7' : '8',
  parity: line?.parity ?? 'none',
})

export function scaleFormFor({ scale = NO_SCALE, scanner }: Pick<Settings, 'scale' | 'scanner'>): ScaleForm {
  return {
    connection: scale.connection,
    line: lineForm(scale.serial),
    protocol: scale.serial?.protocol ?? 'nci',
    unit: scale.serial?.unit ?? 'lb',
    tareLb: String(poundsOf(scale.tareGrams)),
    limitPercent: String(scale.limitPercent),
    limitLb: String(scale.limitLb),
    hasScanner: scanner !== null && scanner !== undefined,
    scanner: lineForm(scanner),
  }
}

const lineOf = ({ port, baudRate, dataBits, parity }: LineForm) => ({
  port,
  baudRate: Number(baudRate),
  dataBits: Number(dataBits),
  parity,
})
const numberOf = (text: string): number => parseNumber(text) ?? Number.NaN

const formSchema = z.object({ scale: scaleSettingsSchema, scanner: scannerSettingsSchema })

/** The station's input. Errors are by the paths of `settings.update`. */
export function parseScaleForm(form: ScaleForm): ParsedForm<z.output<typeof formSchema>> {
  const { connection, line, protocol, unit, tareLb, limitPercent, limitLb, hasScanner, scanner } = form
  const tare = numberOf(tareLb)
  return parseWith(formSchema, {
    scale: {
      connection,
      ...(connection === 'serial' && { serial: { ...lineOf(line), protocol, unit } }),
      tareGrams: Number.isNaN(tare) ? tare : gramsOf({ value: tare, unit: 'lb' }),
      limitPercent: numberOf(limitPercent),
      limitLb: numberOf(limitLb),
    },
    scanner: hasScanner ? lineOf(scanner) : null,
  })
}
