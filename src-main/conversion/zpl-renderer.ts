import { ConversionProblem, outOfMemory } from './problem.ts'

/** The renderer is a Go program: it tells of its end on its own standard error, and then answers no more. */
const ENDED = /^(?:fatal error|panic|runtime): /m
const OUT_OF_MEMORY = /out of memory/

interface Renderer {
  /** PNG files in base64, one a label. Sizes are millimetres. @throws ConversionProblem */
  draw(zpl: string, widthMm: number, heightMm: number, dotsPerMm: number): Promise<string[]>
}

let renderer: Promise<Renderer> | null = null

/** The renderer, loaded when it is first asked for: it is large, and slow to start. After it ended another is not possible. */
export function zplRenderer(): Promise<Renderer> {
  renderer ??= load()
  return renderer
}

async function load(): Promise<Renderer> {
  const { ready } = await import('zpl-renderer-js')
  const { api } = await ready
  let tellEnd: (text: string) => void = () => {}
  const end = new Promise<string>((resolve) => (tellEnd = resolve))
  let said = ''
  // Where the program writes to; it was made when the renderer was loaded.
  const files: unknown = Reflect.get(globalThis, 'fs')
  if (typeof files !== 'object' || files === null) throw new Error('the ZPL renderer no longer says why it ends')
  Reflect.set(files, 'writeSync', (_file: number, bytes: Uint8Array) => {
    said = (said + new TextDecoder().decode(bytes)).slice(0, 4096)
    if (ENDED.test(said)) tellEnd(said)
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
