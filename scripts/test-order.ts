import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readDurations } from './durations.ts'
import { projectRoot } from './project.ts'

/**
 * The longest files of each project first, by tests/durations.json: on a fresh clone nothing else is known of them, and one
 * that begins last runs alone to the end. All others follow in the order that the runner gives them.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files), readDurations(projectRoot))
  }
}

interface Placed {
  moduleId: string
  project: { name: string }
}

/** Keeps the projects where they are, and what nothing is known of in its order behind what is known. */
export function longestFirst<T extends Placed>(files: readonly T[], seconds: ReadonlyMap<string, number>): T[] {
  const byProject = Map.groupBy(files, ({ project }) => project.name)
  const secondsOf = ({ moduleId }: T): number => {
    const file = moduleId.replaceAll('\\', '/').slice(projectRoot.length + 1)
    return seconds.get(file) ?? 0
  }
  return [...byProject.values()].flatMap((ofOne) => ofOne.toSorted((a, b) => secondsOf(b) - secondsOf(a)))
}
