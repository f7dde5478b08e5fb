import type { Plugin } from 'vite'
import { bundleScript } from './bundleScript.ts'

/** The script of each page that runs first. */
const sources: Readonly<Record<string, string>> = {
  '/index.html': 'web/start.ts',
  '/shared-bill.html': 'web/startSharedBill.ts',
}

/**
 * Builds the first script of each page and writes it into the page's <head>, because a module would wait until the page is
 * parsed and another file would need another request. The server permits it by its hash. In development it stays a module.
 */
export function startScript(): Plugin {
  const scripts = new Map<string, string>()
  return {
    name: 'start-script',
    apply: 'build',
    async buildStart() {
      for (const [page, source] of Object.entries(sources)) scripts.set(page, await bundleScript(source))
    },
    transformIndexHtml: {
      order: 'pre',
      handler(html, { path }) {
        const module = `<script type="module" src="/${sources[path]}"></script>`
        const code = scripts.get(path)
        if (!code || !html.includes(module)) throw new Error(`${path} does not load ${sources[path]}`)
        return html.replace(module, () => `<script>${code.trim()}</script>`)
      },
    },
  }
}
