import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const source = (path: string) => JSON.stringify(fileURLToPath(new URL(`../../${path}`, import.meta.url)))

/** What V8 says of the WebAssembly functions that it frees while a process draws some labels. */
async function freed(first: string) {
  const program = `${first}
    const { zplRenderer } = await import(${source('src-main/labels/conversion/zpl-renderer.ts')})
    const renderer = await zplRenderer()
    for (let label = 0; label < 40; label++) await renderer.draw('^XA^FO8,40^BY2^BCN,20^FD1^FS^GB200,200,4^FS^XZ', 100, 150, 8)
    process.exit(0)`
  const args = ['--trace-wasm-code-gc', '--input-type=module', '-e', program]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return stdout.match(/Freeing \d+ code objects/g) ?? []
}

it('a process that may have threads frees no single WebAssembly function, which can end Node 24', async () => {
  expect(await freed('')).not.toEqual([])
  expect(await freed(`await import(${source('src-node/runtime/processes.ts')})`)).toEqual([])
})
