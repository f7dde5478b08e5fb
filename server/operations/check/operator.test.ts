import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commandContext, runArguments } from '#server/testing/operator.ts'
import { startProcess } from '#server/testing/processes.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { findProblems, repairDerivedCounts } from './derivedCounts.ts'
import { commands } from './operator.ts'
import { derivedValues } from './values.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  await app.resident('ana', 'ocd-division/country:us/state:il/place:springfield')
  await app.resident('ben', 'ocd-division/country:us/state:il')
  for (const title of ['First', 'Second', 'Third']) await app.bill(`${title} Bill`)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.pool`delete from bill_counter_steps`
  await app.pool.begin(repairDerivedCounts)
})

const counts = "a bill's counts of stances"
const members = "a group's members by kind"
const codes = 'the uses of an access code'

let lines: string[] = []

function check(...words: string[]) {
  return runArguments(
    commands,
    ['check', ...words],
    commandContext(app, (line) => lines.push(line)),
  )
}

describe('hurd check', () => {
  // covers HURD-CHECK-03
  test('an interrupted check prints where to continue, and what was wrong before and after', async () => {
    await app.pool`update bill_counters set support_count = 3`
    await app.pool`update group_member_counts set regular = regular + 1`
    const interrupted = await app.pool.begin(async (db) => {
      await db`set local idle_in_transaction_session_timeout = 0`
      await db`lock table access_codes in access exclusive mode`
      const env = { DATABASE_URL: app.databaseUrl, DEMO: 'off' }
      const { child, ended, stderr } = startProcess('server/cli.ts', ['check', '--json'], { env })
      await new Promise<void>((resolve) => {
        child.stderr?.on('data', () => stderr().includes(codes) && resolve())
      })
      child.kill('SIGINT')
      return ended
    })
    const position = `${derivedValues.findIndex(({ what }) => what === codes) + 1}of${derivedValues.length}`
    expect(interrupted.code).toBe(1)
    const response: unknown = JSON.parse(interrupted.output)
    expect(response).toMatchObject({ ok: false, position, problems: [{ what: counts }, {}, {}] })

    lines = []
    expect(await check('--repair', '--continue', position)).toMatchObject({ ok: true })
    expect(lines.join('\n')).toContain(members)
    expect(lines.join('\n')).not.toContain(counts)
    expect(new Set((await findProblems(app.pool)).map(({ what }) => what))).toEqual(new Set([counts]))
    expect(await check('--repair')).toMatchObject({ ok: true, problems: [] })
  }, 60_000)

  // covers HURD-CHECK-04
  test('a repair counts values whose rows stay busy separately from those that need a decision', async () => {
    await app.pool`insert into access_codes (code, max_uses, uses) values ('BUSY-CODE-1', 5, 4)`
    await app.pool.unsafe(`
      create function collide() returns trigger language plpgsql as $$
      begin raise exception 'collision' using errcode = '40001'; end $$;
      create trigger collide before update on access_codes for each row execute function collide()`)
    lines = []
    const busy = await check('--repair')
    await app.pool`drop function collide cascade`
    expect(busy).toMatchObject({ ok: false, found: 1, left: 0, busy: 1, skipped: 0, problems: [] })
    expect(lines.slice(-2)).toEqual([
      '0 repaired.',
      'Wrong values not repaired because other transactions kept their rows busy: 1. Run "hurd check --repair" again.',
    ])
    expect(await check('--repair')).toMatchObject({ ok: true, found: 1, left: 0, busy: 0 })
  })

  // covers HURD-CHECK-04
  test('a check that cannot read a table counts its slices as not compared, and continues', async () => {
    await app.pool`insert into access_codes (code, max_uses, uses) values ('READ-CODE-1', 5, 4)`
    await app.pool`update groups set follower_count = follower_count + 1`
    const [wrong] = await app.pool<{ groups: number }[]>`select count(*)::int as groups from groups`
    await app.pool.unsafe(`
      create function collide() returns bool language plpgsql as $$
      begin raise exception 'collision' using errcode = '40001'; end $$;
      alter table access_codes rename to readable_codes;
      create view access_codes as select * from readable_codes where collide()`)
    lines = []
    const busy = await check()
    await app.pool.unsafe('drop view access_codes; alter table readable_codes rename to access_codes')
    await app.pool`drop function collide`
    expect(busy).toMatchObject({ ok: false, found: wrong?.groups, left: wrong?.groups, busy: 0, skipped: 1 })
    expect(lines.at(-1)).toBe(
      'Slices not compared because other transactions kept their rows busy: 1. Run "hurd check" again.',
    )
    await app.pool`delete from access_codes`
  })

  // covers HURD-CHECK-04
  test('the rest of a table is not compared in one statement if the end of a slice cannot be read', async () => {
    await app.pool`insert into access_codes (code, max_uses, uses) values ('WRONG-CODE-1', 5, 4)`
    await app.pool.unsafe(`
      create function collide() returns bool language plpgsql as $$
      begin
        if current_setting('transaction_read_only') = 'on' then return true; end if;
        raise exception 'collision' using errcode = '40001';
      end $$;
      alter table access_codes rename to readable_codes;
      create view access_codes as select * from readable_codes where collide()`)
    const found = await check()
    await app.pool.unsafe('drop view access_codes; alter table readable_codes rename to access_codes')
    await app.pool`drop function collide`
    expect(found).toMatchObject({ ok: false, found: 0, skipped: 1 })
    await app.pool`delete from access_codes`
  })

  // covers HURD-CHECK-03
  test('a check that loses its database within a table continues at that key', async () => {
    await app.pool`
      insert into access_codes (code, max_uses, uses)
      select 'KEY-' || lpad(n::text, 4, '0'), 5, 4 from generate_series(1, 1200) n`
    await app.pool.unsafe(`
      create function lose(code text) returns bool language plpgsql as $$
      begin
        if code < 'KEY-1001' or current_setting('transaction_read_only') = 'off' then return true; end if;
        raise exception 'lost' using errcode = '57P01';
      end $$;
      alter table access_codes rename to readable_codes;
      create view access_codes as select * from readable_codes where lose(code)`)
    const lost = await check()
    await app.pool.unsafe('drop view access_codes; alter table readable_codes rename to access_codes')
    await app.pool`drop function lose`
    const place = `${derivedValues.findIndex(({ what }) => what === codes) + 1}of${derivedValues.length}`
    expect(lost).toMatchObject({ ok: false, found: 1000, position: `${place}:KEY-1001` })
    lines = []
    expect(await check('--continue', `${place}:KEY-1001`)).toMatchObject({ found: 200, left: 200 })
    expect(lines.at(0)).toContain('KEY-1001')
    await app.pool`delete from access_codes`
  })

  // covers HURD-CHECK-05
  test('of thousands of wrong values, the first 1,000 of each kind are listed, and all are counted', async () => {
    await app.pool`
      insert into access_codes (code, max_uses, uses) select 'WRONG-' || n, 5, 4 from generate_series(1, 1500) n`
    await app.pool`update groups set follower_count = follower_count + 1`
    const [wrong] = await app.pool<{ groups: number }[]>`select count(*)::int as groups from groups`
    const total = 1_500 + (wrong?.groups ?? 0)
    lines = []
    const found = await check()
    expect(found).toMatchObject({ ok: false, found: total, left: total })
    expect(found?.['problems']).toHaveLength(total - 500)
    expect(lines.at(-2)).toBe(`… and ${total - 50} more`)
    expect(await check('--repair')).toMatchObject({ ok: true, found: total, left: 0, problems: [] })
    await app.pool`delete from access_codes`
  })

  test.each(['7', '1of2', `0of${derivedValues.length}`, `1of${derivedValues.length}:no-bill`])(
    'refuses %s as a position',
    async (text) => {
      await expect(check('--continue', text)).rejects.toThrow('--continue must')
    },
  )
})
