import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ownFunction = fileURLToPath(new URL('../../web/kit/ui/createIcon.ts', import.meta.url))

/** The icons of lucide-react with a smaller function that makes components of them. */
export function smallIcons(): Plugin {
  return {
    name: 'small-icons',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ },
      handler() {
        return `export { default } from ${JSON.stringify(ownFunction)}`
      },
    },
  }
}
