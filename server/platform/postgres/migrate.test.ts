import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { copyTemplate, type TestDatabase } from '#server/testing/postgres/postgres.ts'
import { openPool, operatorLimits } from './db.ts'
import { migrate } from './migrate.ts'

const cleanUps: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
})

/** Creates a folder of SQL like db/, with these files in `schema/` and `migrations/`. */
async function release(files: Record<string, string>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'hurd-migrations-'))
  cleanUps.push(() => rm(folder, { recursive: true }))
  for (const part of ['schema', 'migrations']) await mkdir(join(folder, part))
  for (const [path, sql] of Object.entries(files)) await writeFile(join(folder, path), sql)
  return pathToFileURL(`${folder}/`)
}

const schema = {
  'schema/10_people.sql': 'create table people (name text)',
  'schema/20_names.sql': "; insert into people values ('Ada')",
}
const first = { ...schema, 'migrations/002_ages.sql': 'alter table people add age int' }

describe('migrate', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await copyTemplate('empty')
    return () => database.drop()
  })

  test('applies the files of the schema in order as the first migration, then the others, once', async () => {
    const folder = await release(first)
    expect(await migrate(database.pool, { folder })).toEqual(['001_schema', '002_ages'])
    expect(await migrate(database.pool, { folder })).toEqual([])
    expect(await database.pool`select version, name from schema_migrations order by version`).toEqual([
      { version: 1, name: 'schema' },
      { version: 2, name: 'ages' },
    ])
    expect(await database.pool`select * from people`).toEqual([{ name: 'Ada', age: null }])
  })

  test('eight instances that start at once apply every migration once', async () => {
    const folder = await release(first)
    const pools = Array.from({ length: 8 }, () =>
      openPool(database.url, { ...operatorLimits, connections: 1 }),
    )
    const done = await Promise.all(pools.map((pool) => migrate(pool, { folder })))
    await Promise.all(pools.map((pool) => pool.end()))

    expect(done.flat().toSorted()).toEqual(['001_schema', '002_ages'])
    expect(await database.pool`select name from people`).toEqual([{ name: 'Ada' }])
  })

  test('a migration that fails halfway leaves nothing behind', async () => {
    const folder = await release({ ...first, 'migrations/003_bad.sql': 'create table half (); select 1/0' })
    await expect(migrate(database.pool, { folder })).rejects.toThrow('division by zero')

    expect(await database.pool`select to_regclass('half') as half`).toEqual([{ half: null }])
    expect(await database.pool`select max(version) as version from schema_migrations`).toEqual([
      { version: 2 },
    ])
  })

  test('a file changed after it was applied is refused', async () => {
    await migrate(database.pool, { folder: await release(first) })
    const changed = await release({
      ...first,
      'migrations/002_ages.sql': 'alter table people add age bigint',
    })
    await expect(migrate(database.pool, { folder: changed })).rejects.toThrow(
      'The migration 002_ages was changed after it was applied',
    )
    const otherSchema = await release({ ...first, 'schema/20_names.sql': '' })
    await expect(migrate(database.pool, { folder: otherSchema })).rejects.toThrow(
      'The migration 001_schema was changed after it was applied',
    )
  })

  test('a database made by a newer release is refused', async () => {
    await migrate(database.pool, { folder: await release(first) })
    const older = await release(schema)
    await expect(migrate(database.pool, { folder: older })).rejects.toThrow(
      'The database was made by a newer release of Hurd (its schema is 2, this release knows 1)',
    )
  })

  test('a migration waits for a table that a long request has locked, in short attempts that let other requests use it', async () => {
    await migrate(database.pool, { folder: await release(schema) })
    const folder = await release(first)
    const holder = openPool(database.url, operatorLimits)
    let migrating: Promise<string[]> | undefined
    await holder.begin(async (tx) => {
      await tx`select * from people`
      migrating = migrate(database.pool, { folder })
      await vi.waitUntil(async () => {
        const waiting = await database.pool`select from pg_locks where not granted and locktype = 'relation'`
        return waiting.length > 0
      })
      // This query waits behind the migration's lock request, so it gets its answer only when the migration yields.
      expect(await database.pool`select name from people`).toEqual([{ name: 'Ada' }])
    })
    expect(await migrating).toEqual(['002_ages'])
    await holder.end()
  })

  test('a wrong name and a number used twice are refused', async () => {
    const wrong = await release({ 'migrations/people.sql': '' })
    await expect(migrate(database.pool, { folder: wrong })).rejects.toThrow('people.sql must be named like')
    const wrongModule = await release({ 'schema/people.sql': '' })
    await expect(migrate(database.pool, { folder: wrongModule })).rejects.toThrow(
      'people.sql must be named like',
    )
    const twice = await release({ 'migrations/002_a.sql': '', 'migrations/002_b.sql': '' })
    await expect(migrate(database.pool, { folder: twice })).rejects.toThrow(
      'Two migrations have the number 002',
    )
  })

  test('a schema whose second file fails leaves nothing of the first file behind', async () => {
    const folder = await release({ ...schema, 'schema/20_names.sql': '; select 1/0' })
    await expect(migrate(database.pool, { folder })).rejects.toThrow('division by zero')
    expect(await database.pool`select to_regclass('people') as people`).toEqual([{ people: null }])
  })
})
