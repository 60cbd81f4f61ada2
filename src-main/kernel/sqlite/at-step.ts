import type { OpeningStep } from '../../../src-shared/station/app/events.ts'

/**
 * Told the name of each step that work on the stores has come to. Nothing happens by it in use; a test ends the process
 * there, as a power cut would.
 */
export type AtStep = (name: string) => void

export const anyStep: AtStep = () => undefined

/** Told, and waited for, before work on the stores that may take long and holds up this process. */
export type OnOpening = (step: OpeningStep) => Promise<void>

export const noOpening: OnOpening = async () => undefined
