/** Both are written into a page as text. */
export function bridgeEnd(own: string, other: string): unknown
export function preloadElectron(bridge: unknown, codec: unknown, call: unknown): unknown
