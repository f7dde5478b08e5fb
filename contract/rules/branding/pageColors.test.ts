import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hurdColors, pageColors, themes, type Theme } from './pageColors.ts'

const tokens = readFileSync('web/tokens.css', 'utf8')

/** Returns the value of a token in both themes. */
function valueOf(token: string) {
  const [, light, dark] = new RegExp(`--color-${token}: light-dark\\((#\\w+), (#\\w+)\\);`).exec(tokens) ?? []
  return { light, dark }
}

function sameIn(token: string, colorIn: (theme: Theme) => string) {
  expect([token, { light: colorIn('light'), dark: colorIn('dark') }]).toEqual([token, valueOf(token)])
}

// covers HURD-BRAND-08
test('the colors of the preview equal the colors of the stylesheet', () => {
  expect(themes).toEqual(['light', 'dark'])
  sameIn('bg', (theme) => pageColors[theme].bg)
  sameIn('surface', (theme) => pageColors[theme].surface)
  sameIn('line', (theme) => pageColors[theme].line)
  sameIn('text', (theme) => pageColors[theme].text)
  sameIn('text-muted', (theme) => pageColors[theme].muted)
  sameIn('brand', (theme) => hurdColors[theme].brand)
  sameIn('text-on-brand', (theme) => hurdColors[theme].onBrand)
})
