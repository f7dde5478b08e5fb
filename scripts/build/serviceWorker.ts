import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const source = fileURLToPath(new URL('../../web/offline/worker/serviceWorker.ts', import.meta.url))

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
      this.emitFile({ type: 'asset', fileName, source: await bundleWorker(hash.digest('hex').slice(0, 16)) })
    },
  }
}

async function bundleWorker(buildId: string): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { buildId: JSON.stringify(buildId) },
    build: { write: false, target: 'es2022', lib: { entry: source, formats: ['iife'], name: 'worker' } },
  })
  const output = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const chunk = output.find((file) => file.type === 'chunk')
  if (!chunk) throw new Error('The service worker could not be built')
  return chunk.code
}
