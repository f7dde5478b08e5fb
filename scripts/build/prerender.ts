import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import type { Appearance } from '#web/prerender.tsx'
import { scopedNames } from './scopedNames.ts'
import { smallIcons } from './smallIcons.ts'
import { translations } from './translations.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type Markup = { signIn: string; earlyFeed: string; loading: string }

type Render = (shown: Appearance) => Promise<string>

/**
 * Renders, without a browser, what the pages contain before their code is loaded (web/prerender.tsx). The result has one item
 * for each name and logo.
 */
export async function prerenderPages(sites: readonly Appearance[]): Promise<Markup[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hurd-prerender-'))
  try {
    const built = await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      plugins: [translations(), react(), smallIcons()],
      css: { modules: { generateScopedName: scopedNames() } },
      ssr: { noExternal: true },
      build: {
        write: false,
        ssr: 'web/prerender.tsx',
        target: 'node24',
        rolldownOptions: { output: { codeSplitting: false } },
      },
    })
    const code = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
    const chunk = code.find((file) => file.type === 'chunk')
    if (!chunk) throw new Error('web/prerender.tsx could not be built')
    const file = join(folder, 'prerender.mjs')
    await writeFile(file, chunk.code)
    const module: Record<'signInMarkup' | 'earlyFeedMarkup' | 'loadingMarkup', Render> = await import(
      pathToFileURL(file).href
    )
    const markups: Markup[] = []
    for (const shown of sites) {
      // One after the other, because the site is the same for everything that is rendered at the same time.
      markups.push({
        signIn: await module.signInMarkup(shown),
        earlyFeed: await module.earlyFeedMarkup(shown),
        loading: await module.loadingMarkup(shown),
      })
    }
    return markups
  } finally {
    await rm(folder, { recursive: true })
  }
}
