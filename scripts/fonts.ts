import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

// `npm run fonts` writes the small fonts of web/fonts/, which are parts of the complete fonts of the dependencies. web/base.css
// declares both, and lists the common ranges of this file so that a page loads the complete fonts only for other characters.

const root = new URL('../', import.meta.url)

/** The characters of nearly all text. The accented letters are those of Spanish names. */
export const commonRanges: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  ...Array.from('§©·ÁÉÍÑÓ×ÚÜáéíñóúü', (letter) => [codeOf(letter), codeOf(letter)] as const),
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
]

type SmallFont = {
  file: string
  source: string
  axes: Record<string, number | { min: number; max: number }>
  /** The typographic features that the styles use. By default, all features are kept. */
  features?: string[]
  /** Leaves out forms of characters that only typographic features show, such as small capitals. */
  isPlain?: boolean
}

const smallFonts: readonly SmallFont[] = [
  {
    file: 'public-sans-common.woff2',
    source: '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2',
    // No text is thinner or bolder than this.
    axes: { wght: { min: 400, max: 700 } },
    features: ['kern', 'liga', 'tnum', 'mark', 'mkmk', 'ccmp', 'locl'],
  },
  {
    // Titles have one weight, and a font of one weight has less than half the size.
    file: 'source-serif-4-titles.woff2',
    source: '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
    axes: { wght: 650 },
    isPlain: true,
  },
]

function codeOf(letter: string): number {
  return letter.codePointAt(0) ?? 0
}

/** The small fonts by the path of their file. */
export async function makeSmallFonts(): Promise<Map<string, Buffer>> {
  const text = commonRanges
    .map(([from, to]) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at)))
    .join('')
  const fonts = new Map<string, Buffer>()
  for (const { file, source, axes, features, isPlain = false } of smallFonts) {
    const complete = readFileSync(new URL(`node_modules/${source}`, root))
    const options = {
      targetFormat: 'woff2' as const,
      variationAxes: axes,
      noLayoutClosure: isPlain,
      // Browsers need neither HVAR, because the shapes of the letters contain their widths, nor STAT, the names of the styles.
      ...(features && { keepFeatures: features, dropTables: ['HVAR', 'STAT'] }),
    }
    // oxlint-disable-next-line no-await-in-loop -- one font at a time uses the memory of the library
    fonts.set(fileURLToPath(new URL(`web/fonts/${file}`, root)), await subsetFont(complete, text, options))
  }
  return fonts
}

if (import.meta.main) {
  mkdirSync(new URL('web/fonts', root), { recursive: true })
  for (const [path, content] of await makeSmallFonts()) writeFileSync(path, content)
}
