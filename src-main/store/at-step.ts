/**
 * Told the name of each step that work on the stores has come to. Nothing happens by it in use; a test ends the process
 * there, as a power cut would.
 */
export type AtStep = (name: string) => void

export const anyStep: AtStep = () => undefined
