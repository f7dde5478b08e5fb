import { brandPalette } from '#contract/branding/brandColors.ts'
import { styleElement, type Html } from '#server/platform/http/pages/html.ts'

/**
 * Writes the tokens of web/tokens.css that depend on the brand color, for both themes. Null if the instance has the color
 * of Hurd. The page's policy permits the element by its hash. Printed pages are always light.
 */
export function brandStyles(color: string): Html | null {
  if (color === '') return null
  const { light, dark } = brandPalette(color)
  const onWhite = `--plum-700:${light['brand-text']};--plum-100:${light['brand-tint-strong']};`
  return styleElement(
    `:root{${onWhite}${tokens(light)}}` +
      `@media screen{:root[data-theme='dark']{${tokens(dark)}}}` +
      `@media screen and (prefers-color-scheme:dark){:root:not([data-theme='light']){${tokens(dark)}}}`,
  )
}

function tokens(colors: Readonly<Record<string, string>>): string {
  return Object.entries(colors)
    .map(([name, value]) => `--color-${name}:${value};`)
    .join('')
}
