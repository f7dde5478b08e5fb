import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeStance } from '#contract/bills/bills.ts'
import { listComments, postComment, voteOnComment } from '#contract/discussions.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import type { BuiltStatement } from '#server/platform/postgres/sqlText.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let sent: BuiltStatement[] = []
let app: TestServer
beforeAll(async () => {
  app = await startTestServer({}, undefined, { observe: (statement) => void sent.push(statement) })
})
afterAll(() => app.close())

/** How often a write ran. One that ended in a deadlock runs again, and its caller does not notice it. */
const runsOf = (call: RegExp) => sent.filter(({ text }) => call.test(text)).length

async function commentBy(author: Person) {
  const { bill_id } = await app.bill('Voted Bill')
  const { comment } = await author.call(postComment, {
    id: bill_id,
    content: 'A view of mine',
    category_id: 'general-discussion',
  })
  return { id: comment.comment_id, bill_id }
}

async function storedCounts(comment: { id: string; bill_id: string }) {
  const [row] = await app.pool`
    select c.upvotes, c.downvotes, n.activity_score,
           (select count(*) from comment_votes v where v.comment_id = c.comment_id) as rows
      from bill_comments c join current_bill_counts n using (bill_id) where c.comment_id = ${comment.id}`
  return row
}

/** Runs `write` for all items, a few at a time. */
async function inTurns<T>(items: T[], atOnce: number, write: (item: T, at: number) => Promise<unknown>) {
  const rest = items.entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [at, item] of rest) await write(item, at)
    }),
  )
}

describe('voteOnComment', () => {
  // covers CIV-VOTES-02 CIV-VOTES-03 CIV-VOTES-04 CIV-VOTES-05 CIV-API-16 CIV-API-17
  test('a vote can be added, changed and removed, and each response has the counts', async () => {
    const [ana, ben] = [await app.member('ana'), await app.member('ben')]
    const { id, bill_id } = await commentBy(ana)
    const votes = async () => (await ben.call(listComments, { id: bill_id })).comments[0]

    expect(await ben.call(voteOnComment, { id, vote_type: 'upvote' })).toEqual({
      success: true,
      votes: { upvotes: 1, downvotes: 0, user_vote: 'upvote' },
      action: 'new_vote',
    })
    expect(await votes()).toMatchObject({ upvotes: 1, downvotes: 0, user_vote: 'upvote' })
    expect(await ben.call(voteOnComment, { id, vote_type: 'downvote' })).toEqual({
      success: true,
      votes: { upvotes: 0, downvotes: 1, user_vote: 'downvote' },
      action: 'changed_vote',
    })
    expect(await votes()).toMatchObject({ upvotes: 0, downvotes: 1, user_vote: 'downvote' })
    expect(await ben.call(voteOnComment, { id, vote_type: 'downvote' })).toEqual({
      success: true,
      votes: { upvotes: 0, downvotes: 0, user_vote: null },
      action: 'removed_vote',
    })
    expect(await votes()).toMatchObject({ upvotes: 0, downvotes: 0, user_vote: null })
    expect(await storedCounts({ id, bill_id })).toEqual({
      upvotes: 0,
      downvotes: 0,
      activity_score: 2,
      rows: 0,
    })
  })

  test('only the voter sees their own vote', async () => {
    const [cleo, dina] = [await app.member('cleo'), await app.member('dina')]
    const { id, bill_id } = await commentBy(cleo)
    await dina.call(voteOnComment, { id, vote_type: 'upvote' })

    expect((await cleo.call(listComments, { id: bill_id })).comments).toMatchObject([
      { upvotes: 1, user_vote: null },
    ])
  })

  test('an even number of simultaneous equal votes by one member leaves no vote, and an odd number leaves one', async () => {
    const [eli, fay] = [await app.member('eli'), await app.member('fay')]
    const comment = await commentBy(eli)
    const press = (times: number) =>
      Promise.all(
        Array.from({ length: times }, () => fay.call(voteOnComment, { id: comment.id, vote_type: 'upvote' })),
      )

    const responses = await press(50)
    expect(responses.filter((response) => response.action === 'new_vote')).toHaveLength(25)
    expect(await storedCounts(comment)).toEqual({ upvotes: 0, downvotes: 0, activity_score: 2, rows: 0 })
    await press(7)
    expect(await storedCounts(comment)).toEqual({ upvotes: 1, downvotes: 0, activity_score: 2.5, rows: 1 })
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('counts stay exact while twenty members add, change and remove votes', async () => {
    const comment = await commentBy(await app.member('hot'))
    const crowd = await Promise.all(Array.from({ length: 20 }, (_, at) => app.member(`voter-${at}`)))
    const vote = (voter: Person, vote_type: 'upvote' | 'downvote') =>
      voter.call(voteOnComment, { id: comment.id, vote_type })

    await Promise.all(
      crowd.map(async (member, at) => {
        await vote(member, 'upvote')
        if (at % 2) await vote(member, 'downvote')
        if (at % 4 === 0) await vote(member, 'upvote')
      }),
    )

    expect(await storedCounts(comment)).toEqual({ upvotes: 5, downvotes: 10, activity_score: 9.5, rows: 15 })
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('two hundred simultaneous votes by different members all count', async () => {
    const comment = await commentBy(await app.member('star'))
    const crowd = await Promise.all(Array.from({ length: 200 }, (_, at) => app.member(`fan-${at}`)))

    await inTurns(crowd, 40, (voter, at) =>
      voter.call(voteOnComment, { id: comment.id, vote_type: at % 4 ? 'upvote' : 'downvote' }),
    )

    expect(await storedCounts(comment)).toEqual({
      upvotes: 150,
      downvotes: 50,
      activity_score: 102,
      rows: 200,
    })
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('a member on two devices has one vote, and both show it', async () => {
    const [writer, mo] = [await app.member('writer'), await app.member('moe')]
    const { id, bill_id } = await commentBy(writer)
    const other = await app.signInAgain(mo)

    const responses = await Promise.all([
      mo.call(voteOnComment, { id, vote_type: 'upvote' }),
      other.call(voteOnComment, { id, vote_type: 'downvote' }),
    ])

    expect(responses.map((response) => response.action).toSorted()).toEqual(['changed_vote', 'new_vote'])
    const [here, there] = [
      await mo.call(listComments, { id: bill_id }),
      await other.call(listComments, { id: bill_id }),
    ]
    expect(here.comments).toEqual(there.comments)
    expect(here.comments[0]!.upvotes + here.comments[0]!.downvotes).toBe(1)
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers CIV-API-17
  test('no response reveals who voted', async () => {
    const [author, secret] = [await app.member('openhearted'), await app.member('secret-voter')]
    const { id, bill_id } = await commentBy(author)
    await secret.call(takeStance, { id: bill_id, stance: 'support' })
    await secret.call(voteOnComment, { id, vote_type: 'upvote' })

    for (const path of [
      `/api/bills/${bill_id}/comments`,
      `/api/bills/${bill_id}/comments?sort=agreed`,
      `/api/bills/${bill_id}/comments/${id}`,
      `/api/bills/${bill_id}/echo-score`,
      `/api/bills/${bill_id}/comment-counts`,
    ]) {
      const { status, body } = await author.send('GET', path)
      expect(status).toBe(200)
      for (const trace of [secret.user_id, secret.username]) {
        expect(JSON.stringify(body)).not.toContain(trace)
      }
    }
  })

  test('votes on a comment and simultaneous changed minds do not deadlock', async () => {
    const comment = await commentBy(await app.member('persuader'))
    const change = { id: comment.bill_id, change_source: 'comment', comment_id: comment.id } as const
    const crowd = await Promise.all(Array.from({ length: 20 }, (_, at) => app.member(`mind-${at}`)))
    await Promise.all(
      crowd.map((member) => member.call(takeStance, { id: comment.bill_id, stance: 'learning' })),
    )

    sent = []
    const responses = await Promise.all(
      crowd.map((member, at) =>
        at % 2
          ? member.request(takeStance, { ...change, stance: 'support' })
          : member.request(voteOnComment, { id: comment.id, vote_type: 'upvote' }),
      ),
    )

    expect(responses.map((response) => response.status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(runsOf(/(vote_on_comment|take_stance)\(/)).toBe(20)
    expect(await findProblems(app.pool)).toEqual([])
  })

  test("an author's vote on their own comment adds no activity", async () => {
    const gus = await app.member('gus')
    const comment = await commentBy(gus)
    const { votes } = await gus.call(voteOnComment, { id: comment.id, vote_type: 'upvote' })
    expect(votes).toEqual({ upvotes: 1, downvotes: 0, user_vote: 'upvote' })
    expect(await storedCounts(comment)).toMatchObject({ upvotes: 1, activity_score: 2 })

    await gus.call(voteOnComment, { id: comment.id, vote_type: 'upvote' })
    expect(await storedCounts(comment)).toMatchObject({ upvotes: 0, activity_score: 2 })
  })

  test('a vote repeated with the same key is not removed', async () => {
    const [hal, ida] = [await app.member('hal'), await app.member('ida')]
    const comment = await commentBy(hal)
    const input = { id: comment.id, vote_type: 'upvote' } as const
    const key = { 'idempotency-key': 'one-click' }

    const responses = await Promise.all(
      Array.from({ length: 6 }, () => ida.request(voteOnComment, input, key)),
    )

    for (const response of responses) expect(response.body).toMatchObject({ action: 'new_vote' })
    expect(await storedCounts(comment)).toMatchObject({ upvotes: 1, rows: 1 })
  })

  // covers HURD-WRITE-02
  test('each of several votes on a comment gets its own first response when it is repeated, and changes nothing', async () => {
    const [lou, mia, nia] = [await app.member('lou'), await app.member('mia'), await app.member('nia')]
    const comment = await commentBy(lou)
    const second = await app.secondInstance()
    const address = await second.listen({ port: 0, host: '127.0.0.1' })
    const votes = [
      { vote_type: 'upvote', key: { 'idempotency-key': 'adds' }, action: 'new_vote' },
      { vote_type: 'upvote', key: { 'idempotency-key': 'removes' }, action: 'removed_vote' },
      { vote_type: 'upvote', key: { 'idempotency-key': 'adds-again' }, action: 'new_vote' },
      { vote_type: 'downvote', key: { 'idempotency-key': 'changes' }, action: 'changed_vote' },
    ] as const
    const first = []
    for (const { vote_type, key, action } of votes) {
      const response = await mia.request(voteOnComment, { id: comment.id, vote_type }, key)
      expect(response).toMatchObject({ status: 200, body: { action } })
      first.push(response.body)
    }
    await nia.call(voteOnComment, { id: comment.id, vote_type: 'upvote' })

    const elsewhere = app.as(mia.token, address)
    for (const [index, { vote_type, key }] of votes.entries()) {
      const replay = await elsewhere.request(voteOnComment, { id: comment.id, vote_type }, key)
      expect(replay.body).toEqual(first[index])
      const other = vote_type === 'upvote' ? 'downvote' : 'upvote'
      const reused = await elsewhere.request(voteOnComment, { id: comment.id, vote_type: other }, key)
      expect(reused).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    }
    expect(await storedCounts(comment)).toMatchObject({ upvotes: 1, downvotes: 1, rows: 2 })
    await second.close()
  })

  test('a vote on an unknown or deleted comment and an unknown vote are refused', async () => {
    const [jon, kim] = [await app.member('jon'), await app.member('kim')]
    const { id } = await commentBy(jon)
    const unknownId = '00000000-0000-4000-8000-000000000000'
    expect(await kim.refusal(voteOnComment, { id: unknownId, vote_type: 'upvote' })).toBe('comment_not_found')
    for (const vote_type of ['sideways', '', null, 1, undefined]) {
      const response = await kim.send('POST', `/api/bills/comments/${id}/vote`, { body: { vote_type } })
      expect([vote_type, response.status, response.body['error']]).toEqual([
        vote_type,
        400,
        'Invalid vote type',
      ])
    }
    await app.pool`update bill_comments set deleted_at = now(), content = null, language = null where comment_id = ${id}`
    const response = await kim.request(voteOnComment, { id, vote_type: 'upvote' })
    expect(response).toMatchObject({ status: 409, body: { error: 'This comment has been deleted' } })
    const lea = await app.member('lea', { account_status: 'inactive' })
    expect(await lea.refusal(voteOnComment, { id, vote_type: 'upvote' })).toBe('account_deactivated')
  })
})
