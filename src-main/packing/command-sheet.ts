import { composeCommandSheet } from '../../src-labels/command-sheet.ts'
import { SCAN_COMMANDS, type ScanCommand } from '../../src-shared/station/printing/scan-command.ts'
import type { PrintJob } from '../../src-shared/station/printing/printing.ts'
import type { Settings } from '../../src-shared/station/app/state.ts'
import { withRoom } from '../labels/label-room.ts'
import type { Printing } from '../printing/printing.ts'

/** The text of the sheet. Paper is read by people, not by the screen: no catalogue key. */
const WORDS: Record<Settings['language'], { title: string; commands: Record<ScanCommand, string> }> = {
  en: {
    title: 'SCAN COMMANDS',
    commands: {
      PRINT: 'Print: try this label again',
      REPRINT: 'Reprint: ask why, then print again',
      VOID: 'Void: ask, then cancel the shipment',
      NEXT: 'Next: clear the screen',
      CANCEL: 'Cancel: close the question, or drop the label',
    },
  },
  es: {
    title: 'COMANDOS',
    commands: {
      PRINT: 'Imprimir: intentar esta etiqueta de nuevo',
      REPRINT: 'Reimprimir: preguntar el motivo e imprimir otra',
      VOID: 'Anular: preguntar y cancelar el envío',
      NEXT: 'Siguiente: limpiar la pantalla',
      CANCEL: 'Cancelar: cerrar la pregunta o quitar la etiqueta',
    },
  },
}

/** Prints the sheet of commands to stick beside a station. @throws StationError NOT_FOUND, INVALID_INPUT for stock too small */
export async function printCommandSheet(
  { printing, settings }: { printing: Printing; settings: { read(): Promise<Settings> } },
  { printerId }: { printerId?: string | undefined },
): Promise<PrintJob> {
  const { language, dpi, media, printerId: chosen } = await printing.printers.choose(printerId)
  const { title, commands } = WORDS[(await settings.read()).language]
  return printing.queue.add({
    printerId: chosen,
    title,
    purpose: 'command-sheet',
    reason: null,
    shipmentId: null,
    copies: 1,
    document: withRoom('printerId', () =>
      composeCommandSheet(
        title,
        SCAN_COMMANDS.map((code) => ({ code, text: commands[code] })),
        { language, dpi, media },
      ),
    ),
    labels: 1,
  })
}
