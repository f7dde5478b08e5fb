import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { stanceColors, stances } from '#contract/stances.ts'
import { breakpoints } from '#web/kit/useMedia.ts'
import {
  colorLiterals,
  lightAndDark,
  spacingLiterals,
  undefinedProperties,
  unusedTokens,
  wrongBreakpoints,
  type Source,
} from './css.ts'

const sheet = (text: string): Source => ({ file: 'a.css', text })
const read = (file: string): Source => ({ file, text: readFileSync(file, 'utf8') })
const tokens = read('web/tokens.css').text
const stylesheets = globSync('web/**/*.css')
  .filter((file) => file !== 'web/tokens.css')
  .map(read)
const components = globSync('web/**/*.{ts,tsx}').map(read)

describe('the stylesheets', () => {
  test('use every token, and no custom property that does not exist', () => {
    expect(unusedTokens(tokens, [...stylesheets, ...components])).toEqual([])
    expect(undefinedProperties(tokens, [...stylesheets, ...components])).toEqual([])
  })

  test('have colors only in tokens.css', () => {
    expect(stylesheets.flatMap(colorLiterals)).toEqual([])
  })

  test('change the layout only at the five breakpoints', () => {
    expect(stylesheets.flatMap((sheet) => wrongBreakpoints(sheet, breakpoints))).toEqual([])
  })

  test('take margins, paddings and gaps from the scale', () => {
    expect(stylesheets.flatMap(spacingLiterals)).toEqual([])
  })

  test('have the stance colors of the pictures that the server draws', () => {
    for (const stance of stances) {
      expect(lightAndDark(tokens, `--color-${stance}-fill`)).toEqual(stanceColors[stance])
    }
  })
})

describe('the check of stylesheets', () => {
  test('finds an unused token and a misspelled custom property', () => {
    expect(unusedTokens(':root { --a: 1px; --b: 2px; }', [sheet('p { top: var(--b); }')])).toEqual(['--a'])
    expect(
      undefinedProperties(':root { --a: 1px; }', [sheet('p { --c: 0; top: var(--d, var(--c)); }')]),
    ).toEqual(['a.css: --d'])
  })

  test('finds color literals, but not system colors or names that contain a color', () => {
    expect(
      colorLiterals(sheet('p { color: #fff; border: 1px solid rgb(0 0 0 / 0.5) } q { color: white; }')),
    ).toHaveLength(3)
    expect(
      colorLiterals(
        sheet('p { background: Canvas; color: var(--color-red); white-space: nowrap; } #fade { top: 0; }'),
      ),
    ).toEqual([])
  })

  test('finds widths that are not breakpoints, and other ways to write them', () => {
    const violations = [
      '(width < 47rem)',
      '(max-width: 48rem)',
      '(min-width: 67.5rem)',
      '(48px < width < 80rem)',
    ].flatMap((condition) => wrongBreakpoints(sheet(`@media ${condition} { p { top: 0; } }`), breakpoints))
    expect(violations).toHaveLength(4)
    const fine =
      '@media print { } @media (width >= 48rem) and (forced-colors: active) { } @container (width < 7rem) { }'
    expect(wrongBreakpoints(sheet(fine), breakpoints)).toEqual([])
  })

  test('finds spacing off the scale', () => {
    expect(
      spacingLiterals(sheet('p { margin: 0 0.3rem; padding: calc(var(--space-1) + 2px); gap: 1rem; }')),
    ).toHaveLength(3)
    expect(
      spacingLiterals(
        sheet('p { margin: 0 auto -1px; padding: 4% 0.5em; width: 3rem; scroll-margin: 1rem; }'),
      ),
    ).toEqual([])
  })
})
