import { existsSync } from 'node:fs'
import { rmSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readWoff2 } from './woff2.ts'

const fonts = ['public-sans/files/public-sans', 'source-serif-4/files/source-serif-4'].flatMap((font) =>
  ['latin', 'latin-ext'].map((part) => `@fontsource-variable/${font}-${part}-wght-normal.woff2`),
)

/** Names that the font files give themselves; a thin one is the first of its weights. */
export const pictureFonts = { sans: 'Public Sans Thin', serif: 'Source Serif 4' } as const

let prepared: Promise<void> | null = null

/**
 * Makes the product's own fonts known to what draws text in pictures (fontconfig inside of sharp), on a machine with
 * fonts of its own or without any. Once a process, before its first picture with text; without the packages the
 * machine's fonts have to do.
 */
export function preparePictureFonts(): Promise<void> {
  prepared ??= prepare().catch((error: unknown) => {
    prepared = null
    throw error
  })
  return prepared
}

async function prepare(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hurd-fonts-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const font of fonts) {
    const file = fileURLToPath(new URL(`../../node_modules/${font}`, import.meta.url))
    if (!existsSync(file)) continue
    await writeFile(join(folder, `${basename(font, '.woff2')}.ttf`), readWoff2(await readFile(file)))
  }
  const settings = join(folder, 'fonts.conf')
  await writeFile(settings, fontSettings(folder))
  // Read by fontconfig when it draws its first letter. The machine's own settings come along for other scripts.
  process.env['FONTCONFIG_FILE'] = settings
}

function fontSettings(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <cachedir>${join(folder, 'cache')}</cachedir>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
</fontconfig>
`
}
