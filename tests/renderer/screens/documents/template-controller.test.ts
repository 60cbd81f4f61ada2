import { expect, test } from 'vitest'
import { translate } from '../../../../src-renderer/messages/catalogue.ts'
import { TemplateController } from '../../../../src-renderer/screens/documents/template/template-controller.svelte.ts'
import { filledForm } from '../../../../src-renderer/screens/documents/template/template-form.ts'
import { answeringStation } from '../../builders.ts'

const locale = { fill: (key: Parameters<typeof translate>[1], params = {}) => translate('en', key, params) }

test('a document is made once, also when it is asked for again before the screen shows it', async () => {
  const asked: string[] = []
  const value = filledForm('CUSTOM_FORM', {
    '': [{ title: 'Gate pass' }],
    fields: [{ label: 'Gate', value: '7' }],
  })
  const station = answeringStation(
    {
      'drafts.get': () => ({ draft: { body: { version: 1, value }, restoredFrom: null } }),
      'drafts.remove': () => ({}),
      'documents.generate': () => ({ documentId: 'DOC-1' }),
    },
    (name) => asked.push(name),
  )
  const target = { shipmentId: 'SHP-1', template: 'CUSTOM_FORM', documentId: null } as const
  const controller = new TemplateController(station, locale, target)
  await expect.poll(() => controller.form).not.toBeNull()

  const list = Promise.withResolvers<undefined>()
  const shown: string[] = []
  const onmade = async ({ documentId }: { documentId: string }) => {
    shown.push(documentId)
    await list.promise
  }
  const making = controller.submit(onmade)
  await expect.poll(() => shown).toEqual(['DOC-1'])
  expect(controller.action.isRunning('submit')).toBe(true)
  await controller.submit(onmade)
  list.resolve(undefined)
  expect(await making).toBe(true)
  expect(asked.filter((name) => name === 'documents.generate')).toEqual(['documents.generate'])
  expect(controller.action.isBusy).toBe(false)
})
