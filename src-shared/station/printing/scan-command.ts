/** The commands that a scanner can give the packing station by a barcode; capitals, as on the printed sheet. */
export const SCAN_COMMANDS = ['PRINT', 'REPRINT', 'VOID', 'NEXT', 'CANCEL'] as const
export type ScanCommand = (typeof SCAN_COMMANDS)[number]
