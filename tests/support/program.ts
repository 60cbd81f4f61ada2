import { join } from 'node:path'
import { inject } from 'vitest'
import { projectRoot } from '../../scripts/project.ts'

/** The file to start a program of ours by, named by its source: what was built of it, which begins in half the time, where that is of the sources as they are. */
export const programOf = (source: string): string =>
  inject('isBuilt') ? join(projectRoot, 'out', source.replace(/\.ts$/, '.js')) : join(projectRoot, source)
