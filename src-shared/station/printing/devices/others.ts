import type { DeviceProfile } from './device-profile.ts'

const NOTHING = { hostStatus: false, hostIdentity: false, configuration: false, odometer: false, epl: false } as const
const EPL_ONLY = { ...NOTHING, epl: true } as const

/** EPL2 alone (Zebra's EPL2 manual, 980352-001): `UQ` begins with `UKQ1935HLU V4.29`, the image buffer holds 225 to 507 KB. */
export const ELTRON: readonly DeviceProfile[] = [
  {
    id: 'eltron-2824',
    family: 'eltron',
    name: 'Eltron/Zebra LP 2824, TLP 2824',
    answersAs: /\bUKQ1915|\bT?LP ?2824/i,
    dpis: [203],
    widthMm: 56,
    languages: ['EPL'],
    answers: EPL_ONLY,
    quirks: ['twin-identity'],
    bufferKb: 225,
    cutter: 'no',
    peel: 'option',
    rfid: 'no',
  },
  {
    id: 'eltron-2844',
    family: 'eltron',
    name: 'Eltron/Zebra LP 2844, TLP 2844',
    answersAs: /\bUKQ1935|\bT?LP ?2844|\beltron\b/i,
    dpis: [203],
    widthMm: 104,
    languages: ['EPL'],
    answers: EPL_ONLY,
    quirks: ['twin-identity'],
    bufferKb: 225,
    cutter: 'option',
    peel: 'option',
    rfid: 'no',
  },
]

/** The part that makers who speak ZPL share: state and identity are asked, the count of labels is Zebra's own. */
const CLONE = {
  family: 'zpl-clone',
  dpis: [203, 300, 600],
  widthMm: 104,
  languages: ['ZPL', 'EPL'],
  answers: { hostStatus: true, hostIdentity: true, configuration: false, odometer: false, epl: false },
  quirks: ['emulation', 'silent-on-fault'],
  bufferKb: null,
  cutter: 'option',
  peel: 'option',
  rfid: 'option',
} as const satisfies Partial<DeviceProfile>

/** The answers of these were not observed; a look at the printer shows its behavior. */
export const CLONES: readonly DeviceProfile[] = [
  { ...CLONE, id: 'clone-tsc', name: 'TSC (ZPL)', answersAs: /\bTSC\b|\bT[ETCXH]2[0-9]{2}\b|\bDA2[0-9]{2}\b/i },
  {
    ...CLONE,
    id: 'clone-honeywell',
    name: 'Honeywell, Intermec, Datamax (ZSim)',
    answersAs: /honeywell|intermec|datamax|\bP[CMDX]4\d/i,
  },
  { ...CLONE, id: 'clone-godex', name: 'Godex (GZPL)', answersAs: /\bgodex\b|\b(RT|EZ|ZX|GX)\d{3,4}i\b/i },
  { ...CLONE, id: 'clone-citizen', name: 'Citizen (ZPL)', answersAs: /citizen|\bCL-[SE]\d{3}/i },
  { ...CLONE, id: 'clone-sato', name: 'SATO (SZPL)', answersAs: /\bsato\b|\bCL4NX|\bWS4\d{2}|\bCG[24]\d{2}/i },
]

/** Rolls in ESC/POS: they print all unknown bytes, also a question. */
const ROLL = {
  family: 'receipt',
  dpis: [203],
  widthMm: 72,
  answers: NOTHING,
  quirks: ['never-asked'],
  bufferKb: null,
  cutter: 'yes',
  peel: 'no',
  rfid: 'no',
} as const satisfies Partial<DeviceProfile>

export const RECEIPT: readonly DeviceProfile[] = [
  { ...ROLL, id: 'epson-tm', name: 'Epson TM', languages: ['ESC/POS'], answersAs: /\bTM-[TULHPJ]\w+|\bepson\b/i },
  {
    ...ROLL,
    id: 'star',
    name: 'Star TSP, mC-Print',
    languages: ['Star', 'ESC/POS'],
    answersAs: /\bTSP\d{3}|\bmC-Print|\bstar (micronics|tsp|mcp)/i,
  },
]
