import type { LabelLanguage } from './language.ts'

/** What a person may have a printer do, beside printing labels. */
export type PrinterTool =
  | { tool: 'calibrate' | 'feed' | 'configuration' }
  /** 0 lightest; to 30 in ZPL, 15 in EPL. */
  | { tool: 'darkness'; value: number }
  /** Inches a second in ZPL; a step of the model's table in EPL. */
  | { tool: 'speed'; value: number }

/**
 * The bytes of it. ZPL: `~JC`, `~PH`, `~WC`, `~SD`, `^PR`, and `^JUS` keeps what was set (Zebra's Programming Guide). EPL2:
 * `xa`, `U`, `D`, `S`, which it keeps automatically; it feeds by printing an empty label (manual 980352-001).
 */
export function toolBytes(tool: PrinterTool, language: LabelLanguage): Uint8Array {
  return Buffer.from(language === 'ZPL' ? zpl(tool) : `\r\n${epl(tool)}\r\n`, 'latin1')
}

function zpl(tool: PrinterTool): string {
  switch (tool.tool) {
    case 'calibrate':
      return '~JC'
    case 'feed':
      return '~PH'
    case 'configuration':
      return '~WC'
    case 'darkness':
      return `~SD${String(tool.value).padStart(2, '0')}^XA^JUS^XZ`
    case 'speed':
      return `^XA^PR${tool.value}^JUS^XZ`
  }
}

function epl(tool: PrinterTool): string {
  switch (tool.tool) {
    case 'calibrate':
      return 'xa'
    case 'feed':
      return 'N\r\nP1'
    case 'configuration':
      return 'U'
    case 'darkness':
      return `D${tool.value}`
    case 'speed':
      return `S${tool.value}`
  }
}
