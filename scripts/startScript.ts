import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const source = '/web/start.ts'

/**
 * Builds web/start.ts into a script of its own that runs while the page's <head> is read, because a module would wait until
 * the page is parsed. In development it stays a module.
 */
export function startScript(): Plugin {
  let fileName = ''
  return {
    name: 'start-script',
    apply: 'build',
    async buildStart() {
      const code = await bundle()
      const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8)
      fileName = `assets/start-${hash}.js`
      this.emitFile({ type: 'asset', fileName, source: code })
    },
    transformIndexHtml: {
      order: 'pre',
      handler(html) {
        const module = `<script type="module" src="${source}"></script>`
        if (!html.includes(module)) throw new Error(`index.html does not load ${source}`)
        return html.replace(module, `<script vite-ignore src="/${fileName}"></script>`)
      },
    },
  }
}

async function bundle(): Promise<string> {
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
