import { expect, test } from 'vitest'
import { HalfFilled } from '../../../src-renderer/live/half-filled.ts'

/** A page with one form, of which a field is typed into. */
function aPage() {
  const form = { isConnected: true, isRefused: false, closest: () => null, querySelector: () => form.isRefused || null }
  class FakeElement {
    closest = () => form
  }
  const page = Object.assign(new EventTarget(), { Element: FakeElement })
  const typed = new HalfFilled()
  typed.watch(page as never)
  const say = (type: string) =>
    page.dispatchEvent(Object.defineProperty(new Event(type), 'target', { value: new FakeElement() }))
  return { form, typed, say }
}

test('a form is asked about until it was taken, and again when it was refused', () => {
  const { form, typed, say } = aPage()
  say('input')
  expect(typed.isAny()).toBe(true)
  say('submit')
  expect(typed.isAny()).toBe(false)
  form.isRefused = true
  expect(typed.isAny()).toBe(true)
  form.isRefused = false
  expect(typed.isAny()).toBe(false)
  say('input')
  say('reset')
  expect(typed.isAny()).toBe(false)
})

test('a form that left the page is not asked about, refused or not', () => {
  const { form, typed, say } = aPage()
  say('input')
  say('submit')
  form.isRefused = true
  form.isConnected = false
  expect(typed.isAny()).toBe(false)
})
