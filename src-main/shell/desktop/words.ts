import type { UnderWay } from '../../app/under-way.ts'
import type { Settings } from '../../../src-shared/station/app/state.ts'

/** The shell's own texts: menus and boxes, which no page draws. */
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
  about: 'About Waybill',
  services: 'Services',
  hide: 'Hide Waybill',
  hideOthers: 'Hide others',
  showAll: 'Show all',
  stillAtWork: 'Waybill is still at work.',
  bookings: (count: number) => (count === 1 ? '1 booking is being sent' : `${count} bookings are being sent`),
  printJobs: (count: number) => (count === 1 ? '1 label is being printed' : `${count} labels are being printed`),
  batches: (count: number) => (count === 1 ? '1 batch is running' : `${count} batches are running`),
  ifClosed: 'Nothing is lost if you close it: what is open is gone on with, or asked about, at the next start.',
  offline: 'Offline: the freight service does not answer',
  printerTrouble: 'A printer cannot print',
  waiting: (count: number) => (count === 1 ? '1 booking waits' : `${count} bookings wait`),
  needsPerson: (count: number) => (count === 1 ? '1 item needs attention' : `${count} items need attention`),
  allWell: 'All is well',
  show: 'Show Waybill',
  newQuote: 'New quote',
  pack: 'Pack',
  track: 'Track',
  wall: 'Wall screen',
  inbox: 'Inbox',
  ownWindow: (screen: string) => `${screen} in its own window`,
  developerTools: 'Developer tools',
  updateReady: (version: string) => `Waybill ${version} is here. Install it under Settings when it suits you.`,
  keepOpen: 'Keep it open',
  closeAnyway: 'Close',
  cannotStart: 'Waybill cannot start.',
  end: 'Quit',
  hasEnded: 'Waybill has ended',
  recordsGone: 'The records of this folder are not there or cannot be used.',
  recordsGoneText:
    'Nothing was moved, and no new records were made. Put the file or a sound backup back and try again, take one of the files below, or begin empty records: bookings made earlier are then only at the service.',
  tryAgain: 'Try again',
  restoreFile: (name: string) => `Restore ${name}`,
  beginEmpty: 'Begin empty records',
  beginEmptyQuestion: 'Begin with empty records?',
  beginEmptyText:
    'Bookings, labels, print jobs and addresses of before are not in them. What lies in the folder is kept under another name.',
  goBack: 'Go back',
  chooseFolder: 'Choose another folder',
  openPolicy: 'Open the settings file',
  halfFilled: 'Something on this page is not kept yet.',
  halfFilledText: 'It is lost when the page closes. What you submitted is safe.',
  leaveAnyway: 'Close and lose it',
  copyTracking: 'Copy tracking number',
  pageEnded: 'The page ended several times in a short while.',
  pageEndedText: (reason: string) => `The system says: ${reason}. Bookings and print jobs are safe and continue.`,
  pageHangs: 'The page does not answer.',
  pageHangsText: 'Reloading clears a form that is not submitted. Bookings and print jobs are safe.',
  loadAgain: 'Load it again',
  wait: 'Wait',
  backTitle: (version: string) => `Version ${version} did not start twice.`,
  backRecords: (older: string) =>
    `Version ${older} may not be able to read the records: they were upgraded to a newer format. They are safe. This version starts in safe mode; ask your administrator for a newer one. Do not install version ${older} over it.`,
  backPassword: (older: string) =>
    `Version ${older} can be put back. The system asks for the administrator's password. Records and bookings stay.`,
  backByHand: (older: string, file: string | null) =>
    `Ask your administrator to reinstall version ${older}. Records and bookings stay.${file === null ? '' : `\n${file}`}`,
  backPut: (older: string) => `Put version ${older} back`,
  backGoOn: (version: string) => `Continue with version ${version}`,
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
  about: 'Acerca de Waybill',
  services: 'Servicios',
  hide: 'Ocultar Waybill',
  hideOthers: 'Ocultar otros',
  showAll: 'Mostrar todo',
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
  wall: 'Pantalla de pared',
  inbox: 'Bandeja',
  ownWindow: (screen) => `${screen} en su propia ventana`,
  developerTools: 'Herramientas de desarrollo',
  updateReady: (version) => `Waybill ${version} está listo. Instálelo en Ajustes cuando le convenga.`,
  keepOpen: 'Dejarlo abierto',
  closeAnyway: 'Cerrar',
  cannotStart: 'Waybill no puede arrancar.',
  end: 'Salir',
  hasEnded: 'Waybill se cerró',
  recordsGone: 'Los registros de esta carpeta no están o no se pueden usar.',
  recordsGoneText:
    'No se movió nada ni se crearon registros nuevos. Vuelva a poner el archivo o un respaldo sano e intente de nuevo, use uno de los archivos de abajo, o empiece con registros vacíos: las reservas anteriores quedan entonces solo en el servicio.',
  tryAgain: 'Intentar de nuevo',
  restoreFile: (name) => `Restaurar ${name}`,
  beginEmpty: 'Empezar con registros vacíos',
  beginEmptyQuestion: '¿Empezar con registros vacíos?',
  beginEmptyText:
    'No incluyen las reservas, etiquetas, impresiones ni direcciones anteriores. Lo que está en la carpeta se guarda con otro nombre.',
  goBack: 'Regresar',
  chooseFolder: 'Elegir otra carpeta',
  openPolicy: 'Abrir el archivo de ajustes',
  halfFilled: 'Algo de esta página todavía no se guarda.',
  halfFilledText: 'Se pierde al cerrar la página. Lo que ya entregó está a salvo.',
  leaveAnyway: 'Cerrar y perderlo',
  copyTracking: 'Copiar número de rastreo',
  pageEnded: 'La página se cerró varias veces en poco tiempo.',
  pageEndedText: (reason) => `El sistema dice: ${reason}. Las reservas y las impresiones se conservan y siguen.`,
  pageHangs: 'La página no responde.',
  pageHangsText:
    'Si se vuelve a cargar, se vacía el formulario que no se ha entregado. Las reservas y las impresiones se conservan.',
  loadAgain: 'Volver a cargar',
  wait: 'Esperar',
  backTitle: (version) => `La versión ${version} no arrancó dos veces.`,
  backRecords: (older) =>
    `Es posible que la versión ${older} ya no pueda leer los registros: pasaron a una forma más nueva. Se conservan. Esta versión arranca en modo seguro; pida una más nueva a quien cuida Waybill. No instale la versión ${older} encima.`,
  backPassword: (older) =>
    `Se puede volver a la versión ${older}. El sistema pide la contraseña del administrador. Los registros y las reservas se quedan.`,
  backByHand: (older, file) =>
    `Pida a quien cuida Waybill que vuelva a poner la versión ${older}. Los registros y las reservas se quedan.${file === null ? '' : `\n${file}`}`,
  backPut: (older) => `Volver a la versión ${older}`,
  backGoOn: (version) => `Seguir con la versión ${version}`,
}

export const shellWords = (language: Settings['language']): ShellWords => ({ en: EN, es: ES })[language]

/** Before the language setting is known: that of the system. */
export const systemWords = (locale: string): ShellWords =>
  shellWords(locale.toLowerCase().startsWith('es') ? 'es' : 'en')

/** The station's current work, a sentence a line. */
export function workInWords(work: UnderWay, words: ShellWords): string {
  const lines = (['bookings', 'printJobs', 'batches'] as const).flatMap((kind) =>
    work[kind] === 0 ? [] : [`${words[kind](work[kind])}.`],
  )
  return [...lines, words.ifClosed].join('\n')
}
