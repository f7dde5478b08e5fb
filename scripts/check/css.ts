/** A stylesheet, or a component that sets custom properties. */
export type Source = { file: string; text: string }

/** The tokens (custom properties) that nothing uses. */
export function unusedTokens(tokens: string, sources: readonly Source[]): string[] {
  const used = new Set<string>()
  for (const { text } of [{ text: tokens }, ...sources]) {
    for (const [, name] of text.matchAll(/var\(\s*(--[\w-]+)/g)) if (name) used.add(name)
  }
  return [...declared(tokens)].filter((name) => !used.has(name))
}

/** Custom properties that are used but neither a token nor set anywhere else. */
export function undefinedProperties(tokens: string, sources: readonly Source[]): string[] {
  const properties = declared(tokens)
  for (const { text } of sources) {
    for (const [, name] of text.matchAll(/['"\s{;](--[\w-]+)['"]?\s*:/g)) if (name) properties.add(name)
  }
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(/var\(\s*(--[\w-]+)/g)]
      .filter(([, name]) => name && !properties.has(name))
      .map(([, name]) => `${file}: ${name}`),
  )
}

const colorLiteral =
  /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|(?<![\w-])(?:white|black|red|green|blue|gray|grey)(?![\w-])/gi

/** Colors that are not tokens. System colors are fine: forced colors and print need them. */
export function colorLiterals({ file, text }: Source): string[] {
  return declarations(text).flatMap(({ property, value }) =>
    [...value.matchAll(colorLiteral)].map(([literal]) => `${file}: ${property}: ${literal}`),
  )
}

const spacing =
  /^(?:(?:margin|padding)(?:-(?:top|right|bottom|left|block|inline)(?:-(?:start|end))?)?|(?:row-|column-)?gap)$/

/** Margins, paddings and gaps in rem or px. A hairline of 1px, and sizes relative to the text or the box, are fine. */
export function spacingLiterals({ file, text }: Source): string[] {
  return declarations(text)
    .filter(
      ({ property, value }) =>
        spacing.test(property) && /(?<![\w.-])-?[\d.]+(?:rem|px)\b/.test(value.replaceAll(/-?\b1px\b/g, '')),
    )
    .map(({ property, value }) => `${file}: ${property}: ${value}`)
}

/** Media queries for a width that is not one of the breakpoints, or not written in range syntax. */
export function wrongBreakpoints(
  { file, text }: Source,
  breakpoints: Readonly<Record<string, number>>,
): string[] {
  const widths = Object.values(breakpoints)
    .map((width) => `${String(width).replace('.', '\\.')}rem`)
    .join('|')
  const allowed = new RegExp(`^\\((?:(?:${widths}) <=? )?width (?:[<>]=? (?:${widths}))\\)$`)
  return [...withoutComments(text).matchAll(/@media([^{]*)\{/g)].flatMap(([, query = '']) =>
    [...query.matchAll(/\([^)]*width[^)]*\)/g)]
      .map(([condition]) => condition)
      .filter((condition) => !allowed.test(condition))
      .map((condition) => `${file}: @media ${condition}`),
  )
}

/** The two colors of a token that is written as light-dark(…), with references to other tokens replaced. */
export function lightAndDark(tokens: string, name: string): { light: string; dark: string } | null {
  const value = valueOf(tokens, name)
  const [, light, dark] = /^light-dark\(([^,]+), ([^)]+\)?)\)$/.exec(value ?? '') ?? []
  return light && dark ? { light: resolve(tokens, light), dark: resolve(tokens, dark) } : null
}

function resolve(tokens: string, value: string): string {
  const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  return name ? (valueOf(tokens, name) ?? value) : value
}

function valueOf(tokens: string, name: string): string | undefined {
  return declarations(tokens).find(({ property }) => property === name)?.value
}

function declared(text: string): Set<string> {
  return new Set(
    declarations(text)
      .map(({ property }) => property)
      .filter((property) => property.startsWith('--')),
  )
}

function declarations(text: string): { property: string; value: string }[] {
  return [...withoutComments(text).matchAll(/(?<=[{;]\s*)([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g)].map(
    ([, property = '', value = '']) => ({ property, value: value.trim() }),
  )
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '')
}
