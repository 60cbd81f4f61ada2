import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { z } from 'zod'

/** What the subsetter of HarfBuzz exports, as far as it is called. Addresses and numbers alone. */
const call = z.custom<(...values: number[]) => number>((value) => typeof value === 'function')
const subsetterSchema = z.object({
  memory: z.custom<{ readonly buffer: ArrayBuffer }>(
    (value) => typeof value === 'object' && value !== null && 'buffer' in value,
  ),
  malloc: call,
  hb_blob_create: call,
  hb_blob_get_data: call,
  hb_blob_get_length: call,
  hb_face_create: call,
  hb_face_reference_blob: call,
  hb_set_add: call,
  hb_subset_input_create_or_fail: call,
  hb_subset_input_unicode_set: call,
  hb_subset_input_set: call,
  hb_subset_input_set_flags: call,
  hb_subset_or_fail: call,
})

/** HB_MEMORY_MODE_WRITABLE, HB_SUBSET_FLAGS_NO_HINTING, HB_SUBSET_SETS_DROP_TABLE_TAG. */
const [WRITABLE, NO_HINTING, DROPPED_TABLES] = [2, 1, 3]
let program: WebAssembly.Module | undefined

/**
 * A TrueType font with these characters alone, without hints.
 * @param characters code points; those that it has not are left out
 * @param dropped tables that its reader does without
 * @throws Error for what is no font
 */
export function fontSubset(
  font: Uint8Array,
  characters: Iterable<number>,
  dropped: readonly string[] = [],
): Uint8Array {
  program ??= new WebAssembly.Module(
    readFileSync(createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')),
  )
  const hb = subsetterSchema.parse(new WebAssembly.Instance(program, {}).exports)
  const at = hb.malloc(font.length)
  new Uint8Array(hb.memory.buffer).set(font, at)
  const face = hb.hb_face_create(hb.hb_blob_create(at, font.length, WRITABLE, 0, 0), 0)
  const input = hb.hb_subset_input_create_or_fail()
  hb.hb_subset_input_set_flags(input, NO_HINTING)
  for (const character of characters) hb.hb_set_add(hb.hb_subset_input_unicode_set(input), character)
  for (const table of dropped) {
    hb.hb_set_add(hb.hb_subset_input_set(input, DROPPED_TABLES), Buffer.from(table, 'latin1').readUInt32BE())
  }
  const subset = hb.hb_subset_or_fail(face, input)
  if (subset === 0) throw new Error('HarfBuzz makes no subset of this font')
  const blob = hb.hb_face_reference_blob(subset)
  return new Uint8Array(hb.memory.buffer, hb.hb_blob_get_data(blob, 0), hb.hb_blob_get_length(blob)).slice()
}
