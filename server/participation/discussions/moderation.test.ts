import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import {
  countComments,
  countDiscussion,
  deleteComment,
  getEchoScore,
  getThread,
  listCategories,
  listComments,
  postComment,
  voteOnComment,
} from '#contract/discussions.ts'
import { getProfileStats, getUserByUsername } from '#contract/people.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { hideComment, restoreComment } from './moderation.ts'

const springfield = 'ocd-division/country:us/state:il/place:springfield'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const hide = (id: string) => app.pool.begin((db) => hideComment(db, id))
const restore = (id: string) => app.pool.begin((db) => restoreComment(db, id))

async function say(by: Person, bill_id: string, content: string, parent_comment_id: string | null = null) {
  const post = { id: bill_id, content, category_id: 'general-discussion', parent_comment_id } as const
  return (await by.call(postComment, post)).comment.comment_id
}

async function storedCounts(bill_id: string, author: Person) {
  const [row] = await app.pool`
    select discussion_count, activity_score, total_comments from current_bill_counts, users
     where bill_id = ${bill_id} and user_id = ${author.user_id}`
  return row
}

describe('hideComment and restoreComment', () => {
  test('a hidden comment reads as removed, without author or votes, and is restored unchanged', async () => {
    const [ana, ben] = [await app.resident('ana', springfield), await app.resident('ben', springfield)]
    const { bill_id } = await app.bill('Rude Bill')
    await ana.call(takeStance, { id: bill_id, stance: 'oppose' })
    const id = await say(ana, bill_id, 'something rude')
    const reply = await say(ben, bill_id, 'be civil', id)
    await ben.call(voteOnComment, { id, vote_type: 'downvote' })
    await ana.call(voteOnComment, { id, vote_type: 'upvote' })
    const everything = async () => ({
      threads: { ...(await ben.call(listComments, { id: bill_id })), as_of: 'the time of the read' },
      thread: await ben.call(getThread, { id: bill_id, comment_id: reply }),
      categories: await ben.call(listCategories, { id: bill_id }),
      counts: await ben.call(countComments, { id: bill_id }),
      count: await ben.call(countDiscussion, { id: bill_id }),
      profile: await ben.call(getUserByUsername, { username: 'ana' }),
      stats: await ben.call(getProfileStats, { id: ana.user_id }),
      storedCounts: await storedCounts(bill_id, ana),
    })
    const before = await everything()
    expect(before.threads.comments).toMatchObject([{ downvotes: 1, upvotes: 1, user_vote: 'downvote' }])

    expect(await hide(id)).toBe('changed')

    const hidden = await everything()
    expect(hidden.threads.comments).toMatchObject([
      {
        comment_id: id,
        content: '[Removed by moderators]',
        is_deleted: true,
        username: null,
        user_id: null,
        full_name: null,
        is_verified: false,
        member_type: null,
        engagement_level: null,
        user_stance: null,
        profile_picture_url: null,
        upvotes: 0,
        downvotes: 0,
        user_vote: null,
        reply_count: 1,
        replies: [{ content: 'be civil', username: 'ben' }],
      },
    ])
    expect(hidden.thread.thread).toEqual(hidden.threads.comments[0])
    expect(hidden.threads.pagination.total).toBe(1)
    expect(hidden.categories.categories[0]!.comment_count).toBe(1)
    expect(hidden.counts.counts).toEqual({ local: 1, total: 1, has_local_data: true })
    expect(hidden.count.discussion_count).toBe(1)
    expect(hidden.profile.profile.recentComments).toEqual([])
    expect(hidden.stats.stats.commentVotes).toEqual({ upvotes: 0, downvotes: 0 })
    // The point of the stance and the 2 points of the reply stay.
    expect(hidden.storedCounts).toEqual({ discussion_count: 1, activity_score: 3, total_comments: 0 })
    expect(JSON.stringify(hidden)).not.toContain('something rude')
    expect(await findProblems(app.pool)).toEqual([])

    expect(await restore(id)).toBe('changed')
    expect(await everything()).toEqual(before)
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('a hidden comment accepts no votes, replies, deletion or changed minds', async () => {
    const [cleo, dina] = [await app.member('cleo'), await app.member('dina')]
    const { bill_id } = await app.bill('Shut Bill')
    const id = await say(cleo, bill_id, 'hidden words')
    await dina.call(takeStance, { id: bill_id, stance: 'neutral' })
    await hide(id)

    const vote = await dina.request(voteOnComment, { id, vote_type: 'upvote' })
    expect(vote).toMatchObject({ status: 409, body: { error: 'This comment has been deleted' } })
    const post = { id: bill_id, content: 'hm', category_id: 'general-discussion' } as const
    const reply = await dina.request(postComment, { ...post, parent_comment_id: id })
    expect(reply).toMatchObject({ status: 409, body: { error: 'This comment has been deleted' } })
    expect(await cleo.refusal(deleteComment, { id })).toBe('comment_not_found')
    const change = { id: bill_id, stance: 'support', change_source: 'comment', comment_id: id } as const
    expect(await dina.refusal(takeStance, change)).toBe('comment_not_found')
  })

  test("votes on a hidden comment do not count for the echo score, and still move with their voters' stances", async () => {
    const author = await app.member('echo-author')
    const { bill_id } = await app.bill('Hidden Echo Bill')
    await author.call(takeStance, { id: bill_id, stance: 'support' })
    const id = await say(author, bill_id, 'for')
    const crowd = await Promise.all(Array.from({ length: 3 }, (_, at) => app.member(`echo-voter-${at}`)))
    for (const member of crowd) {
      await member.call(takeStance, { id: bill_id, stance: 'support' })
      await member.call(voteOnComment, { id, vote_type: 'upvote' })
    }
    const echo = async () => {
      const { echo_votes, healthy_votes, total_votes } = await author.call(getEchoScore, { id: bill_id })
      return [echo_votes, healthy_votes, total_votes]
    }
    expect(await echo()).toEqual([3, 0, 3])
    await hide(id)
    expect(await echo()).toEqual([0, 0, 0])
    await crowd[0]!.call(takeStance, { id: bill_id, stance: 'oppose' })
    await crowd[1]!.call(deleteAccount, {})
    expect(await findProblems(app.pool)).toEqual([])

    await restore(id)
    expect(await echo()).toEqual([1, 1, 2])
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('hiding or restoring a deleted, hidden or visible comment again changes nothing', async () => {
    const [eli, fay] = [await app.member('eli'), await app.member('fay')]
    const { bill_id } = await app.bill('Again Bill')
    const [id, tombstone] = [await say(eli, bill_id, 'one'), await say(eli, bill_id, 'two')]
    await say(fay, bill_id, 'a reply', tombstone)
    await eli.call(deleteComment, { id: tombstone })

    expect(await hide('00000000-0000-4000-8000-000000000000')).toBe('not_found')
    expect(await restore('00000000-0000-4000-8000-000000000000')).toBe('not_found')
    expect([await hide(tombstone), await restore(tombstone)]).toEqual(['not_found', 'not_found'])
    expect(await restore(id)).toBe('unchanged')
    expect(await hide(id)).toBe('changed')
    expect(await hide(id)).toBe('unchanged')
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('a comment hidden or restored by two moderators at once is counted once', async () => {
    const gus = await app.member('gus')
    const { bill_id } = await app.bill('Two Operators Bill')
    const id = await say(gus, bill_id, 'one')
    expect((await Promise.all([hide(id), hide(id), hide(id)])).toSorted()).toEqual([
      'changed',
      'unchanged',
      'unchanged',
    ])
    expect((await Promise.all([restore(id), restore(id)])).toSorted()).toEqual(['changed', 'unchanged'])
    expect(await storedCounts(bill_id, gus)).toEqual({
      discussion_count: 1,
      activity_score: 2,
      total_comments: 1,
    })
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('restoring a comment adds its points to their days, except days outside the activity window', async () => {
    const [hal, ida] = [await app.member('hal'), await app.member('ida')]
    const { bill_id } = await app.bill('Days Bill')
    const [recent, old] = [await say(hal, bill_id, 'recent'), await say(hal, bill_id, 'old')]
    await ida.call(voteOnComment, { id: recent, vote_type: 'upvote' })
    const { pool } = app
    const set = async (id: string, days: number) => {
      await pool`update bill_comments set created_at = now() - ${`${days} days`}::interval where comment_id = ${id}`
    }
    await set(recent, 3)
    await set(old, 30)
    await app.foldCounters()
    await pool`update bill_activity set points = 0.5 where bill_id = ${bill_id}`
    await pool`
      insert into bill_activity (bill_id, day, points) values (${bill_id}, (now() at time zone 'utc')::date - 3, 2)`
    await pool`update bill_counters set activity_score = 2.5 where bill_id = ${bill_id}`
    expect(await findProblems(pool)).toEqual([])

    await hide(recent)
    await hide(old)
    expect(await storedCounts(bill_id, hal)).toMatchObject({ activity_score: 0 })
    expect(await findProblems(pool)).toEqual([])
    await app.foldCounters()
    await pool`delete from bill_activity where bill_id = ${bill_id}`
    await restore(recent)
    await restore(old)
    expect(await storedCounts(bill_id, hal)).toMatchObject({ activity_score: 2.5 })
    expect(await findProblems(pool)).toEqual([])
  })

  test('a hidden parent stays when its last reply is deleted, and deleting the account removes the hidden text', async () => {
    const [jon, kim] = [await app.member('jon'), await app.member('kim')]
    const { bill_id } = await app.bill('Left Bill')
    const top = await say(jon, bill_id, 'hidden top')
    const reply = await say(kim, bill_id, 'a reply', top)
    const bare = await say(jon, bill_id, 'hidden and bare')
    await hide(top)
    await hide(bare)
    await kim.call(deleteComment, { id: reply })
    expect((await kim.call(listComments, { id: bill_id })).comments).toMatchObject([
      { content: '[Removed by moderators]', reply_count: 0 },
      { content: '[Removed by moderators]' },
    ])
    await restore(top)
    const second = await say(kim, bill_id, 'another reply', top)
    await hide(top)

    await jon.call(deleteAccount, {})

    expect((await kim.call(listComments, { id: bill_id })).comments).toMatchObject([
      { comment_id: top, content: '[Comment deleted by user]', replies: [{ comment_id: second }] },
    ])
    expect(await restore(top)).toBe('not_found')
    const hiddenText =
      await app.pool`select from bill_comments where bill_id = ${bill_id} and content like 'hidden%'`
    expect(hiddenText).toHaveLength(0)
    expect(await findProblems(app.pool)).toEqual([])
  })
})
