import { ESLint } from 'eslint'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../scripts/project.ts'

const RULE = 'waybill/texts-from-catalogue'

/** What the rule says of a component. */
async function said(component: string): Promise<string[]> {
  const eslint = new ESLint({ cwd: projectRoot, ruleFilter: ({ ruleId }) => ruleId === RULE })
  const filePath = join(projectRoot, 'src-renderer/ui/basic/Probe.svelte')
  const [result] = await eslint.lintText(component, { filePath })
  return (result?.messages ?? []).map(({ message }) => /“(.*)”/s.exec(message)?.[1] ?? message)
}

test('a component may not hold a text for people', async () => {
  expect(await said('<p>Nothing printed yet</p>')).toEqual(['Nothing printed yet'])
  expect(await said('<button aria-label="Close"><img alt="Route" src="a.png" /></button>')).toEqual(['Close', 'Route'])
  expect(await said('<p>¿Qué es?</p>')).toEqual(['¿Qué es?'])
})

test('what is no text passes', async () => {
  const parts = [
    '<script>const name = "Not a text"</script>',
    '<p class="wide">{name} · 12 lb</p>',
    '<kbd>Enter</kbd>',
    '<input placeholder="https://freight.example.com/api/v1" />',
    '<style>p { color: red; }</style>',
  ]
  expect(await said(parts.join('\n'))).toEqual([])
})
