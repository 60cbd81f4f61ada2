import type { OpeningStep } from '../../../src-shared/station/app/events.ts'

/**
 * Called with the name of each step that work on the stores has come to. It does nothing in use; a test ends the
 * process there, as a power cut would.
 */
export type AtStep = (name: string) => void

export const anyStep: AtStep = () => undefined

/** Called, and awaited, before work on the stores that may take long and blocks this process. */
export type OnOpening = (step: OpeningStep) => Promise<void>

export const noOpening: OnOpening = async () => undefined
