import type { PrinterConnection } from '../../../../src-shared/station/printing/printing.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'

/** Where a printer is, in one line. */
export function connectionText(connection: PrinterConnection, locale: Pick<Locale, 't'>): string {
  switch (connection.kind) {
    case 'tcp':
      return connection.uri
    case 'queue':
      return locale.t('printers.queueOf', { name: connection.name })
    case 'device':
      return connection.path
    case 'virtual':
      return locale.t('printers.virtual')
  }
}
