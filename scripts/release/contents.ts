import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Package } from './packages.ts'

/** Folders of the repository that a release contains. */
const folders = new Set(['bin', 'contract', 'db', 'deploy', 'docs', 'languages', 'server'])
const files = new Set([
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'compose.yaml',
  'scripts/bootstrap.mjs',
  'scripts/hurd.mjs',
  'scripts/server.env',
  'scripts/start.mjs',
  'scripts/verify-tally.mjs',
])
/** Files in these folders that only tests and developers use. */
const unused = [/\.test\.tsx?$/, /^server\/testing\//, /\/fixtures\//, /^docs\/.*\.(png|tsv)$/]

/** The files of a release that are in the repository, and the built pages: paths from the root, with `/`. */
export function ownFiles(root: string): string[] {
  // Includes files that are not committed yet so that the package has everything in the developer's checkout.
  const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const sources = paths
    .split('\n')
    .filter((path) => files.has(path) || folders.has(path.split('/')[0] ?? ''))
    .filter((path) => !unused.some((pattern) => pattern.test(path)))
  const pages = filesIn(join(root, 'dist'))
    .filter((name) => name !== '.sources')
    .map((name) => `dist/${name}`)
  return [...sources, ...pages].toSorted()
}

/** Files of packages that no program loads. */
const unloaded = [
  /\.(map|a|pc)$/,
  // Node does not load TypeScript from packages.
  /\.[mc]?tsx?$/,
  /\.test\.[mc]?js$/,
  /^(test|tests|spec|fixtures|__tests__|docs|examples|benchmarks?|coverage|\.github)\//,
]

/** Packages that also contain their code in forms for browsers and for require(), which the server does not use. */
const otherForms: Record<string, RegExp> = {
  'csv-parse': /^dist\//,
  dayjs: /^esm\//,
  diff: /^(dist|libcjs)\//,
  'lru-cache': /^dist\/\w+\/(browser|react-native)\//,
}

/** The files of a package that a release contains. */
export function packageFiles(root: string, { folder, name }: Package): string[] {
  // Node's headers alone take 60 MB.
  const isNode = /^node-\w+-\w+$/.test(name)
  return (
    filesIn(join(root, folder))
      .filter((file) => !file.startsWith('node_modules/'))
      .filter((file) => !unloaded.some((pattern) => pattern.test(file)))
      .filter((file) => !otherForms[name]?.test(file))
      // Packages for the runtime Bare contain compiled parts for every system. Node never loads them.
      .filter((file) => !name.startsWith('bare-') || !file.startsWith('prebuilds/'))
      .filter((file) => !isNode || /^(bin\/|LICENSE$|package\.json$)/.test(file))
      .map((file) => `${folder}/${file}`)
  )
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
}
