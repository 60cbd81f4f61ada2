import type { CargoPreset, PresetInput } from '../../src-shared/station/quote/preset.ts'
import type { Ids } from '../kernel/ids.ts'
import type { PresetStore } from './presets.rows.ts'

export type Presets = ReturnType<typeof createPresets>

/** Cargo lines under a name. Each change answers the list as it is then. */
export function createPresets({ store, ids }: { store: PresetStore; ids: Ids }) {
  return {
    list: store.list,
    save: async (input: PresetInput): Promise<CargoPreset[]> => {
      await store.save(ids.next('pre'), input)
      return store.list()
    },
    remove: async (presetId: string): Promise<CargoPreset[]> => {
      await store.remove(presetId)
      return store.list()
    },
  }
}
