import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyTemplate, type TestDatabase } from '#server/testing/postgres/postgres.ts'
import { violatedConstraint, databaseErrorKind, openPool, type Pool, requestLimits } from './db.ts'
import { explainError } from './driver.ts'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await copyTemplate('empty')
  pool = openPool(database.url, requestLimits)
  await pool.unsafe(`
    create table things (
      id bigint generated always as identity primary key, name text unique, tags text[], details jsonb, is_open bool,
      hash bytea, made_at timestamptz, day date, price numeric
    );
    create schema other;
    create table other."odd ""name" (a int)`)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

describe('values that are read', () => {
  test.each<[string, unknown]>([
    ["timestamptz '2026-01-31 14:05:00.123456+02'", '2026-01-31T12:05:00.123Z'],
    ["timestamptz '2026-01-31 14:05:00Z'", '2026-01-31T14:05:00.000Z'],
    ["date '2026-01-31'", '2026-01-31'],
    ['9007199254740991::bigint', 9007199254740991],
    ['(-7)::smallint', -7],
    ['42', 42],
    ["'12'::oid", 12],
    ['1.5::float8', 1.5],
    ['0.25::real', 0.25],
    ['12.50::numeric', '12.50'],
    ['true', true],
    ['false', false],
    ['null::int', null],
    [`'{"a": [1, null, "ü"]}'::jsonb`, { a: [1, null, 'ü'] }],
    [`'[1, 2]'::json`, [1, 2]],
    [`'null'::jsonb`, null],
    ["'\\x00ff10'::bytea", Buffer.from([0, 255, 16])],
    ["'\\x'::bytea", Buffer.alloc(0)],
    ["'8c5d4c7e-6f0e-4d4c-9c59-0a8d7c1b2a11'::uuid", '8c5d4c7e-6f0e-4d4c-9c59-0a8d7c1b2a11'],
    ["'🦅 ü'::text", '🦅 ü'],
    ["'pg_class'::regclass", 'pg_class'],
    ["interval '1 day 2 hours'", '1 day 02:00:00'],
    [
      "array['a', 'b,c', 'd\"e', 'f\\g', '', null, 'NULL', '{}']",
      ['a', 'b,c', 'd"e', 'f\\g', '', null, 'NULL', '{}'],
    ],
    ["'{}'::text[]", []],
    [
      'array[[1, 2], [3, 4]]',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["'[0:1]={5,6}'::int[]", [5, 6]],
    ['array[true, false, null]', [true, false, null]],
    ['array[1::bigint, 2]', [1, 2]],
    [`array['{"a": 1}'::jsonb]`, [{ a: 1 }]],
    ["array['2026-01-31 14:05:00Z'::timestamptz]", ['2026-01-31T14:05:00.000Z']],
    ["array['8c5d4c7e-6f0e-4d4c-9c59-0a8d7c1b2a11'::uuid]", ['8c5d4c7e-6f0e-4d4c-9c59-0a8d7c1b2a11']],
    ["array['2026-01-31'::date]", ['2026-01-31']],
    ["array['one'::name]", ['one']],
    ["array['\\x01'::bytea]", [Buffer.from([1])]],
  ])('%s', async (expression, value) => {
    expect(await pool`select ${pool.unsafe(expression)} as value`).toEqual([{ value }])
  })
})

describe('values that are bound', () => {
  const ids = ['8c5d4c7e-6f0e-4d4c-9c59-0a8d7c1b2a11', '8c5d4c7e-6f0e-4d4c-9c59-0a8d7c1b2a12']

  test('come back unchanged', async () => {
    const texts = [
      '',
      'a',
      `"quoted" and 'quoted'`,
      'back\\slash',
      '{braces}',
      'NULL',
      'two\nlines',
      '🦅',
      "'; drop table things; --",
    ]
    expect(await pool`select ${texts}::text[] as texts`).toEqual([{ texts }])
    for (const text of texts) expect(await pool`select ${text} as text`).toEqual([{ text }])
    expect(await pool`select ${[1, 2.5, -3]}::float8[] as n, ${[true, null, false]}::bool[] as b`).toEqual([
      { n: [1, 2.5, -3], b: [true, null, false] },
    ])
    expect(
      await pool`select ${[
        [1, 2],
        [3, 4],
      ]}::int[] as nested, ${[]}::int[] as none`,
    ).toEqual([
      {
        nested: [
          [1, 2],
          [3, 4],
        ],
        none: [],
      },
    ])
    expect(await pool`select ${[Buffer.from([1, 255])]}::bytea[] as b`).toEqual([
      { b: [Buffer.from([1, 255])] },
    ])
  })

  test('keep their types if the statement does not name one', async () => {
    expect(
      await pool`
        select coalesce(${null}, ${true}) as yes, not ${false} as no, jsonb_build_object('a', ${true}) as json,
               pg_typeof(${Buffer.from('x')})::text as bytes, pg_typeof(${new Date(0)})::text as time,
               pg_typeof(${5n})::text as big, pg_typeof(${pool.json({})})::text as object`,
    ).toEqual([
      {
        yes: true,
        no: true,
        json: { a: true },
        bytes: 'bytea',
        time: 'timestamp with time zone',
        big: 'bigint',
        object: 'jsonb',
      },
    ])
  })

  test('bytes and times are exact', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
    const time = new Date('2026-01-31T14:05:00.123Z')
    expect(await pool`select ${bytes} as bytes, ${new Uint8Array([7, 8])} as short, ${time} as time`).toEqual(
      [{ bytes, short: Buffer.from([7, 8]), time: time.toISOString() }],
    )
  })

  test('uuids and texts are found by any() and by in', async () => {
    await pool`create table if not exists found (id uuid, name text)`
    await pool`insert into found ${pool([
      { id: ids[0], name: 'one' },
      { id: ids[1], name: 'two' },
    ])}`
    expect(await pool`select name from found where id = any(${ids}::uuid[]) order by name`).toEqual([
      { name: 'one' },
      { name: 'two' },
    ])
    expect(await pool`select name from found where name = any(${['two', 'six']})`).toEqual([{ name: 'two' }])
    expect(await pool`select name from found where id in ${pool(ids)} and name in ${pool(['one'])}`).toEqual([
      { name: 'one' },
    ])
    expect(await pool`select name from found where name in ${pool([])}`).toEqual([])
  })

  test('JSON is written and read unchanged, whether it is an object, a list, a string or null', async () => {
    for (const value of [
      { a: 1 },
      [],
      ['x'],
      'text',
      '{"not": "parsed"}',
      5,
      null,
      { deep: [{ ü: '🦅"\\' }] },
    ]) {
      expect(await pool`select ${pool.json(value)} as value`).toEqual([{ value }])
    }
    expect(
      await pool`select count(*) from jsonb_to_recordset(${pool.json([{ a: 1 }, { a: 2 }])}) as r(a int)`,
    ).toEqual([{ count: 2 }])
  })

  test('a missing value, or an object that is not marked as JSON, is an error', async () => {
    const missing = JSON.parse('[]').at(0)
    await expect(pool`select ${missing}::text as text`).rejects.toThrow('undefined')
    await expect(pool`insert into things ${pool({ name: undefined })}`).rejects.toThrow('undefined')
    await expect(pool`insert into things ${pool({ details: { a: 1 } })}`).rejects.toThrow('db.json')
    await expect(pool`insert into things ${pool({ details: [{ a: 1 }] })}`).rejects.toThrow('db.json')
    expect(await pool`select 1 as n`).toEqual([{ n: 1 }])
  })
})

describe('the parts of a statement', () => {
  test('an object becomes the columns and values of an insert or an update', async () => {
    const row = {
      name: 'lamp',
      tags: ['a', 'b'],
      details: pool.json({ watts: 5 }),
      is_open: true,
      hash: Buffer.from([1]),
      made_at: '2026-01-01T00:00:00.000Z',
      day: '2026-01-02',
      price: '9.90',
    }
    const inserted =
      await pool`insert into things ${pool(row)} returning name, tags, details, is_open, hash, made_at, day, price`
    expect(inserted).toEqual([{ ...row, details: { watts: 5 } }])
    expect(inserted.count).toBe(1)
    await pool`update things set ${pool({ name: 'lantern', is_open: false, tags: pool`tags || ${['c']}::text[]` })} where name = ${'lamp'}`
    expect(await pool`select name, is_open, tags from things where name = 'lantern'`).toEqual([
      { name: 'lantern', is_open: false, tags: ['a', 'b', 'c'] },
    ])
  })

  test('statements nest, and their parameters are numbered across all of them', async () => {
    const inner = (from: number, to: number) =>
      pool`select n from generate_series(${from}::int, ${to}::int) n`
    const rows =
      await pool`select ${'x'} as x, n from (${inner(1, 2)} union all ${inner(8, 9)}) t where n > ${1} ${pool``} order by n`
    expect(rows).toEqual([
      { x: 'x', n: 2 },
      { x: 'x', n: 8 },
      { x: 'x', n: 9 },
    ])
  })

  test('identifiers are quoted', async () => {
    await pool`insert into ${pool('other.odd "name')} (${pool(['a'])}) values (${1})`
    expect(await pool`select ${pool('a')} from other."odd ""name"`).toEqual([{ a: 1 }])
  })

  test('a script runs several statements, and a tagged statement never does', async () => {
    expect(await pool.unsafe('select 1 as n; select 2 as n')).toEqual([{ n: 2 }])
    await expect(pool`select 1; select 2`).rejects.toMatchObject({ code: '42601' })
  })

  test('raw rows are the received bytes', async () => {
    const rows = await pool`select row_to_json(t), null::text, 5 from (select 'ü' as a, true as b) t`.raw()
    expect(rows.map((row) => row.map((cell) => cell?.toString()))).toEqual([
      ['{"a":"ü","b":true}', undefined, '5'],
    ])
  })
})

describe('responses', () => {
  test('count the rows that a statement read or changed', async () => {
    await pool`create table if not exists counted (n int)`
    expect((await pool`insert into counted select generate_series(1, 5)`).count).toBe(5)
    expect((await pool`update counted set n = 0 where n > 3`).count).toBe(2)
    expect((await pool`select from counted`).count).toBe(5)
    expect((await pool`delete from counted where n > 100`).count).toBe(0)
    expect((await pool`create table if not exists counted (n int)`).count).toBe(0)
    expect(await pool`select n from counted where false`).toEqual([])
  })

  test('a statement runs once, however often it is awaited, and not before', async () => {
    await pool`create table if not exists once (n int)`
    const statement = pool`insert into once values (1)`
    await Promise.resolve()
    expect(await pool`select from once`).toHaveLength(0)
    await Promise.all([statement, statement.then(null, null), statement.finally(() => {})])
    expect(await pool`select from once`).toHaveLength(1)
  })

  test('an error says what failed, and where the statement is written', async () => {
    await pool`insert into things (name) values ('twice')`
    const error = await pool`insert into things (name) values ('twice')`.catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'PostgresError', code: '23505', constraint_name: 'things_name_key' })
    expect(violatedConstraint(error)).toBe('things_name_key')
    expect(databaseErrorKind(error)).toBeNull()
    expect(error instanceof Error && error.stack).toContain('db.test.ts')
    const busy = await pool
      .begin(async (db) => {
        await db`set local statement_timeout = 20`
        await db`select pg_sleep(5)`
      })
      .catch((reason: unknown) => reason)
    expect(databaseErrorKind(busy)).toBe('busy')
  })

  test('a host whose addresses all refuse the connection is reported with the reason of each', () => {
    const reasons = ['connect ECONNREFUSED ::1:5432', 'connect ECONNREFUSED 127.0.0.1:5432']
    const attempts = reasons.map((reason) => new Error(reason))
    const error = explainError(Object.assign(new AggregateError(attempts), { code: 'ECONNREFUSED' }))
    expect(error.message).toBe(reasons.join(', '))
    expect(databaseErrorKind(error)).toBe('unavailable')
  })
})
