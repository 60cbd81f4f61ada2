import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { compileFunction } from 'node:vm'
import { z } from 'zod'
import { ConversionProblem, outOfMemory } from './problem.ts'

/** The renderer is a Go program: it reports its end on its own standard error, and then answers no more. */
const ENDED = /^(?:fatal error|panic|runtime): /m
const OUT_OF_MEMORY = /out of memory/

interface Renderer {
  /** PNG files in base64, one a label. Sizes are millimetres. @throws ConversionProblem */
  draw(zpl: string, widthMm: number, heightMm: number, dotsPerMm: number): Promise<string[]>
}

/** What the package exports, as far as it is called. Sizes are millimetres. */
const packageSchema = z.object({ ready: z.instanceof(Promise<unknown>) })
const readySchema = z.object({
  api: z.object({
    zplToBase64MultipleAsync: z.custom<(...input: Parameters<Renderer['draw']>) => Promise<string[]>>(
      (value) => typeof value === 'function',
    ),
  }),
})
/** Where the program is in the package's file: WebAssembly in base64. */
const PROGRAM_START = '"AGFzbQ'

let renderer: Promise<Renderer> | null = null
let compiled: WebAssembly.Module | null = null
let reportCompiled: (program: WebAssembly.Module) => void = () => {}

/**
 * What one thread compiled serves the next one: reading and compiling the program takes longer than drawing a label.
 * @param program as another thread compiled it; null: none did
 * @param report called when this thread compiles it
 */
export function shareRenderer(program: WebAssembly.Module | null, report: (program: WebAssembly.Module) => void): void {
  compiled = program
  reportCompiled = report
}

/** The renderer, loaded when it is first asked for: it is large, and slow to start. After it ended another is not possible. */
export function zplRenderer(): Promise<Renderer> {
  renderer ??= load()
  return renderer
}

/** Loads the renderer and has it draw a word, so that the first label need not wait for it. */
export async function warmZpl(): Promise<void> {
  const { draw } = await zplRenderer()
  await draw('^XA^FO8,8^A0N,20^FDA^FS^FO8,40^BY2^BCN,20^FD1^FS^XZ', 10, 10, 8)
}

async function load(): Promise<Renderer> {
  const { api } = await started()
  let reportEnd: (text: string) => void = () => {}
  const end = new Promise<string>((resolve) => (reportEnd = resolve))
  let said = ''
  // Where the program writes to; it was made when the renderer was loaded.
  const files: unknown = Reflect.get(globalThis, 'fs')
  if (typeof files !== 'object' || files === null) throw new Error('the ZPL renderer no longer says why it ends')
  Reflect.set(files, 'writeSync', (_file: number, bytes: Uint8Array) => {
    said = (said + new TextDecoder().decode(bytes)).slice(0, 4096)
    if (ENDED.test(said)) reportEnd(said)
    return bytes.length
  })
  return {
    draw: async (...input) => {
      const ended = end.then((text): never => {
        if (OUT_OF_MEMORY.test(text)) throw outOfMemory()
        throw new ConversionProblem('the ZPL label cannot be drawn: its renderer ended')
      })
      const drawn = Promise.resolve()
        .then(() => api.zplToBase64MultipleAsync(...input))
        .catch(async (cause: unknown) => {
          // A renderer that ended in this very call throws something of no meaning besides.
          if (ENDED.test(said)) return ended
          const message = cause instanceof Error ? cause.message : String(cause)
          throw new ConversionProblem(`the ZPL label cannot be drawn: ${message}`)
        })
      return Promise.race([drawn, ended])
    },
  }
}

/**
 * Starts the package's program, read out of its file: as a module that file is nine megabytes of text, which Node reads and takes
 * apart several times over.
 */
async function started() {
  const file = createRequire(import.meta.url).resolve('zpl-renderer-js')
  const bytes = await readFile(file)
  const from = bytes.indexOf(PROGRAM_START)
  const to = bytes.indexOf('"', from + 1)
  if (from < 0 || to < 0) throw new Error('the ZPL renderer has no program where it had one')
  const program = compiled ?? compile(Buffer.from(bytes.toString('latin1', from + 1, to), 'base64'))
  const code = `${bytes.toString('utf8', 0, from)}""${bytes.toString('utf8', to + 1)}`
  const its = { exports: {} }
  const instantiate = (_: Uint8Array, imports: WebAssembly.Imports) =>
    Promise.resolve({ instance: new WebAssembly.Instance(program, imports) })
  const run = compileFunction(code, ['module', 'WebAssembly'], { filename: file })
  Reflect.apply(run, undefined, [its, { Instance: WebAssembly.Instance, instantiate }])
  return readySchema.parse(await packageSchema.parse(its.exports).ready)
}

function compile(program: Uint8Array): WebAssembly.Module {
  const module = new WebAssembly.Module(program)
  reportCompiled(module)
  return module
}
