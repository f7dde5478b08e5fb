import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

// Builds the pages when dist/ is missing or was built from other sources.
const root = fileURLToPath(new URL('..', import.meta.url))
const sources = [
  'web',
  'contract',
  'public',
  'index.html',
  'vite.config.ts',
  'scripts/build',
  'package-lock.json',
]
const stamp = join(root, 'node_modules/.hurd-pages')
const wanted = hashSources()

const isBuilt = existsSync(join(root, 'dist/index.html')) && existsSync(stamp)
if (!isBuilt || readFileSync(stamp, 'utf8') !== wanted) {
  process.stderr.write('Building the pages …\n')
  const began = performance.now()
  try {
    // The API's NODE_ENV must not lead to a development build of React.
    process.env['NODE_ENV'] = 'production'
    await build({ root, logLevel: 'warn' })
  } catch (error) {
    process.stderr.write(
      `The pages could not be built: ${error instanceof Error ? error.message : String(error)}\n`,
    )
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
  process.stderr.write(`Built in ${Math.round((performance.now() - began) / 100) / 10} s.\n`)
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const source of sources.map((name) => join(root, name)).filter((path) => existsSync(path))) {
    for (const file of filesOf(source)) hash.update(file).update(readFileSync(file))
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
