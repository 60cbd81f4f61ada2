import type { AppContext } from '../app-context.ts'
import { playTone } from '../screens/pack/scan/tones.ts'

/** Something came up that needs a person: it is heard where sounds are on. */
export function hearNews({ store }: Pick<AppContext, 'store'>): void {
  if (store.value?.settings.sounds ?? true) playTone('good')
}
