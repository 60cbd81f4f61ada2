import { join } from 'node:path'
import { dataDirArgument, stationOptions } from '../../../app/host-options.ts'
import { systemFiles } from '../../../kernel/sqlite/files.ts'
import { countStart } from '../crash-count.ts'
import { goBack, type GoingApp } from './go-back.ts'

/** A start of which not even the main file could be loaded: counted as one that failed. @returns whether this process ends */
export function backFromUnloadable(app: GoingApp): boolean {
  const args = process.argv.slice(1)
  const { dataDir } = stationOptions(dataDirArgument(args), process.env)
  const windowDir = join(dataDir, 'window')
  systemFiles.makeFolder(windowDir)
  return goBack({ app, windowDir, dataDir, starts: countStart(windowDir), args }) === 'gone'
}
