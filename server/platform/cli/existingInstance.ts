import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from '#server/platform/postgres/db.ts'
import { maskPasswords } from '#server/platform/settings/describeEnv.ts'
import type { Env } from '#server/platform/settings/env.ts'
import { CommandError, type Command } from './command.ts'

/**
 * Only imports, `restore` and `seed` may create a database. Any other command would otherwise work on an empty database if its
 * settings are missing.
 */
export function mayCreate({ words }: Command): boolean {
  return words.includes('import') || words[0] === 'restore' || words[0] === 'seed'
}

/** Returns the description of the command's database, which is printed before the output. */
export function describeDatabase(env: Env): string {
  return env.databaseUrl ? maskPasswords(env.databaseUrl) : `the built-in one in ${env.dataDir}`
}

/** Throws `CommandError` if DATA_DIR has no database. With DATABASE_URL, `requireSchema` decides. */
export function requireDataDir(env: Env): void {
  if (env.databaseUrl || existsSync(join(env.dataDir, 'postgres', 'PG_VERSION'))) return
  throw new CommandError(
    `There is no database in ${env.dataDir}: set DATA_DIR, DATABASE_URL or HURD_ENV_FILE as for the server, or start the server once.`,
  )
}

/** Throws `CommandError` if the database has no tables of Hurd. */
export async function requireSchema(pool: Pool, env: Env): Promise<void> {
  const [row] = await pool<{ exists: boolean }[]>`
    select to_regclass('schema_migrations') is not null as exists`
  if (row?.exists) return
  throw new CommandError(`The database ${describeDatabase(env)} is empty: start the server once.`)
}
