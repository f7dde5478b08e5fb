import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeStance } from '#contract/bills/bills.ts'
import { postComment, voteOnComment } from '#contract/discussions.ts'
import {
  decideCohortMember,
  getCohort,
  listCohortMembers,
  listCohorts,
  type Cohort,
} from '#contract/moderation/cohorts.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { mailsTo } from '#server/testing/external/mailbox.ts'
import { operator, recordsBy } from '#server/testing/setups/operators.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { compareAccounts } from './compareAccounts.ts'

let app: TestServer
let mod: Person
let bills: string[]
let ring: Person[]
let honest: Person
beforeAll(async () => {
  app = await startTestServer()
  mod = await operator(app, 'mod', 'moderator')
  bills = []
  for (let number = 1; number <= 12; number += 1) {
    bills.push((await app.bill(`Watched Bill ${number}`)).bill_id)
  }
  await app.pool`
    insert into access_codes (code, max_uses, uses, created_at) values ('RING-2026', 100, 6, '2026-03-01T08:00:00Z')`
  honest = await app.member('honest')
  for (const id of bills) await honest.call(takeStance, { id, stance: 'support' })
  const doubter = await app.member('doubter')
  for (const id of bills.slice(1)) await doubter.call(takeStance, { id, stance: 'oppose' })
  ring = await members('ring', 6)
  await app.pool`
    update users set access_code = 'RING-2026', created_at = '2026-03-05T14:02:30Z'
     where user_id = any(${ring.map(({ user_id }) => user_id)}::uuid[])`
  for (const member of ring) await opposeAll(member)
})
afterAll(() => app.close())

async function members(name: string, count: number): Promise<Person[]> {
  const list: Person[] = []
  for (let number = 1; number <= count; number += 1) {
    const member = await app.member(`${name}${number}`, { email_verified_at: '2026-01-01T00:00:00Z' })
    await app.pool`
      update users set created_at = now() - make_interval(hours => member_number::int)
       where user_id = ${member.user_id}`
    list.push(member)
  }
  return list
}

async function opposeAll(member: Person) {
  for (const id of bills) await member.call(takeStance, { id, stance: 'oppose' })
}

/** Runs a complete round of the task. Returns the number of slices. */
async function compareAll(): Promise<number> {
  let position: string | null = null
  let slices = 0
  do {
    position = await compareAccounts(app.pool, position)
    slices += 1
  } while (position !== null)
  return slices
}

async function cohorts(): Promise<Cohort[]> {
  await compareAll()
  return (await mod.call(listCohorts, {})).cohorts
}

const names = (cohort: Cohort) => cohort.signals.map(({ signal }) => signal)

// covers HURD-COHORT-01
test('only moderators with two-step sign-in see cohorts and decide about their members', async () => {
  const [cohort] = await cohorts()
  const { cohort_id } = cohort!
  const unsecured = await operator(app, 'unsecured', 'moderator')
  await app.pool`delete from second_factors where user_id = ${unsecured.user_id}`
  for (const [person, refusal] of [
    [honest, 'not_found'],
    [unsecured, 'operator_needs_second_factor'],
  ] as const) {
    expect(await person.refusal(listCohorts, {})).toBe(refusal)
    expect(await person.refusal(getCohort, { cohort_id })).toBe(refusal)
    expect(await person.refusal(listCohortMembers, { cohort_id })).toBe(refusal)
    const input = { cohort_id, user_id: ring[0]!.user_id, decision: 'suspend', reason: 'None' } as const
    expect(await person.refusal(decideCohortMember, input)).toBe(refusal)
  }
  const missing = { cohort_id: mod.user_id }
  expect(await mod.refusal(getCohort, missing)).toBe('cohort_not_found')
  expect(await mod.refusal(listCohortMembers, missing)).toBe('cohort_not_found')
})

// covers HURD-COHORT-02 HURD-COHORT-03
test('accounts with the same code, minute and stances are one cohort, with every signal and what would change', async () => {
  const found = await cohorts()
  expect(found).toHaveLength(1)
  const [cohort] = found
  expect(cohort).toMatchObject({
    member_count: 6,
    signals: [
      { signal: 'code', members: 6, day: '2026-03-01', items: null },
      { signal: 'minute', members: 6, day: '2026-03-05', items: null },
      { signal: 'stances', members: 6, day: null, items: 12 },
    ],
  })
  const { bills: changed } = await mod.call(getCohort, { cohort_id: cohort!.cohort_id })
  expect(changed).toHaveLength(10)
  expect(changed.find(({ with_cohort }) => with_cohort.oppose === 7)).toMatchObject({
    with_cohort: { support: 1, oppose: 7, neutral: 0 },
    without_cohort: { support: 1, oppose: 1, neutral: 0 },
  })
  // No account was changed.
  expect(await app.pool`select from users where account_status <> 'active'`).toHaveLength(0)
  const [again] = await cohorts()
  expect(again).toEqual({ ...cohort, counted_at: expect.any(String) })
})

// covers HURD-COHORT-02
test('the members are paged, the oldest account first, without codes or email addresses', async () => {
  const [cohort] = await cohorts()
  const { cohort_id } = cohort!
  for (const [index, { user_id }] of ring.entries()) {
    await app.pool`
      update account_signals set registered_at = registered_at - make_interval(days => ${index}) where user_id = ${user_id}`
  }
  const first = await mod.call(listCohortMembers, { cohort_id, limit: 4 })
  expect(first.members[0]).toMatchObject({
    username: 'ring6',
    joined_on: '2026-03-05',
    stances: 12,
    votes: 0,
    can_decide: true,
    has_case: false,
  })
  const rest = await mod.call(listCohortMembers, { cohort_id, limit: 4, after: first.next! })
  const usernames = [...first.members, ...rest.members].map(({ username }) => username)
  expect(usernames).toEqual(ring.map(({ username }) => username).toReversed())
  expect(rest.next).toBeNull()
  expect(JSON.stringify([first, rest])).not.toMatch(/RING-2026|@example\.org/)
})

// covers HURD-COHORT-02 HURD-SMALL-03
test('the same votes on comments and the same mailbox each make a cohort, and fewer similarities make none', async () => {
  const voters = await members('voter', 3)
  for (const bill_id of bills.slice(0, 5)) {
    const { comment } = await honest.call(postComment, {
      id: bill_id,
      content: 'Read it first',
      category_id: 'general-discussion',
      parent_comment_id: null,
    })
    for (const voter of voters) {
      await voter.call(voteOnComment, { id: comment.comment_id, vote_type: 'downvote' })
    }
  }
  const { bill_id: private_id } = await app.bill('Bill of Three')
  for (const voter of voters) await voter.call(takeStance, { id: private_id, stance: 'support' })
  const mailboxes = await members('box', 3)
  for (const [index, { user_id }] of mailboxes.entries()) {
    await app.pool`update users set email = ${`jo.doe+${index}@example.org`} where user_id = ${user_id}`
  }
  // Three members who registered together, and two with the same stances, are not unusual.
  await app.pool`insert into access_codes (code, max_uses, uses) values ('FAMILY-1', 10, 3)`
  const family = await members('family', 3)
  await app.pool`
    update users set access_code = 'FAMILY-1', created_at = '2026-04-01T10:00:00Z'
     where user_id = any(${family.map(({ user_id }) => user_id)}::uuid[])`
  for (const member of family.slice(0, 2)) {
    for (const id of bills.slice(0, 5)) await member.call(takeStance, { id, stance: 'neutral' })
  }
  const found = await cohorts()
  expect(found.map((cohort) => [cohort.member_count, names(cohort).join()])).toEqual([
    [6, 'code,minute,stances'],
    [3, expect.stringMatching(/^(mailbox|votes)$/)],
    [3, expect.stringMatching(/^(mailbox|votes)$/)],
  ])
  // The counts of a bill with and without three members would reveal what each of them thinks.
  for (const { cohort_id } of found.slice(1)) {
    expect((await mod.call(getCohort, { cohort_id })).bills).toEqual([])
  }
  const pages = [await mod.call(listCohorts, { limit: 2 })]
  pages.push(await mod.call(listCohorts, { limit: 2, after: pages[0]!.next! }))
  expect(pages.flatMap((page) => page.cohorts)).toEqual(found)
  expect(pages[1]!.next).toBeNull()
})

// covers HURD-COHORT-04
test('a moderator suspends a member of a cohort and restores them, and the counts change at once', async () => {
  const [cohort] = await cohorts()
  const { cohort_id } = cohort!
  const [target] = ring
  const decide = (decision: 'suspend' | 'restore', reason: string) =>
    mod.call(decideCohortMember, {
      cohort_id,
      user_id: target!.user_id,
      decision,
      reason,
      days: decision === 'suspend' ? 7 : null,
    })
  const { member } = await decide('suspend', 'One of six accounts of one person')
  expect(member).toMatchObject({ account_status: 'suspended', stances: 0 })
  expect(member.suspended_until).not.toBeNull()
  const after = await mod.call(getCohort, { cohort_id })
  expect(after.bills.find(({ with_cohort }) => with_cohort.oppose === 6)).toMatchObject({
    with_cohort: { support: 1, oppose: 6 },
    without_cohort: { support: 1, oppose: 1 },
  })
  expect(await findProblems(app.pool)).toEqual([])
  const [mail] = await mailsTo(app, target!.email)
  expect(mail?.text).toContain('One of six accounts of one person')
  expect(mail?.text).toContain('/appeal?token=')
  expect((await recordsBy(app, mod)).at(-1)).toMatchObject({
    action: 'suspended',
    user_id: target!.user_id,
    detail: { cohort_id, reason: 'One of six accounts of one person', days: 7, stances: 12 },
  })
  const again = {
    cohort_id,
    user_id: target!.user_id,
    decision: 'suspend',
    reason: 'Twice',
    days: 7,
  } as const
  expect(await mod.refusal(decideCohortMember, again)).toBe('nothing_to_change')

  await decide('restore', 'A mistake')
  const restored = await mod.call(getCohort, { cohort_id })
  expect(restored.bills.map(({ with_cohort }) => with_cohort.oppose)).toContain(7)
  expect(await findProblems(app.pool)).toEqual([])
  expect((await recordsBy(app, mod)).at(-1)).toMatchObject({ action: 'suspension_lifted' })
})

// covers HURD-COHORT-04
test('nobody decides about themselves, another operator, or a member who is not in the cohort', async () => {
  const leader = await operator(app, 'leader', 'moderator')
  await app.pool`
    update users set access_code = 'RING-2026', created_at = '2026-03-05T14:02:30Z'
     where user_id in (${leader.user_id}, ${mod.user_id})`
  await opposeAll(leader)
  await opposeAll(mod)
  const [cohort] = await cohorts()
  expect(cohort?.member_count).toBe(8)
  const decide = (user_id: string) =>
    mod.refusal(decideCohortMember, {
      cohort_id: cohort!.cohort_id,
      user_id,
      decision: 'suspend',
      reason: 'None',
    })
  expect(await decide(mod.user_id)).toBe('own_case')
  expect(await decide(leader.user_id)).toBe('operator_case')
  expect(await decide(honest.user_id)).toBe('user_not_found')
})

// covers HURD-COHORT-05
test('a cohort ends when its members no longer share enough, and a deleted account leaves it', async () => {
  await app.pool`delete from users where username = 'box1'`
  for (const [index, id] of bills.entries()) {
    await ring[1]!.call(takeStance, { id, stance: index === 0 ? 'neutral' : 'support' })
  }
  const found = await cohorts()
  expect(found.map((cohort) => [cohort.member_count, names(cohort).join()])).toEqual([
    [8, 'code,minute,stances'],
    [7, 'code,minute,stances'],
    [3, 'votes'],
  ])
  expect(found[0]?.signals[2]).toMatchObject({ signal: 'stances', members: 7 })
  await app.pool`update users set account_status = 'suspended' where username like 'voter%'`
  expect(await cohorts()).toHaveLength(2)
})

// covers HURD-COHORT-06
test('a round of more than a thousand accounts runs in short slices, and pages use an index', async () => {
  await app.pool`
    insert into users (username, email, full_name, password_hash)
    select 'crowd' || n, 'crowd' || n || '@example.org', 'Crowd Member', 'x' from generate_series(1, 1200) n`
  expect(await compareAll()).toBe(3 + 16)
  const plans = await app.pool.begin(async (db) => {
    await db`set local enable_seqscan = off`
    await db`set local enable_bitmapscan = off`
    const list = await db<{ 'QUERY PLAN': string }[]>`
      explain select * from cohorts where (signal_count, member_count, cohort_id) < (3, 5, ${mod.user_id}::uuid)
       order by signal_count desc, member_count desc, cohort_id desc limit 21`
    const page = await db<{ 'QUERY PLAN': string }[]>`
      explain select user_id from account_signals where fingerprint = sha256('one')
       order by registered_at, user_id limit 21`
    return [list, page].map((rows) => rows.map((row) => row['QUERY PLAN']).join('\n'))
  })
  expect(plans[0]).toContain('cohorts_strongest')
  expect(plans[1]).toContain('account_signals_groups')
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan|Sort/)
})

// covers HURD-COHORT-02 HURD-COHORT-04
test('what the members of a cohort share stays the same while a moderator suspends them one by one', async () => {
  const late = await members('late', 3)
  for (const id of bills.slice(0, 6)) {
    for (const member of late) await member.call(takeStance, { id, stance: 'neutral' })
  }
  const found = (await cohorts()).find(({ signals }) => signals.some(({ items }) => items === 6))
  const { cohort_id } = found!
  for (const { user_id } of late) {
    await mod.call(decideCohortMember, { cohort_id, user_id, decision: 'suspend', reason: 'One person' })
    const { cohort } = await mod.call(getCohort, { cohort_id })
    expect(cohort.signals).toMatchObject([{ signal: 'stances', members: 3, items: 6 }])
  }
})

async function billsOfSix() {
  const found = (await cohorts()).find(
    (cohort) => cohort.member_count === 6 && names(cohort).join() === 'mailbox',
  )
  return (await mod.call(getCohort, { cohort_id: found!.cohort_id })).bills
}

// covers HURD-SMALL-03
test('a bill on which four of the six members of a cohort have a stance shows no counts', async () => {
  const six = await members('six', 6)
  for (const [index, { user_id }] of six.entries()) {
    await app.pool`update users set email = ${`max.roe+${index}@example.org`} where user_id = ${user_id}`
  }
  const { bill_id: id } = await app.bill('Bill of Four')
  for (const member of six.slice(0, 4)) await member.call(takeStance, { id, stance: 'support' })
  expect(await billsOfSix()).toEqual([])
  await six[4]!.call(takeStance, { id, stance: 'support' })
  expect(await billsOfSix()).toMatchObject([{ bill_id: id, with_cohort: { support: 5 } }])
})
