import type { UnderWay } from '../../app/under-way.ts'
import type { Settings } from '../../../src-shared/station/app/state.ts'

/** What the shell itself says: menus and boxes, which no page draws. */
const EN = {
  file: 'File',
  edit: 'Edit',
  view: 'View',
  window: 'Window',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  actualSize: 'Actual size',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fullScreen: 'Full screen',
  minimize: 'Minimize',
  close: 'Close window',
  quit: 'Quit Waybill',
  stillAtWork: 'Waybill is still at work.',
  bookings: (count: number) => (count === 1 ? '1 booking is being sent' : `${count} bookings are being sent`),
  printJobs: (count: number) => (count === 1 ? '1 label is being printed' : `${count} labels are being printed`),
  batches: (count: number) => (count === 1 ? '1 batch is running' : `${count} batches are running`),
  ifClosed: 'Nothing is lost if you close it: what is open is gone on with, or asked about, at the next start.',
  offline: 'Offline: the freight service does not answer',
  printerTrouble: 'A printer cannot print',
  waiting: (count: number) => (count === 1 ? '1 booking waits' : `${count} bookings wait`),
  needsPerson: (count: number) => (count === 1 ? '1 thing needs a person' : `${count} things need a person`),
  allWell: 'All is well',
  show: 'Show Waybill',
  newQuote: 'New quote',
  pack: 'Pack',
  track: 'Track',
  inbox: 'Inbox',
  ownWindow: (screen: string) => `${screen} in its own window`,
  developerTools: 'Developer tools',
  updateReady: (version: string) => `Waybill ${version} is here. Install it under Settings when it suits you.`,
  keepOpen: 'Keep it open',
  closeAnyway: 'Close',
}

export type ShellWords = typeof EN

const ES: ShellWords = {
  file: 'Archivo',
  edit: 'Editar',
  view: 'Ver',
  window: 'Ventana',
  undo: 'Deshacer',
  redo: 'Rehacer',
  cut: 'Cortar',
  copy: 'Copiar',
  paste: 'Pegar',
  selectAll: 'Seleccionar todo',
  actualSize: 'Tamaño real',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  fullScreen: 'Pantalla completa',
  minimize: 'Minimizar',
  close: 'Cerrar ventana',
  quit: 'Salir de Waybill',
  stillAtWork: 'Waybill todavía está trabajando.',
  bookings: (count) => (count === 1 ? 'Se está enviando 1 reserva' : `Se están enviando ${count} reservas`),
  printJobs: (count) => (count === 1 ? 'Se está imprimiendo 1 etiqueta' : `Se están imprimiendo ${count} etiquetas`),
  batches: (count) => (count === 1 ? 'Se está procesando 1 lote' : `Se están procesando ${count} lotes`),
  ifClosed: 'No se pierde nada si lo cierra: lo pendiente se retoma, o se pregunta, en el próximo inicio.',
  offline: 'Sin conexión: el servicio de fletes no responde',
  printerTrouble: 'Una impresora no puede imprimir',
  waiting: (count) => (count === 1 ? '1 reserva en espera' : `${count} reservas en espera`),
  needsPerson: (count) =>
    count === 1 ? '1 asunto requiere a una persona' : `${count} asuntos requieren a una persona`,
  allWell: 'Todo en orden',
  show: 'Mostrar Waybill',
  newQuote: 'Nueva cotización',
  pack: 'Empaque',
  track: 'Rastreo',
  inbox: 'Bandeja',
  ownWindow: (screen) => `${screen} en su propia ventana`,
  developerTools: 'Herramientas de desarrollo',
  updateReady: (version) => `Waybill ${version} está listo. Instálelo en Ajustes cuando le convenga.`,
  keepOpen: 'Dejarlo abierto',
  closeAnyway: 'Cerrar',
}

export const shellWords = (language: Settings['language']): ShellWords => ({ en: EN, es: ES })[language]

/** What the station is at, a sentence a line. */
export function workInWords(work: UnderWay, words: ShellWords): string {
  const lines = (['bookings', 'printJobs', 'batches'] as const).flatMap((kind) =>
    work[kind] === 0 ? [] : [`${words[kind](work[kind])}.`],
  )
  return [...lines, words.ifClosed].join('\n')
}
