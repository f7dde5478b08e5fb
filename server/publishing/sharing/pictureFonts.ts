import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The family names as the font files spell them. The name of Public Sans includes its default weight. */
export const pictureFonts = { sans: 'Public Sans Thin', serif: 'Source Serif 4' } as const

let prepared: Promise<void> | null = null

/**
 * Registers the fonts in `fonts/` with fontconfig, which sharp uses to draw text so that a picture looks the same on
 * every machine. Call it before the process draws its first text.
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
  const config = join(folder, 'fonts.conf')
  await writeFile(config, fontConfig(join(folder, 'cache')))
  process.env['FONTCONFIG_FILE'] = config
}

/**
 * Returns a configuration that includes the machine's own configuration, because the machine's fonts cover scripts that
 * ours lack.
 */
function fontConfig(cache: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fileURLToPath(new URL('fonts', import.meta.url))}</dir>
  <cachedir>${cache}</cachedir>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
</fontconfig>
`
}
