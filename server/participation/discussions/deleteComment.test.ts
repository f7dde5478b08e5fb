import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeStance } from '#contract/bills/bills.ts'
import {
  type Comment,
  deleteComment,
  listCategories,
  listComments,
  postComment,
  voteOnComment,
} from '#contract/discussions.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

async function say(by: Person, bill_id: string, content: string, parent: Comment | null = null) {
  const { comment } = await by.call(postComment, {
    id: bill_id,
    content,
    category_id: 'general-discussion',
    parent_comment_id: parent?.comment_id ?? null,
  })
  return comment
}

async function remove(by: Person, comment: Comment) {
  return (await by.call(deleteComment, { id: comment.comment_id })).deletion_type
}

async function counts(bill_id: string) {
  const [row] = await app.pool`
    select discussion_count, activity_score from current_bill_counts where bill_id = ${bill_id}`
  return row
}

async function countWaiting() {
  const waiting = await app.pool`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return waiting.length
}

async function untilWaiting(many: number) {
  while ((await countWaiting()) < many);
}

describe('deleteComment', () => {
  // covers CIV-API-15
  test('deleting a comment without replies removes it completely', async () => {
    const [ana, ben] = [await app.member('ana'), await app.member('ben')]
    const { bill_id } = await app.bill('Forgotten Bill')
    const comment = await say(ana, bill_id, 'I take that back')
    await ben.call(voteOnComment, { id: comment.comment_id, vote_type: 'upvote' })

    expect(await remove(ana, comment)).toBe('hard')

    expect((await ana.call(listComments, { id: bill_id })).comments).toEqual([])
    expect((await ana.call(listCategories, { id: bill_id })).categories[0]!.comment_count).toBe(0)
    expect(await counts(bill_id)).toEqual({ discussion_count: 0, activity_score: 0 })
    const [{ total_comments } = {}] = await app.pool`
      select total_comments from users where user_id = ${ana.user_id}`
    expect(total_comments).toBe(0)
    expect(await ana.refusal(deleteComment, { id: comment.comment_id })).toBe('comment_not_found')
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('deleting a comment with replies leaves a tombstone without text and author, which accepts no replies', async () => {
    const [cleo, dina] = [await app.member('cleo'), await app.member('dina')]
    const { bill_id } = await app.bill('Marked Bill')
    await cleo.call(takeStance, { id: bill_id, stance: 'oppose' })
    const comment = await say(cleo, bill_id, 'Something I regret')
    await dina.call(voteOnComment, { id: comment.comment_id, vote_type: 'downvote' })
    await cleo.call(voteOnComment, { id: comment.comment_id, vote_type: 'upvote' })
    await say(dina, bill_id, 'Why?', comment)

    expect(await remove(cleo, comment)).toBe('soft')

    const { comments } = await cleo.call(listComments, { id: bill_id })
    expect(comments).toMatchObject([
      {
        comment_id: comment.comment_id,
        parent_comment_id: null,
        created_at: comment.created_at,
        content: '[Comment deleted by user]',
        username: null,
        user_id: null,
        full_name: null,
        is_verified: false,
        member_type: null,
        engagement_level: null,
        user_stance: null,
        profile_picture_url: null,
        is_deleted: true,
        upvotes: 0,
        downvotes: 0,
        user_vote: null,
        replies: [{ content: 'Why?' }],
      },
    ])
    // The stance has 1 point and the reply 2 points. The points of the comment and of the vote on it are subtracted.
    expect(await counts(bill_id)).toEqual({ discussion_count: 1, activity_score: 3 })
    const [row] = await app.pool`select content from bill_comments where comment_id = ${comment.comment_id}`
    expect(row).toEqual({ content: null })
    expect(await cleo.refusal(deleteComment, { id: comment.comment_id })).toBe('comment_not_found')
    const reply = { id: bill_id, content: 'hello?', category_id: 'general-discussion' } as const
    const answered = { ...reply, parent_comment_id: comment.comment_id }
    expect(await dina.refusal(postComment, answered)).toBe('comment_deleted')
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('deleting the last reply removes the tombstones above it', async () => {
    const [eli, fay] = [await app.member('eli'), await app.member('fay')]
    const { bill_id } = await app.bill('Branch Bill')
    const top = await say(eli, bill_id, 'top')
    const middle = await say(fay, bill_id, 'middle', top)
    const leaf = await say(eli, bill_id, 'leaf', middle)
    const other = await say(eli, bill_id, 'other leaf', middle)
    expect(await remove(eli, top)).toBe('soft')
    expect(await remove(fay, middle)).toBe('soft')

    expect(await remove(eli, leaf)).toBe('hard')
    expect((await eli.call(listComments, { id: bill_id })).comments).toMatchObject([
      { is_deleted: true, replies: [{ is_deleted: true, replies: [{ content: 'other leaf' }] }] },
    ])
    expect(await remove(eli, other)).toBe('hard')

    expect((await eli.call(listComments, { id: bill_id })).comments).toEqual([])
    expect(await app.pool`select from bill_comments where bill_id = ${bill_id}`).toHaveLength(0)
    expect(await counts(bill_id)).toEqual({ discussion_count: 0, activity_score: 0 })
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('a live comment above a removed tombstone stays', async () => {
    const gus = await app.member('gus')
    const { bill_id } = await app.bill('Living Top Bill')
    const top = await say(gus, bill_id, 'top')
    const middle = await say(gus, bill_id, 'middle', top)
    const leaf = await say(gus, bill_id, 'leaf', middle)
    await remove(gus, middle)
    await remove(gus, leaf)

    expect((await gus.call(listComments, { id: bill_id })).comments).toMatchObject([
      { content: 'top', replies: [] },
    ])
  })

  test("a member cannot delete another member's comment", async () => {
    const [hal, ida] = [await app.member('hal'), await app.member('ida')]
    const { bill_id } = await app.bill('Own Words Bill')
    const comment = await say(hal, bill_id, 'mine')

    const response = await ida.request(deleteComment, { id: comment.comment_id })

    expect(response).toMatchObject({ status: 403, body: { error: 'You can only delete your own comments' } })
    expect((await ida.call(listComments, { id: bill_id })).comments).toMatchObject([{ content: 'mine' }])
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect(await ida.refusal(deleteComment, { id: unknown })).toBe('comment_not_found')
    await app.pool`update users set account_status = 'inactive' where user_id = ${hal.user_id}`
    const away = await app.member('away', { account_status: 'inactive' })
    expect(await away.refusal(deleteComment, { id: comment.comment_id })).toBe('account_deactivated')
  })

  test('deleting a comment subtracts its points and those of its votes from their days', async () => {
    const [jon, kim, lea] = [await app.member('jon'), await app.member('kim'), await app.member('lea')]
    const { bill_id } = await app.bill('Long Debate Bill')
    const comment = await say(jon, bill_id, 'three days ago')
    await kim.call(voteOnComment, { id: comment.comment_id, vote_type: 'upvote' })
    await lea.call(voteOnComment, { id: comment.comment_id, vote_type: 'downvote' })
    const stays = await say(kim, bill_id, 'today')
    const { pool } = app
    await pool`update bill_comments set created_at = created_at - interval '3 days'
                where comment_id = ${comment.comment_id}`
    await pool`update comment_votes set created_at = created_at - interval '2 days'
                where user_id = ${kim.user_id}`
    await app.foldCounters()
    await pool`update bill_activity set points = 2.5 where bill_id = ${bill_id}`
    await pool`insert into bill_activity (bill_id, day, points)
               select ${bill_id}, (now() at time zone 'utc')::date - d, p
                 from (values (3, 2), (2, 0.5)) earlier (d, p)`
    expect(await findProblems(pool)).toEqual([])

    await remove(jon, comment)
    await app.foldCounters()

    expect(await counts(bill_id)).toEqual({ discussion_count: 1, activity_score: 2 })
    expect(
      await pool`
      select (now() at time zone 'utc')::date - day as days_ago, points
        from bill_activity where bill_id = ${bill_id} and points > 0`,
    ).toEqual([{ days_ago: 0, points: 2 }])
    expect((await jon.call(listComments, { id: bill_id })).comments).toMatchObject([
      { comment_id: stays.comment_id },
    ])
  })

  test('deleting a comment older than the activity window does not change the score', async () => {
    const max = await app.member('max')
    const { bill_id } = await app.bill('Old Debate Bill')
    const old = await say(max, bill_id, 'a month ago')
    await say(max, bill_id, 'today')
    await app.pool`update bill_comments set created_at = created_at - interval '30 days'
                      where comment_id = ${old.comment_id}`
    await app.foldCounters()
    await app.pool`update bill_activity set points = 2 where bill_id = ${bill_id}`
    await app.pool`update bill_counters set activity_score = 2 where bill_id = ${bill_id}`

    expect(await remove(max, old)).toBe('hard')

    expect(await counts(bill_id)).toEqual({ discussion_count: 1, activity_score: 2 })
  })

  test('a removed comment loses its changed minds, and a tombstone keeps them', async () => {
    const [noa, oma] = [await app.member('noa'), await app.member('oma')]
    const { bill_id } = await app.bill('Credit Bill')
    const [gone, answered] = [await say(noa, bill_id, 'one'), await say(noa, bill_id, 'two')]
    await say(oma, bill_id, 'indeed', answered)
    await oma.call(takeStance, { id: bill_id, stance: 'neutral' })
    for (const [comment, stance] of [
      [gone, 'oppose'],
      [answered, 'support'],
    ] as const) {
      const { comment_id } = comment
      await oma.call(takeStance, { id: bill_id, stance, change_source: 'comment', comment_id })
    }

    await remove(noa, gone)
    await remove(noa, answered)

    const [author] = await app.pool`select minds_changed from users where user_id = ${noa.user_id}`
    expect(author).toEqual({ minds_changed: 1 })
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('a reply or vote during a deletion is refused because the comment is deleted', async () => {
    const [pia, quin] = [await app.member('pia'), await app.member('quin')]
    const rosa = await app.member('rosa')
    const { bill_id } = await app.bill('Meanwhile Bill')
    const [bare, answered] = [await say(pia, bill_id, 'bare'), await say(pia, bill_id, 'answered')]
    await say(quin, bill_id, 'an answer', answered)
    const refusals = async (comment: Comment) => {
      const { comment_id } = comment
      const reply = { id: bill_id, content: 'late', category_id: 'general-discussion' } as const
      let actions: Promise<string | null>[] = []
      await app.pool.begin(async (db) => {
        // The deletion waits at this lock after it has locked the comment.
        await db`select from bill_counters where bill_id = ${bill_id} for update`
        actions = [pia.refusal(deleteComment, { id: comment_id })]
        await untilWaiting(1)
        actions.push(quin.refusal(voteOnComment, { id: comment_id, vote_type: 'upvote' }))
        actions.push(rosa.refusal(postComment, { ...reply, parent_comment_id: comment_id }))
        await untilWaiting(3)
      })
      return Promise.all(actions)
    }

    expect(await refusals(bare)).toEqual([null, 'comment_not_found', 'parent_comment_not_found'])
    expect(await refusals(answered)).toEqual([null, 'comment_deleted', 'comment_deleted'])
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('counts stay exact while many members reply, vote, change their minds and delete', async () => {
    const { bill_id } = await app.bill('Turmoil Bill')
    const crowd = await Promise.all(Array.from({ length: 8 }, (_, at) => app.member(`turmoil-${at}`)))
    const tops = await Promise.all(crowd.map((member, at) => say(member, bill_id, `top ${at}`)))
    await Promise.all(crowd.map((member) => member.call(takeStance, { id: bill_id, stance: 'learning' })))

    const actions = crowd.flatMap((member, at) => {
      const [other, another] = [tops[(at + 1) % 8]!.comment_id, tops[(at + 2) % 8]!.comment_id]
      const change = { id: bill_id, stance: 'support', change_source: 'comment', comment_id: other } as const
      const reply = { id: bill_id, content: 'reply', category_id: 'general-discussion' } as const
      return [
        () => member.request(voteOnComment, { id: another, vote_type: 'upvote' }),
        () => member.request(takeStance, change),
        () => member.request(postComment, { ...reply, parent_comment_id: other }),
        () =>
          at % 2
            ? member.request(deleteComment, { id: tops[at]!.comment_id })
            : member.request(takeStance, change),
      ]
    })
    const responses = await Promise.all(actions.map((action) => action()))

    const late = ['This comment has been deleted', 'Parent comment not found', 'Comment not found']
    for (const response of responses) {
      if (response.status >= 300) expect(late).toContain(response.body['error'])
    }
    expect(await findProblems(app.pool)).toEqual([])
  })
})
