import { AsyncLocalStorage } from 'node:async_hooks'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/**
 * To be loaded with `--import` before anything of ours: every function of `src-main` then tells that it was entered, and by
 * which file. So a walk is followed by the calls that really happen, whatever objects and closures they go through.
 */

/** One function entered on a walk. */
export interface Entered {
  /** Path below the project, `src-main/...`. */
  file: string
  name: string
  /** The file of ours whose running code called it, libraries skipped; null: the event loop did. */
  from: string | null
}

interface Recording {
  calls: Entered[]
}

const MARK = '__wbEntered'
const recordings = new AsyncLocalStorage<Recording>()
const known: { file: string; name: string }[] = []

/** Runs `work` and gives what was entered in it and in all that it set going, until now; `calls` grows on after it. */
export async function follow<T>(work: () => Promise<T>): Promise<{ value: T; calls: readonly Entered[] }> {
  const recording: Recording = { calls: [] }
  const value = await recordings.run(recording, work)
  return { value, calls: recording.calls }
}

/** Work that is no part of the walk that starts it. */
export const aside = <T>(work: () => T): T => recordings.exit(work)

const root = fileURLToPath(new URL('../../', import.meta.url))
const ourFile = (url: string): string | null => {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url
  return path.startsWith(`${root}src-main/`) ? path.slice(root.length).replace(/\?.*$/, '') : null
}

/** The first file of ours on the stack behind the function that was entered. */
function caller(): string | null {
  const { prepareStackTrace, stackTraceLimit } = Error
  let frames: NodeJS.CallSite[] = []
  Error.stackTraceLimit = 40
  Error.prepareStackTrace = (_error, stack) => {
    frames = stack
    return ''
  }
  const holder = { stack: '' }
  Error.captureStackTrace(holder, entered)
  // Asked for, so that it is made now.
  if (holder.stack !== '') throw new Error('the stack was read by somebody else')
  Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  // The first frame is the function that was entered.
  for (const frame of frames.slice(1)) {
    if (frame.isAsync()) return null
    const file = ourFile(frame.getFileName() ?? '')
    if (file !== null) return file
  }
  return null
}

function entered(id: number): void {
  const recording = recordings.getStore()
  const one = known[id]
  if (recording && one) recording.calls.push({ ...one, from: caller() })
}
Object.defineProperty(globalThis, MARK, { value: entered })

/** The source with a call at the start of every function. */
function watermark(source: string, file: string): string {
  const inserts: { at: number; text: string }[] = []
  const tree = ts.createSourceFile(`${file}.mjs`, source, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS)
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const id = known.push({ file, name: nameOf(node) }) - 1
      const { body } = node
      if (ts.isBlock(body)) inserts.push({ at: body.getStart() + 1, text: `${MARK}(${id});` })
      else {
        inserts.push({ at: body.getStart(), text: `(${MARK}(${id}),` })
        inserts.push({ at: body.getEnd(), text: ')' })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  // From behind, so that earlier places stay; of two at one place the inner one, found later, goes in first.
  let text = source
  const order = inserts.map((insert, index) => ({ ...insert, index }))
  for (const { at, text: word } of order.toSorted((a, b) => b.at - a.at || b.index - a.index)) {
    text = text.slice(0, at) + word + text.slice(at)
  }
  return text
}

function nameOf(node: ts.Node): string {
  if ('name' in node && node.name && ts.isIdentifier(node.name as ts.Node)) return (node.name as ts.Identifier).text
  const { parent } = node
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText()
  return '(closure)'
}

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    const file = ourFile(url)
    if (file === null || loaded.source == null) return loaded
    const source =
      typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString()
    const text = file.endsWith('.ts') ? stripTypeScriptTypes(source, { mode: 'strip' }) : source
    return { ...loaded, format: 'module', source: watermark(text, file) }
  },
})
