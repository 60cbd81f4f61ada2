import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('../../src-renderer/tokens.css', import.meta.url), 'utf8')

/** The relative luminance of a token in a theme. */
function luminance(token: string, theme: 'light' | 'dark'): number {
  const [, light, dark] = new RegExp(`--${token}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`).exec(css) ?? []
  const hex = (theme === 'light' ? light : dark) ?? ''
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string, theme: 'light' | 'dark'): number => {
  const [low = 0, high = 0] = [luminance(one, theme), luminance(other, theme)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

describe.each(['light', 'dark'] as const)('the tokens in the %s theme', (theme) => {
  test('draw what is no text, as the track of a progress bar, 3 to 1 on a card', () => {
    expect(contrast('line-control', 'surface', theme)).toBeGreaterThanOrEqual(3)
  })

  test('have a ground below the cards that is darker than they are', () => {
    expect(luminance('bg', theme)).toBeLessThan(luminance('surface', theme))
  })

  test('dim the words of what is disabled and keep them readable', () => {
    expect(contrast('ink-3', 'surface', theme)).toBeLessThan(contrast('ink', 'surface', theme) / 2)
    expect(contrast('ink-3', 'surface', theme)).toBeGreaterThanOrEqual(4.5)
  })
})
