import type { Media } from '../../../../src-shared/station/printing/printing.ts'

/** The sizes of label paper that are offered, by what people call them. */
export const MEDIA_SIZES = {
  '4x6': { widthIn: 4, heightIn: 6 },
  '4x8': { widthIn: 4, heightIn: 8 },
  '4x4': { widthIn: 4, heightIn: 4 },
  '4x3': { widthIn: 4, heightIn: 3 },
  '2x1': { widthIn: 2, heightIn: 1 },
} as const satisfies Record<string, Media>

export type MediaSize = keyof typeof MEDIA_SIZES
export const MEDIA_SIZE_NAMES = Object.keys(MEDIA_SIZES).filter((name): name is MediaSize => name in MEDIA_SIZES)
