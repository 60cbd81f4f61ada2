import { afterEach, beforeEach, vi } from 'vitest'
import { TEST_START } from './running-clock.ts'

/** The page reads the date itself, as every page does: here it is the same in every test. */
beforeEach(() => void vi.setSystemTime(TEST_START))
afterEach(() => void vi.useRealTimers())
