import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getBill, getStance, listBills, takeStance } from '#contract/bills/bills.ts'
import { stances } from '#contract/stances.ts'
import { suspendAndUncount } from '#server/operations/moderation/codeCohort.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

async function comment(by: Person, bill_id: string) {
  const [row] = await app.pool<{ comment_id: string }[]>`
    insert into bill_comments (bill_id, user_id, category_id, content)
    values (${bill_id}, ${by.user_id}, 'general-discussion', 'A view of mine') returning comment_id`
  return row!.comment_id
}

async function historyOf(bill_id: string) {
  return app.pool<{ from_stance: string | null; to_stance: string }[]>`
    select from_stance, to_stance from stance_changes where bill_id = ${bill_id} order by change_id`
}

describe('takeStance', () => {
  // covers CIV-STANCE-04 CIV-STANCE-05 CIV-API-09 CIV-API-10 CIV-API-01
  test('a first stance is stored, counted once and returned', async () => {
    const ana = await app.member('ana')
    const { bill_id } = await app.bill('Clean Water Act')

    const response = await ana.call(takeStance, { id: bill_id, stance: 'support', comment_id: null })

    expect(response).toMatchObject({
      success: true,
      stance: { stance: 'support', previous_stance: null, change_source: 'direct', comment_id: null },
      is_new: true,
      changed: true,
      counts: { support_count: 1, oppose_count: 0, neutral_count: 0, learning_count: 0 },
    })
    const stored = await ana.call(getStance, { id: bill_id })
    expect(stored.stance).toEqual({ stance: 'support', created_at: response.stance.created_at })
  })

  // covers CIV-STANCE-09 CIV-STANCE-10
  test('a second stance replaces the first, and one count moves from the old to the new', async () => {
    const ben = await app.member('ben')
    const { bill_id } = await app.bill('Night Bus Bill')
    await ben.call(takeStance, { id: bill_id, stance: 'support' })

    const response = await ben.call(takeStance, { id: bill_id, stance: 'oppose' })

    expect(response).toMatchObject({ is_new: false, changed: true, stance: { previous_stance: 'support' } })
    expect(response.counts).toEqual({
      support_count: 0,
      oppose_count: 1,
      neutral_count: 0,
      learning_count: 0,
    })
    const { bills } = await ben.call(listBills, {})
    expect(bills.find((bill) => bill.bill_id === bill_id)).toMatchObject({
      user_stance: 'oppose',
      oppose_count: 1,
    })
  })

  test('the same stance again changes nothing and adds no history', async () => {
    const cleo = await app.member('cleo')
    const { bill_id } = await app.bill('Tree Canopy Bill')
    const first = await cleo.call(takeStance, { id: bill_id, stance: 'learning' })

    const again = await cleo.call(takeStance, { id: bill_id, stance: 'learning' })

    expect(again).toMatchObject({ changed: false, is_new: false, counts: { learning_count: 1 } })
    expect(again.stance.created_at).toBe(first.stance.created_at)
    expect(await historyOf(bill_id)).toHaveLength(1)
  })

  test('fifty simultaneous first stances of one member leave one row and one count', async () => {
    const dina = await app.member('dina')
    const { bill_id } = await app.bill('Race Bill')

    const responses = await Promise.all(
      Array.from({ length: 50 }, () => dina.request(takeStance, { id: bill_id, stance: 'support' })),
    )

    // An overloaded machine may refuse some requests with 503. A refused request must have changed nothing.
    expect(responses.every((response) => response.status === 200 || response.status === 503)).toBe(true)
    expect(responses.filter((response) => response.body['is_new'] === true)).toHaveLength(1)
    expect(await app.pool`select stance from stances where bill_id = ${bill_id}`).toHaveLength(1)
    const [bill] = await app.pool`
      select support_count, activity_score, total_stances from current_bill_counts, users
       where bill_id = ${bill_id} and user_id = ${dina.user_id}`
    expect(bill).toEqual({ support_count: 1, activity_score: 1, total_stances: 1 })
  })

  test('simultaneous different stances of one member leave a complete history', async () => {
    const eli = await app.member('eli')
    const { bill_id } = await app.bill('Chain Bill')

    await Promise.all(
      Array.from({ length: 20 }, (_, at) => eli.call(takeStance, { id: bill_id, stance: stances[at % 4]! })),
    )

    const history = await historyOf(bill_id)
    expect(history.filter((change) => change.from_stance === null)).toHaveLength(1)
    for (const [at, change] of history.entries()) {
      expect(change.from_stance).toBe(history[at - 1]?.to_stance ?? null)
    }
  })

  test('thirty members who take a stance at once are all counted', async () => {
    const { bill_id } = await app.bill('Crowd Bill')
    const crowd = await Promise.all(Array.from({ length: 30 }, (_, at) => app.member(`crowd-${at}`)))

    await Promise.all(crowd.map((member) => member.call(takeStance, { id: bill_id, stance: 'neutral' })))

    const [counts] = await app.pool`
      select neutral_count, activity_score from current_bill_counts where bill_id = ${bill_id}`
    expect(counts).toEqual({ neutral_count: 30, activity_score: 30 })
  })

  // covers CIV-STANCE-01 CIV-API-02
  test('an unknown stance is refused with a message', async () => {
    const fay = await app.member('fay')
    const { bill_id } = await app.bill('Words Bill')
    const path = `/api/bills/${bill_id}/stance`

    for (const stance of ['maybe', '', null, 5, ['support'], { stance: 'support' }, undefined]) {
      const response = await fay.send('POST', path, { body: { stance } })
      expect([stance, response.status, response.body]).toEqual([
        stance,
        400,
        expect.objectContaining({ success: false, error: 'Invalid stance', code: 'invalid_request' }),
      ])
    }
    const source = await fay.send('POST', path, { body: { stance: 'support', change_source: 'rumour' } })
    expect(source.body['error']).toBe('Invalid change source')
    expect(await historyOf(bill_id)).toEqual([])
  })

  test('an unknown bill is not found', async () => {
    const gus = await app.member('gus')
    const id = '00000000-0000-4000-8000-000000000000'
    expect(await gus.refusal(takeStance, { id, stance: 'support' })).toBe('bill_not_found')
    expect(await gus.refusal(getStance, { id })).toBe('bill_not_found')
  })

  test('a deactivated member can read but not take a stance', async () => {
    const hal = await app.member('hal', { account_status: 'inactive' })
    const { bill_id } = await app.bill('Quiet Bill')
    expect(await hal.refusal(takeStance, { id: bill_id, stance: 'support' })).toBe('account_deactivated')
    expect(await hal.refusal(getStance, { id: bill_id })).toBeNull()
  })
})

describe('a mind changed by a comment', () => {
  test('a changed mind credits the comment and its author once per member', async () => {
    const [ida, jon] = [await app.member('ida'), await app.member('jon')]
    const { bill_id } = await app.bill('Persuasion Bill')
    const comment_id = await comment(ida, bill_id)
    const through = { id: bill_id, change_source: 'comment', comment_id } as const
    await jon.call(takeStance, { id: bill_id, stance: 'oppose' })

    const response = await jon.call(takeStance, { ...through, stance: 'support' })
    await jon.call(takeStance, { ...through, stance: 'neutral' })

    expect(response.stance).toMatchObject({ change_source: 'comment', comment_id })
    const [credit] = await app.pool`
      select change_count, minds_changed from bill_comments join users using (user_id)
       where comment_id = ${comment_id}`
    expect(credit).toEqual({ change_count: 1, minds_changed: 1 })
  })

  test('the same stance because of a comment records nothing', async () => {
    const [kim, lea] = [await app.member('kim'), await app.member('lea')]
    const { bill_id } = await app.bill('Steady Bill')
    const comment_id = await comment(kim, bill_id)
    await lea.call(takeStance, { id: bill_id, stance: 'support' })

    const response = await lea.call(takeStance, {
      id: bill_id,
      stance: 'support',
      change_source: 'comment',
      comment_id,
    })

    expect(response.changed).toBe(false)
    expect(await app.pool`select from mind_changes where comment_id = ${comment_id}`).toHaveLength(0)
  })

  test('a changed mind requires a live comment by another member on the bill and an existing stance', async () => {
    const [max, noa] = [await app.member('max'), await app.member('noa')]
    const [here, elsewhere] = [await app.bill('Here Bill'), await app.bill('Elsewhere Bill')]
    const theirs = await comment(max, here.bill_id)
    const own = await comment(noa, here.bill_id)
    const onOtherBill = await comment(max, elsewhere.bill_id)
    const gone = await comment(max, here.bill_id)
    await app.pool`update bill_comments set deleted_at = now(), content = null where comment_id = ${gone}`
    const change = { id: here.bill_id, stance: 'support', change_source: 'comment' } as const

    expect(await noa.refusal(takeStance, { ...change, comment_id: theirs })).toBe('no_stance_yet')
    await noa.call(takeStance, { id: here.bill_id, stance: 'neutral' })
    expect(await noa.refusal(takeStance, change)).toBe('comment_required')
    expect(await noa.refusal(takeStance, { ...change, comment_id: own })).toBe('own_comment')
    expect(await noa.refusal(takeStance, { ...change, comment_id: onOtherBill })).toBe('comment_not_found')
    expect(await noa.refusal(takeStance, { ...change, comment_id: gone })).toBe('comment_not_found')

    expect(await historyOf(here.bill_id)).toEqual([{ from_stance: null, to_stance: 'neutral' }])
  })
})

// covers HURD-WRITE-03
test.each([
  [
    'closed',
    (db: Db, user_id: string) => db`update users set account_status = 'closed' where user_id = ${user_id}`,
  ],
  ['suspended', suspendAndUncount],
])('a write that waited while the account was %s is refused and stores nothing', async (status, end) => {
  const val = await app.member(`${status}-val`)
  const { bill_id } = await app.bill('Closed Account Bill')
  const waiting = () => app.pool`
    select from pg_locks join pg_database d on d.oid = database
     where datname = current_database() and locktype = 'advisory' and not granted`
  const { refusal } = await app.pool.begin(async (db) => {
    await db`select lock_writes(${val.user_id})`
    const refusal = val.refusal(takeStance, { id: bill_id, stance: 'support' })
    await expect.poll(async () => (await waiting()).length).toBe(1)
    await end(db, val.user_id)
    return { refusal }
  })
  expect(await refusal).toBe('session_expired')
  expect(await historyOf(bill_id)).toEqual([])
})

describe('a stance sent twice because the response was lost', () => {
  // covers HURD-WRITE-02
  test('a repeat with the same key gets the first response, and another body is refused', async () => {
    const oma = await app.member('oma')
    const { bill_id } = await app.bill('Lost Answer Bill')
    const key = { 'idempotency-key': 'one-press-of-a-button' }
    const first = await oma.request(takeStance, { id: bill_id, stance: 'support' }, key)
    await oma.call(takeStance, { id: bill_id, stance: 'oppose' })

    const replay = await oma.request(takeStance, { id: bill_id, stance: 'support' }, key)
    const other = await oma.request(takeStance, { id: bill_id, stance: 'neutral' }, key)

    expect(replay.status).toBe(200)
    expect(replay.body).toEqual(first.body)
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    expect((await oma.call(getStance, { id: bill_id })).stance.stance).toBe('oppose')
  })

  test('a key that was used for one bill is refused for another', async () => {
    const rae = await app.member('rae')
    const [one, other] = [await app.bill('First Bill of a Key'), await app.bill('Second Bill of a Key')]
    const key = { 'idempotency-key': 'one-key' }
    await rae.request(takeStance, { id: one.bill_id, stance: 'support' }, key)

    const reused = await rae.request(takeStance, { id: other.bill_id, stance: 'support' }, key)

    expect(reused).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    expect((await rae.call(getStance, { id: other.bill_id })).stance.stance).toBeNull()
  })

  test('a repeat of a request that changed nothing does not replace a later stance', async () => {
    const sam = await app.member('sam')
    const { bill_id } = await app.bill('Unchanged Bill')
    const key = { 'idempotency-key': 'unchanged' }
    await sam.call(takeStance, { id: bill_id, stance: 'support' })
    const first = await sam.request(takeStance, { id: bill_id, stance: 'support' }, key)
    await sam.call(takeStance, { id: bill_id, stance: 'oppose' })

    const replay = await sam.request(takeStance, { id: bill_id, stance: 'support' }, key)

    expect(replay.body).toEqual(first.body)
    expect((await sam.call(getStance, { id: bill_id })).stance.stance).toBe('oppose')
  })

  test('a key can be used again after a day', async () => {
    const tea = await app.member('tea')
    const [one, other] = [await app.bill('Bill of a Day'), await app.bill('Bill of the Next Day')]
    const key = { 'idempotency-key': 'daily' }
    await tea.request(takeStance, { id: one.bill_id, stance: 'support' }, key)
    await app.pool`update stance_changes set changed_at = now() - interval '25 hours' where user_id = ${tea.user_id}`

    const next = await tea.request(takeStance, { id: other.bill_id, stance: 'oppose' }, key)
    const replay = await tea.request(takeStance, { id: other.bill_id, stance: 'oppose' }, key)

    expect(next).toMatchObject({ status: 200, body: { is_new: true } })
    expect(replay.body).toEqual(next.body)
  })

  test('another instance gives a repeat the first response, even when the first instance is gone', async () => {
    const uma = await app.member('uma')
    const [{ bill_id }, input] = [await app.bill('Bill of Two Instances'), { stance: 'support' }] as const
    const key = { 'idempotency-key': 'first-instance' }
    const first = await app.secondInstance()
    const address = await first.listen({ port: 0, host: '127.0.0.1' })
    const response = await app.as(uma.token, address).request(takeStance, { id: bill_id, ...input }, key)
    await first.close()

    const replay = await uma.request(takeStance, { id: bill_id, ...input }, key)

    expect(response).toMatchObject({ status: 200, body: { is_new: true, changed: true } })
    expect(replay.body).toEqual(response.body)
    expect((await uma.call(getBill, { id: bill_id })).bill.support_count).toBe(1)
  })

  test('simultaneous calls with the same key write once', async () => {
    const pia = await app.member('pia')
    const { bill_id } = await app.bill('Double Click Bill')
    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        pia.request(takeStance, { id: bill_id, stance: 'support' }, { 'idempotency-key': 'double-click' }),
      ),
    )
    for (const response of responses) expect(response.body).toEqual(responses[0]!.body)
    expect(responses[0]!.body['is_new']).toBe(true)
  })
})
