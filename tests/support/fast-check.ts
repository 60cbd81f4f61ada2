import fc from 'fast-check'
import { PROPERTY_SEED } from './run-seed.ts'

/** fast-check with one seed for every property; one that fails prints it. */
fc.configureGlobal({ seed: PROPERTY_SEED })

export default fc
