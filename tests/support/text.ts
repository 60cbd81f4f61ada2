import { translate, type Filling, type MessageKey } from '../../src-renderer/messages/catalogue.ts'

/** What the screen says in English: a test names the key, so that the wording may change. */
export const text = <K extends MessageKey>(key: K, ...[params]: Filling<K>): string => translate('en', key, params)
