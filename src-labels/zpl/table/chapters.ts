/** Chapters of Zebra's programming guide for ZPL II. */
export const ZPL = 'ZPL Commands'
export const RFID = 'ZPL RFID Commands'
export const WIRELESS = 'ZPL Wireless Commands'
/** Seen in programs and in older guides; the present one has no page of its own for it. */
export const ELSEWHERE = 'other guides'
