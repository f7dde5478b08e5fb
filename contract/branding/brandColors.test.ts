import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  hurdColors,
  pageColors,
  themes,
  type Theme,
  brandContrast,
  brandPalette,
  checkBrandColor,
  contrast,
  formatRatio,
  readColor,
  stanceWithColor,
} from './brandColors.ts'

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

// covers HURD-BRAND-12
test('the contrast of two colors is calculated as WCAG 2.2 defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#ffffff', '#ffffff')).toBe(1)
  // The W3C uses this gray in its examples.
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrast('#0000ff', '#ffffff')).toBeCloseTo(8.59, 2)
  expect(contrast('#ffffff', '#0000ff')).toBe(contrast('#0000ff', '#ffffff'))
  expect(formatRatio(4.4999)).toBe('4.4:1')
})

// covers HURD-BRAND-12
test.each([
  ['', null],
  ['#1a5fb4', null],
  ['1A5FB4', null],
  ['#fff', 'Enter a color as # and six digits, such as #1a5fb4'],
  ['purple', 'Enter a color as # and six digits, such as #1a5fb4'],
  ['#1a5fb4; } body { display: none', 'Enter a color as # and six digits, such as #1a5fb4'],
  ['#ffcc00', 'Choose a darker color: its contrast with the page is 1.3:1, and text needs 4.5:1'],
  // 4.54:1 on white, but the page is darker than white.
  ['#767676', 'Choose a darker color: its contrast with the page is 4.0:1, and text needs 4.5:1'],
])('the color %j is checked: %j', (text, message) => {
  expect(checkBrandColor(text)).toBe(message)
})

test('a color is read with and without #, in any case', () => {
  expect(readColor(' 1A5FB4 ')).toBe('#1a5fb4')
  expect(readColor('#1a5fb')).toBeNull()
})

/** Returns accepted colors of every hue, from black to the lightest accepted shade. */
function acceptedColors(): string[] {
  const steps = [0, 51, 102, 153, 204, 255].map((value) => value.toString(16).padStart(2, '0'))
  return steps
    .flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))
    .filter((color) => checkBrandColor(color) === null)
}

// covers HURD-BRAND-12
test('every pair of text and background that is derived from an accepted color is readable in both themes', () => {
  const accepted = acceptedColors()
  expect(accepted.length).toBeGreaterThan(50)
  const raised = { light: '#ffffff', dark: '#272130' }
  for (const color of accepted) {
    const palette = brandPalette(color)
    for (const theme of ['light', 'dark'] as const) {
      const colors = palette[theme]
      const { bg, surface } = pageColors[theme]
      const pairs: [string, string, string][] = [
        ['text on the page', colors['brand-text'], bg],
        ['text on a card', colors['brand-text'], surface],
        ['text on a menu', colors['brand-text'], raised[theme]],
        ['text on a tint', colors['brand-text'], colors['brand-tint']],
        ['text on a strong tint', colors['brand-text'], colors['brand-tint-strong']],
        ['a link', colors.link, bg],
        ['a button', colors['text-on-brand'], colors.brand],
        ['a hovered button', colors['text-on-brand'], colors['brand-hover']],
        ['a pressed button', colors['text-on-brand'], colors['brand-active']],
        ['a live status', colors['status-live-text'], colors['status-live-tint']],
        ['a passed status', colors['status-passed-text'], colors['status-passed-tint']],
        ['the panel of the sign-in', '#ffffff', colors['brand-deep']],
        ['its smaller text', colors['on-brand-deep-muted'], colors['brand-deep']],
      ]
      const unreadable = pairs.filter(([, text, background]) => contrast(text, background) < 4.5)
      expect([color, theme, unreadable]).toEqual([color, theme, []])
      expect(brandContrast(color)[theme]).toBeGreaterThanOrEqual(4.5)
      // WCAG requires a contrast of 3:1 for the outline of the focused element.
      expect(contrast(colors.focus, bg)).toBeGreaterThanOrEqual(3)
    }
  }
})

test('the color of Hurd itself would be accepted', () => {
  expect(checkBrandColor(hurdColors.light.brand)).toBeNull()
})

// covers HURD-BRAND-12
test.each([
  ['#099052', 'support'],
  ['#0b6e3f', 'support'],
  ['#d03c39', 'oppose'],
  ['#a50f3a', 'oppose'],
  ['#5b2d87', null],
  ['#1a5fb4', null],
  ['#8a5a00', null],
  ['#333333', null],
])('the color %s means %s in the product', (color, stance) => {
  expect(stanceWithColor(color)).toBe(stance)
})
