import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|html|svg|json)$/
/** Smaller files gain nothing from compression. */
const minBytes = 1024

/** Writes a brotli and a gzip file beside each built file, because compressing at every request is far more expensive. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const file = join(folder, name)
        if (!compressible.test(name) || statSync(file).size < minBytes || isCompressed(file)) continue
        const content = readFileSync(file)
        const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
        writeFileSync(`${file}.br`, brotliCompressSync(content, { params: quality }))
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}

/** True for a file of an earlier language, whose build is the same. */
function isCompressed(file: string): boolean {
  const compressed = statSync(`${file}.br`, { throwIfNoEntry: false })
  return compressed !== undefined && compressed.mtimeMs >= statSync(file).mtimeMs
}
