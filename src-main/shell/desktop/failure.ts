import type { MessageBox } from '../message-box.ts'
import { systemWords } from './words.ts'

interface EndingApp {
  whenReady(): Promise<unknown>
  getLocale(): string
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

interface Failing<A extends EndingApp, D extends MessageBox> {
  app: A
  dialog: D
}

/**
 * Shows in a box why Waybill cannot start, as soon as the system can show one, and ends with 1. Before the app is ready,
 * Linux would only write to a terminal that is not there.
 */
export async function sayAndEnd({ app, dialog }: Failing<EndingApp, MessageBox>, error: unknown): Promise<void> {
  await sayWhy({ app, dialog }, error)
  app.exit(1)
}

/**
 * The same where a person can do something: of a data folder that cannot be used another can be chosen, and Waybill starts
 * again on it; an administrator's file that cannot be read is opened.
 */
export async function sayOfFolder(
  { app, dialog, shell }: Failing<RestartingApp, MessageBox & FolderDialogs> & { shell: FileOpener },
  error: unknown,
  args: string[],
): Promise<void> {
  const policy = policyFileIn(error)
  const isWanted = await sayWhy({ app, dialog }, error, policy === null ? 'chooseFolder' : 'openPolicy')
  if (isWanted && policy !== null) {
    const trouble = await shell.openPath(policy)
    if (trouble !== '') console.error(trouble)
  } else if (isWanted) {
    const { canceled, filePaths } = await dialog.showOpenDialog({
      title: 'Waybill',
      properties: ['openDirectory', 'createDirectory'],
    })
    const [folder] = filePaths
    if (!canceled && folder !== undefined) app.relaunch({ args: onFolder(args, folder) })
  }
  app.exit(1)
}

interface FileOpener {
  /** Resolves with the error, or nothing. */
  openPath(path: string): Promise<string>
}

/** The administrator's file that keeps Waybill closed; null: it is another matter. */
function policyFileIn(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'POLICY_UNUSABLE') return null
  const details: unknown = 'details' in error ? error.details : null
  if (typeof details !== 'object' || details === null || !('file' in details)) return null
  return typeof details.file === 'string' ? details.file : null
}

/** @returns whether the way out was chosen */
async function sayWhy(
  { app, dialog }: Failing<EndingApp, MessageBox>,
  error: unknown,
  way?: 'chooseFolder' | 'openPolicy',
): Promise<boolean> {
  console.error(error)
  await app.whenReady()
  const words = systemWords(app.getLocale())
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Waybill',
    message: words.cannotStart,
    detail: wordsOf(error),
    buttons: way === undefined ? [words.end] : [words.end, words[way]],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === 1
}

/** A readable message: for invalid input, each sentence instead of the list that zod makes. */
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
