import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { contractWithoutShapes } from './contractWithoutShapes.ts'
import { translations } from './translations.ts'

/** Builds a module of web/ as one script that has no imports, apart from the pages. */
export async function bundleScript(
  source: string,
  define: Readonly<Record<string, string>> = {},
): Promise<string> {
  const entry = fileURLToPath(new URL(`../../${source}`, import.meta.url))
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define,
    plugins: [translations(), contractWithoutShapes()],
    build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'script' } },
  })
  const output = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const chunk = output.find((file) => file.type === 'chunk')
  if (!chunk) throw new Error(`${source} could not be built`)
  return chunk.code
}
