import type { MessageBox } from '../message-box.ts'

interface EndingApp {
  whenReady(): Promise<unknown>
  exit(code: number): void
}

interface RestartingApp extends EndingApp {
  relaunch(options: { args: string[] }): void
}

interface FolderDialogs {
  showOpenDialog(options: {
    title: string
    properties: ('openDirectory' | 'createDirectory')[]
  }): Promise<{ canceled: boolean; filePaths: string[] }>
}

/**
 * Says in a box why Waybill cannot start, as soon as the system can show one, and ends with 1. Before the app is ready,
 * Linux would only write to a terminal that nobody has.
 */
export async function sayAndEnd(
  { app, dialog }: { app: EndingApp; dialog: MessageBox },
  error: unknown,
): Promise<void> {
  await sayWhy({ app, dialog }, error, ['Quit'])
  app.exit(1)
}

/** The same of a data folder that cannot be used: another can be chosen, and Waybill starts again on it. */
export async function sayOfFolder(
  { app, dialog }: { app: RestartingApp; dialog: MessageBox & FolderDialogs },
  error: unknown,
  args: string[],
): Promise<void> {
  if ((await sayWhy({ app, dialog }, error, ['Quit', 'Choose another folder'])) === 1) {
    const { canceled, filePaths } = await dialog.showOpenDialog({
      title: 'Waybill',
      properties: ['openDirectory', 'createDirectory'],
    })
    const [folder] = filePaths
    if (!canceled && folder !== undefined) app.relaunch({ args: onFolder(args, folder) })
  }
  app.exit(1)
}

async function sayWhy(
  { app, dialog }: { app: EndingApp; dialog: MessageBox },
  error: unknown,
  buttons: string[],
): Promise<number> {
  console.error(error)
  await app.whenReady()
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Waybill',
    message: 'Waybill cannot start.',
    detail: wordsOf(error),
    buttons,
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response
}

/** What a person can read: of input that does not hold, each sentence instead of the list that zod makes. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const issues = 'issues' in error && Array.isArray(error.issues) ? error.issues : []
  const sentences = issues.flatMap((issue: unknown) =>
    typeof issue === 'object' && issue !== null && 'message' in issue ? [String(issue.message)] : [],
  )
  return sentences.length > 0 ? sentences.join('\n') : error.message
}

/** The arguments with another data folder. */
function onFolder(args: string[], folder: string): string[] {
  const kept = args.filter((arg, at) => arg !== '--data' && !arg.startsWith('--data=') && args[at - 1] !== '--data')
  return [...kept, '--data', folder]
}
