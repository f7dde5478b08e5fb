import { appendFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addBookmark, followTopic, getBill, takeStance } from '#contract/bills/bills.ts'
import { postComment, voteOnComment } from '#contract/discussions.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { copyTemplate, type TestDatabase } from '#server/testing/postgres/postgres.ts'
import { startTestServer } from '#server/testing/testServer.ts'
import { openPool, operatorLimits, type Pool } from './db.ts'
import { databaseFolder, migrate } from './migrate.ts'

const cleanUps: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
})

/** Creates a folder of SQL like db/, with these files in `tables/` and `migrations/`. */
async function release(files: Record<string, string>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'hurd-migrations-'))
  cleanUps.push(() => rm(folder, { recursive: true }))
  for (const part of ['tables', 'migrations', 'functions']) await mkdir(join(folder, part))
  for (const [path, sql] of Object.entries(files)) await writeFile(join(folder, path), sql)
  return pathToFileURL(`${folder}/`)
}

/** Creates a copy of the schema of this release that has this SQL at the end of a file as well. */
async function releaseLikeThis(path: string, sql: string): Promise<URL> {
  const folder = await release({})
  for (const part of ['tables', 'migrations', 'functions']) {
    await cp(new URL(part, databaseFolder), new URL(part, folder), { recursive: true })
  }
  await appendFile(new URL(path, folder), sql)
  return folder
}

const schema = {
  'tables/10_people.sql': 'create table people (name text)',
  'tables/20_names.sql': "; insert into people values ('Ada')",
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
    expect(await migrate(database.pool, { folder })).toEqual(['001_schema', '002_ages', 'functions'])
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

    expect(done.flat().toSorted()).toEqual(['001_schema', '002_ages', 'functions'])
    expect(await database.pool`select name from people`).toEqual([{ name: 'Ada' }])
  })

  test('a migration that fails halfway leaves nothing behind', async () => {
    const folder = await release({ ...first, 'migrations/003_bad.sql': 'create table half (); select 1/0' })
    await expect(migrate(database.pool, { folder })).rejects.toThrow('division by zero')

    expect(await database.pool`select to_regclass('half') as half`).toEqual([{ half: null }])
    expect(await database.pool`select to_regclass('people') as people`).toEqual([{ people: null }])
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
    const otherSchema = await release({ ...first, 'tables/20_names.sql': '' })
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
        const waiting = await database.pool`
          select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
           where not granted and locktype = 'relation'`
        return waiting.length > 0
      }, 15_000)
      // This query waits behind the migration's lock request, so it gets its response only when the migration yields.
      expect(await database.pool`select name from people`).toEqual([{ name: 'Ada' }])
    })
    expect(await migrating).toEqual(['002_ages'])
    await holder.end()
  })

  test('a migration may take longer than the server allows for other statements', async () => {
    // Without a byte from the server, other statements of this pool count as lost after 2.5 s.
    const pool = openPool(database.url, { connections: 1, statement: 500 })
    const folder = await release({ ...schema, 'migrations/002_slow.sql': 'select pg_sleep(3)' })
    expect(await migrate(pool, { folder })).toEqual(['001_schema', '002_slow', 'functions'])
    await pool.end()
  })

  test('a wrong name and a number used twice are refused', async () => {
    const wrong = await release({ 'migrations/people.sql': '' })
    await expect(migrate(database.pool, { folder: wrong })).rejects.toThrow('people.sql must be named like')
    const wrongModule = await release({ 'tables/people.sql': '' })
    await expect(migrate(database.pool, { folder: wrongModule })).rejects.toThrow(
      'people.sql must be named like',
    )
    const twice = await release({ 'migrations/002_a.sql': '', 'migrations/002_b.sql': '' })
    await expect(migrate(database.pool, { folder: twice })).rejects.toThrow(
      'Two migrations have the number 002',
    )
  })

  test('a schema whose second file fails leaves nothing of the first file behind', async () => {
    const folder = await release({ ...schema, 'tables/20_names.sql': '; select 1/0' })
    await expect(migrate(database.pool, { folder })).rejects.toThrow('division by zero')
    expect(await database.pool`select to_regclass('people') as people`).toEqual([{ people: null }])
  })

  describe('functions, views and triggers', () => {
    const withFunctions = {
      ...schema,
      'functions/names.sql': `
        create view initials as select left(name, shown_letters()) as initial from people;
        create trigger people_before_insert_trim before insert on people for each row execute function trim_name();`,
      'functions/a_functions.sql': `
        create function shown_letters() returns int language sql return 1;
        create function trim_name() returns trigger language plpgsql as $$
          begin new.name := trim(new.name); return new; end $$;`,
    }

    test('are replaced by those of a release that changed them, and the rows stay', async () => {
      expect(await migrate(database.pool, { folder: await release(withFunctions) })).toEqual([
        '001_schema',
        'functions',
      ])
      await database.pool`insert into people values ('  Grace ')`
      const changed = await release({
        ...withFunctions,
        'functions/a_functions.sql': withFunctions['functions/a_functions.sql'].replace(
          'return 1',
          'return 2',
        ),
        'functions/names.sql':
          'create view initials as select left(name, shown_letters()) as letters from people;',
      })
      expect(await migrate(database.pool, { folder: changed })).toEqual(['functions'])

      expect(await database.pool`select letters from initials`).toEqual([
        { letters: 'Ad' },
        { letters: 'Gr' },
      ])
      expect(await database.pool`select tgname from pg_trigger where not tgisinternal`).toEqual([])
      expect(await migrate(database.pool, { folder: changed })).toEqual([])
    })

    test('let a migration change a column that a view shows', async () => {
      await migrate(database.pool, { folder: await release(withFunctions) })
      const folder = await release({
        ...withFunctions,
        'migrations/002_names.sql': 'alter table people alter column name type varchar(100)',
      })
      expect(await migrate(database.pool, { folder })).toEqual(['002_names'])
      expect(await database.pool`select initial from initials`).toEqual([{ initial: 'A' }])
    })

    test('that fail leave those of the previous release in place', async () => {
      await migrate(database.pool, { folder: await release(withFunctions) })
      const broken = await release({
        ...withFunctions,
        'functions/z.sql': 'create view broken as select nothing;',
      })
      await expect(migrate(database.pool, { folder: broken })).rejects.toThrow(
        'column "nothing" does not exist',
      )
      expect(await database.pool`select initial from initials`).toEqual([{ initial: 'A' }])
    })

    test('that a table uses stay with it', async () => {
      const folder = await release({
        'tables/10_people.sql': `
          create function key_of(name text) returns text language sql immutable return lower(name);
          create table people (name text, name_key text generated always as (key_of(name)) stored);`,
        'functions/names.sql': 'create view names as select name_key from people;',
      })
      await migrate(database.pool, { folder })
      const without = await release({
        'tables/10_people.sql': `
          create function key_of(name text) returns text language sql immutable return lower(name);
          create table people (name text, name_key text generated always as (key_of(name)) stored);`,
      })
      expect(await migrate(database.pool, { folder: without })).toEqual(['functions'])
      await database.pool`insert into people values ('Ada')`
      expect(await database.pool`select name_key from people`).toEqual([{ name_key: 'ada' }])
      expect(await database.pool`select to_regclass('names') as names`).toEqual([{ names: null }])
    })
  })
})

describe('the schema of this release', () => {
  // covers HURD-MIGRATE-01
  test('with rows of members and the functions of an older release is upgraded: every row stays, and every count is right', async () => {
    const app = await startTestServer()
    const pool = openPool(app.databaseUrl, operatorLimits)
    const current = await definitions(pool)
    const older = await releaseLikeThis(
      'functions/46_bill_counters.sql',
      `create view bills_of_members as select user_id, b.* from stances join bills b using (bill_id);
       create function count_stance() returns trigger language plpgsql as $$ begin return null; end $$;
       create trigger stances_after_insert_count_stance after insert on stances for each row execute function count_stance();
       create or replace function lock_bill_counters() returns void language sql return null;`,
    )
    expect(await migrate(pool, { folder: older })).toEqual(['functions'])

    const { bill_id: id } = await app.bill('A Bill Before the Upgrade')
    const [ana, ben] = [await app.member('ana'), await app.member('ben')]
    const post = { id, category_id: 'general-discussion', content: 'Before the upgrade' } as const
    for (const person of [ana, ben]) await person.call(takeStance, { id, stance: 'support' })
    const { comment } = await ana.call(postComment, post)
    await ben.call(voteOnComment, { id: comment.comment_id, vote_type: 'upvote' })
    await ben.call(addBookmark, { id })
    await ben.call(followTopic, { topic: 'health' })
    await ben.runWorkers()
    const rows = await rowsOfMembers(pool)

    // The next release also changes a column that a view shows.
    const next = await releaseLikeThis(
      'migrations/900_topics.sql',
      'alter table topic_follows alter column topic type varchar(100);',
    )
    expect(await migrate(pool, { folder: next })).toEqual(['900_topics', 'functions'])
    expect(await migrate(pool, { folder: next })).toEqual([])
    expect(await rowsOfMembers(pool)).toEqual(rows)
    expect(await definitions(pool)).toEqual(current)
    expect(await findProblems(pool)).toEqual([])

    await ana.call(postComment, { ...post, content: 'After the upgrade' })
    expect((await ben.call(getBill, { id })).bill).toMatchObject({ support_count: 2, discussion_count: 2 })
    expect(await findProblems(pool)).toEqual([])
    await pool.end()
    await app.close()
  })
})

/** Lists the functions, views and triggers of the schema. */
async function definitions(pool: Pool): Promise<string[]> {
  const rows = await pool<{ definition: string }[]>`
    select pg_get_functiondef(oid) as definition from pg_proc
     where pronamespace = 'public'::regnamespace and prokind = 'f'
    union all
    select concat(relname, ': ', pg_get_viewdef(oid)) from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'v'
    union all
    select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal and tgparentid = 0
     order by 1`
  return rows.map(({ definition }) => definition)
}

/** Returns the rows of the tables that the calls of members fill, each as JSON. */
async function rowsOfMembers(pool: Pool): Promise<Record<string, string[]>> {
  const tables = [
    'users',
    'bills',
    'stances',
    'stance_changes',
    'bill_comments',
    'comment_votes',
    'bookmarks',
  ]
  const found = await Promise.all(
    [...tables, 'topic_follows'].map(async (table) => {
      const rows = await pool<{ row: string }[]>`
        select row_to_json(t)::text as row from ${pool(table)} t order by 1`
      expect(rows, table).not.toEqual([])
      return [table, rows.map(({ row }) => row)] as const
    }),
  )
  return Object.fromEntries(found)
}
