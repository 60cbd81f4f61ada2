import { crashFolder } from '../../support/crash-reports.ts'

interface CrashNeeds {
  app: { setPath(name: string, path: string): void }
  crashReporter: { start(options: { uploadToServer: boolean }): void }
}

/** Reports are kept here and sent to no one: a person submits them with the support file, or not. */
export function keepCrashes({ app, crashReporter }: CrashNeeds, dataDir: string): void {
  app.setPath('crashDumps', crashFolder(dataDir))
  crashReporter.start({ uploadToServer: false })
}
