import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

/** The script of each page that runs first. */
const sources: Readonly<Record<string, string>> = {
  '/index.html': '/web/start.ts',
  '/shared-bill.html': '/web/startSharedBill.ts',
}

/**
 * Builds the first script of each page into a script of its own that runs while the page's <head> is read, because a module
 * would wait until the page is parsed. In development it stays a module.
 */
export function startScript(): Plugin {
  const fileNames = new Map<string, string>()
  return {
    name: 'start-script',
    apply: 'build',
    async buildStart() {
      for (const [page, source] of Object.entries(sources)) {
        const code = await bundle(source)
        const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8)
        const fileName = `assets/${basename(source, '.ts')}-${hash}.js`
        this.emitFile({ type: 'asset', fileName, source: code })
        fileNames.set(page, fileName)
      }
    },
    transformIndexHtml: {
      order: 'pre',
      handler(html, { path }) {
        const module = `<script type="module" src="${sources[path]}"></script>`
        if (!html.includes(module)) throw new Error(`${path} does not load ${sources[path]}`)
        return html.replace(module, `<script vite-ignore src="/${fileNames.get(path)}"></script>`)
      },
    },
  }
}

async function bundle(source: string): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: fileURLToPath(new URL(`..${source}`, import.meta.url)),
        formats: ['iife'],
        name: 'start',
      },
    },
  })
  const output = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const chunk = output.find((file) => file.type === 'chunk')
  if (!chunk) throw new Error(`${source} could not be built`)
  return chunk.code
}
