import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { languages } from '#server/platform/language/catalogs.ts'

// Builds the pages when dist/ is missing or was built from other sources. The bundler is loaded only then so that an
// installation without development dependencies starts with the pages that were built before.
const root = fileURLToPath(new URL('..', import.meta.url))
const sources = [
  'web',
  'contract',
  'languages',
  'public',
  'index.html',
  'shared-bill.html',
  'vite.config.ts',
  'tsconfig.json',
  'scripts/build',
  'server/platform/language/catalogs.ts',
  'package.json',
  'package-lock.json',
]
// The stamp is in dist/ so that it is copied and deleted together with the pages that it describes.
const stamp = join(root, 'dist/.sources')
const sourceHash = hashSources()

const isBuilt = existsSync(join(root, 'dist/index.html')) && existsSync(stamp)
if (!isBuilt || readFileSync(stamp, 'utf8') !== sourceHash) {
  process.stderr.write('Building the pages …\n')
  const began = performance.now()
  try {
    // Without this, the NODE_ENV of a development server would result in a development build of React.
    process.env['NODE_ENV'] = 'production'
    const { build } = await import('vite')
    for (const { code } of languages) {
      // vite.config.ts is read again for each language.
      process.env['LANGUAGE'] = code
      await build({ root, logLevel: 'warn' })
    }
  } catch (error) {
    process.stderr.write(`The pages could not be built: ${inOneSentence(error)}\n`)
    process.exit(1)
  }
  writeFileSync(stamp, sourceHash)
  process.stderr.write(`Built in ${Math.round((performance.now() - began) / 100) / 10} s.\n`)
}

function inOneSentence(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
    return 'this installation has no bundler. Copy dist/ from a checkout after "npm run build", or use a release.'
  }
  return error instanceof Error ? error.message : String(error)
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const source of sources.map((name) => join(root, name)).filter((path) => existsSync(path))) {
    for (const file of filesOf(source)) hash.update(relative(root, file)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function filesOf(source: string): string[] {
  if (statSync(source).isFile()) return [source]
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((name) => join(source, name))
    .filter((path) => statSync(path).isFile() && !/\.test\.tsx?$/.test(path))
    .toSorted()
}
