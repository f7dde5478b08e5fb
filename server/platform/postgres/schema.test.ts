import { readFile, readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyTemplate, type TestDatabase } from '#server/testing/postgres/postgres.ts'
import { databaseFolder } from './migrate.ts'

let copy: TestDatabase
let sql: string
beforeAll(async () => {
  copy = await copyTemplate()
  sql = await readSql()
})
afterAll(() => copy.drop())

async function readSql(): Promise<string> {
  const folders = [
    new URL('tables/', databaseFolder),
    new URL('migrations/', databaseFolder),
    new URL('functions/', databaseFolder),
  ]
  const texts = folders.map(async (folder) => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
    return Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))
  })
  return (await Promise.all(texts)).flat().join('\n')
}

type Named = { table: string; name: string }

function triggerName(table: string): RegExp {
  return new RegExp(`^${table}_(before|after)(_(insert|update|delete|truncate))+(_[a-z]+)+$`)
}

describe('the schema', () => {
  test('has exactly the tables that its files create, each with a comment', async () => {
    const tables = await copy.pool<{ name: string; comment: string | null }[]>`
      select relname as name, obj_description(oid, 'pg_class') as comment
        from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`
    const created = [...sql.matchAll(/^create table (\w+)/gm)].map(([, name = '']) => name)
    expect(tables.map(({ name }) => name).toSorted()).toEqual(
      [...created, 'schema_functions', 'schema_migrations'].toSorted(),
    )
    expect(tables.filter(({ comment }) => !comment)).toEqual([])
  })

  test('names every constraint in its files after its table and kind', async () => {
    const constraints = await copy.pool<(Named & { type: string })[]>`
      select coalesce(c.relname, t.typname) as table, k.conname as name, k.contype as type
        from pg_constraint k
        left join pg_class c on c.oid = k.conrelid
        left join pg_type t on t.oid = k.contypid
       where k.connamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f', 'c', 'x')
         and (c.relname is null or c.relname not in ('schema_migrations', 'schema_functions'))`
    const endings: Record<string, string> = { p: '_pkey', u: '_key', f: '_fkey', c: '_check', x: '_excl' }
    const unnamed = constraints.filter(({ name }) => !new RegExp(`constraint ${name}\\b`).test(sql))
    const misnamed = constraints.filter(
      ({ table, name, type }) => !name.startsWith(`${table}_`) || !name.endsWith(endings[type] ?? ''),
    )
    expect({ unnamed, misnamed }).toEqual({ unnamed: [], misnamed: [] })
  })

  test('has no index without a comment that says which query it serves', async () => {
    const indexes = await copy.pool<(Named & { comment: string | null })[]>`
      select t.relname as table, c.relname as name, obj_description(c.oid, 'pg_class') as comment
        from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
       where c.relnamespace = 'public'::regnamespace
         and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))`
    expect(indexes.filter(({ table, name, comment }) => !comment || !name.startsWith(`${table}_`))).toEqual(
      [],
    )
  })

  test('names every trigger <table>_<timing>_<event>_<effect>', async () => {
    const triggers = await copy.pool<Named[]>`
      select c.relname as table, g.tgname as name from pg_trigger g join pg_class c on c.oid = g.tgrelid
       where c.relnamespace = 'public'::regnamespace and not g.tgisinternal`
    expect(triggers.filter(({ table, name }) => !triggerName(table).test(name))).toEqual([])
    expect(triggers.length).toBeGreaterThan(0)
  })

  test('explains every domain', async () => {
    const domains = await copy.pool<{ name: string; comment: string | null }[]>`
      select typname as name, obj_description(oid, 'pg_type') as comment
        from pg_type where typnamespace = 'public'::regnamespace and typtype = 'd'`
    expect(domains.length).toBeGreaterThan(0)
    expect(domains.filter(({ comment }) => !comment)).toEqual([])
  })
})
