/** What a scanner can tell the packing station by a barcode instead of a code; capitals, as on the printed sheet. */
export const SCAN_COMMANDS = ['PRINT', 'REPRINT', 'VOID', 'NEXT', 'CANCEL'] as const
export type ScanCommand = (typeof SCAN_COMMANDS)[number]
