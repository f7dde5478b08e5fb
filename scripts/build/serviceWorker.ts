import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { bundleScript } from './bundleScript.ts'

const source = 'web/offline/worker/serviceWorker.ts'

/** The worker is at the root, because a worker controls only pages below its own path. */
const fileName = 'service-worker.js'

/**
 * Builds the service worker with the id of the build, a hash of the names of all files and of the pages. In development there
 * is none, because it would answer with files of an earlier build.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const hash = createHash('sha256')
      for (const name of Object.keys(bundle).toSorted()) {
        const file = bundle[name]
        hash.update(`${name}\n`).update(file?.type === 'asset' && name.endsWith('.html') ? file.source : '')
      }
      const buildId = JSON.stringify(hash.digest('hex').slice(0, 16))
      this.emitFile({ type: 'asset', fileName, source: await bundleScript(source, { buildId }) })
    },
  }
}
