import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeStance } from '#contract/bills/bills.ts'
import {
  type CategoryId,
  countStanceChanges,
  deleteComment,
  listCategories,
  getThread,
  listComments,
  postComment,
  voteOnComment,
} from '#contract/discussions.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

async function say(
  by: Person,
  bill_id: string,
  content: string,
  parent_comment_id: string | null = null,
  category_id: CategoryId = 'general-discussion',
) {
  const { comment } = await by.call(postComment, { id: bill_id, content, category_id, parent_comment_id })
  return comment
}

describe('postComment', () => {
  // covers CIV-COMMENTS-03 CIV-COMMENTS-06 CIV-API-12 CIV-API-13 CIV-API-14 CIV-API-01
  test('a posted comment appears in its thread for everyone', async () => {
    const ana = await app.member('ana', { email_verified_at: '2026-01-01T00:00:00.000Z' })
    const reader = await app.member('reader')
    const { bill_id } = await app.bill('Clean Water Act')
    await ana.call(takeStance, { id: bill_id, stance: 'support' })

    const posted = await ana.request(postComment, {
      id: bill_id,
      content: '  My well ran dry.\n',
      category_id: 'personal-stories',
      parent_comment_id: null,
    })

    expect(posted.status).toBe(201)
    expect(posted.body).toEqual({
      success: true,
      comment: {
        comment_id: expect.any(String),
        parent_comment_id: null,
        section_key: null,
        version_no: null,
        category_id: 'personal-stories',
        content: 'My well ran dry.',
        language: 'en',
        username: 'ana',
        user_id: ana.user_id,
        full_name: 'ana of the test',
        is_verified: true,
        member_type: 'regular',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        upvotes: 0,
        downvotes: 0,
        user_vote: null,
        engagement_level: 'new',
        user_stance: 'support',
        stance_when_written: 'support',
        profile_picture_url: null,
        is_deleted: false,
        change_count: 0,
        changed_my_mind: false,
        asks_about_change: false,
        reply_count: 0,
        both_sides: null,
        replies: [],
      },
    })
    const { comments } = await reader.call(listComments, { id: bill_id })
    expect(comments).toEqual([posted.body['comment']])
    const elsewhere = await reader.call(listComments, { id: bill_id, category_id: 'economic-impact' })
    expect(elsewhere.comments).toEqual([])
  })

  // covers CIV-COMMENTS-04 CIV-COMMENTS-28
  test('replies nest three levels deep, oldest first, and a reply to the third becomes its sibling', async () => {
    const [ben, cleo] = [await app.member('ben'), await app.member('cleo')]
    const { bill_id } = await app.bill('Night Bus Bill')
    const first = await say(ben, bill_id, 'first')
    const second = await say(cleo, bill_id, 'second')
    const reply = await say(cleo, bill_id, 'reply', first.comment_id)
    const third = await say(ben, bill_id, 'third level', reply.comment_id)
    const beside = await say(cleo, bill_id, '@ben beside', third.comment_id)
    const later = await say(ben, bill_id, 'later reply', first.comment_id)

    expect(beside.parent_comment_id).toBe(reply.comment_id)
    const { comments } = await ben.call(listComments, { id: bill_id })
    expect(comments).toMatchObject([
      {
        comment_id: first.comment_id,
        replies: [
          {
            comment_id: reply.comment_id,
            parent_comment_id: first.comment_id,
            replies: [
              { comment_id: third.comment_id, replies: [] },
              { comment_id: beside.comment_id, replies: [] },
            ],
          },
          { comment_id: later.comment_id, replies: [] },
        ],
      },
      { comment_id: second.comment_id, replies: [] },
    ])
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('a reply gets the category of its parent', async () => {
    const dina = await app.member('dina')
    const { bill_id } = await app.bill('Category Bill')
    const question = await say(dina, bill_id, 'What does it cost?', null, 'questions-clarifications')

    const reply = await say(dina, bill_id, 'Nothing.', question.comment_id, 'economic-impact')

    expect(reply.category_id).toBe('questions-clarifications')
    const within = await dina.call(listComments, { id: bill_id, category_id: 'questions-clarifications' })
    expect(within.comments).toMatchObject([{ replies: [{ comment_id: reply.comment_id }] }])
  })

  // covers CIV-COMMENTS-20 CIV-COMMENTS-21 CIV-COMMENTS-25 CIV-API-02
  test('a comment of 2000 characters is accepted, and a longer or empty one is refused with a message', async () => {
    const eli = await app.member('eli')
    const { bill_id } = await app.bill('Long Words Bill')
    const post = (content: unknown, category_id: unknown = 'general-discussion') =>
      eli.send('POST', `/api/bills/${bill_id}/comments`, { body: { content, category_id } })

    const whole = await post(`${'🐟'.repeat(2000)}  `)
    expect(whole).toMatchObject({ status: 201, body: { comment: { content: '🐟'.repeat(2000) } } })
    for (const [content, words] of [
      ['🐟'.repeat(2001), 'Comment must be at most 2000 characters'],
      ['', 'Comment cannot be empty'],
      [' \n\t\u00a0', 'Comment cannot be empty'],
      ['@ana ', 'Comment cannot be empty'],
      [null, 'Comment cannot be empty'],
      [undefined, 'Comment cannot be empty'],
      [5, 'Invalid request'],
      ['a\u0000b', 'This text contains characters that cannot be saved'],
    ]) {
      const response = await post(content)
      expect([content, response.status, response.body['error']]).toEqual([content, 400, words])
    }
    for (const category_id of ['politics', '', null, 7]) {
      const response = await post('hello', category_id)
      expect([response.status, response.body['error']]).toEqual([400, 'Invalid category'])
    }
    const listed = await eli.send('GET', `/api/bills/${bill_id}/comments?category_id=politics`)
    expect([listed.status, listed.body['error']]).toEqual([400, 'Invalid category'])
    expect((await eli.call(listComments, { id: bill_id })).comments).toHaveLength(1)
  })

  test('a reply to a comment on another bill is refused', async () => {
    const fay = await app.member('fay')
    const [here, there] = [await app.bill('Here Bill'), await app.bill('There Bill')]
    const onOtherBill = await say(fay, there.bill_id, 'over there')
    const reply = { content: 'me too', category_id: 'general-discussion' } as const

    const mixed = { ...reply, id: here.bill_id, parent_comment_id: onOtherBill.comment_id }
    expect(await fay.refusal(postComment, mixed)).toBe('parent_comment_not_found')
    const unknown = { ...reply, id: here.bill_id, parent_comment_id: unknownId }
    expect(await fay.refusal(postComment, unknown)).toBe('parent_comment_not_found')
    const nobill = { ...reply, id: unknownId, parent_comment_id: onOtherBill.comment_id }
    expect(await fay.refusal(postComment, nobill)).toBe('bill_not_found')
    expect(await fay.refusal(postComment, { ...reply, id: unknownId })).toBe('bill_not_found')
    expect(await fay.refusal(listComments, { id: unknownId })).toBe('bill_not_found')
    expect((await fay.call(listComments, { id: here.bill_id })).comments).toEqual([])
  })

  test('a deactivated member can read but not comment, and their comments stay', async () => {
    const gus = await app.member('gus')
    const { bill_id } = await app.bill('Quiet Bill')
    await say(gus, bill_id, 'before I go')
    await app.pool`update users set account_status = 'inactive' where user_id = ${gus.user_id}`
    const hal = await app.member('hal', { account_status: 'inactive' })

    const post = { id: bill_id, content: 'psst', category_id: 'general-discussion' } as const
    expect(await hal.refusal(postComment, post)).toBe('account_deactivated')
    const { comments } = await hal.call(listComments, { id: bill_id })
    expect(comments).toMatchObject([{ content: 'before I go', username: 'gus' }])
  })

  test('a comment repeated with the same key is posted once', async () => {
    const ida = await app.member('ida')
    const { bill_id } = await app.bill('Lost Answer Bill')
    const post = { id: bill_id, content: 'once', category_id: 'general-discussion' } as const
    const key = { 'idempotency-key': 'one-press' }

    const responses = await Promise.all(Array.from({ length: 50 }, () => ida.request(postComment, post, key)))

    for (const response of responses) expect(response.body).toEqual(responses[0]!.body)
    expect((await ida.call(listComments, { id: bill_id })).comments).toHaveLength(1)
  })

  // covers HURD-WRITE-02
  test('a repeat gets its first response on another instance, after other comments and after the deletion, and posts nothing', async () => {
    const [kai, leo] = [await app.member('kai'), await app.member('leo')]
    const [{ bill_id }, other] = [
      await app.bill('Repeated Comment Bill'),
      await app.bill('Other Comment Bill'),
    ]
    const post = { id: bill_id, content: 'Only once', category_id: 'general-discussion' } as const
    const key = { 'idempotency-key': 'only-once' }
    const second = await app.secondInstance()
    const elsewhere = app.as(kai.token, await second.listen({ port: 0, host: '127.0.0.1' }))
    const first = await kai.request(postComment, post, key)
    const { comment_id } = (await kai.call(listComments, { id: bill_id })).comments[0]!
    for (let at = 0; at < 6; at += 1) await say(kai, bill_id, `More ${at}`)
    await leo.call(voteOnComment, { id: comment_id, vote_type: 'upvote' })

    expect(await elsewhere.request(postComment, post, key)).toMatchObject({ status: 201, body: first.body })
    for (const reused of [
      { ...post, content: 'Something else' },
      { ...post, id: other.bill_id },
    ]) {
      const response = await elsewhere.request(postComment, reused, key)
      expect(response).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    }

    await kai.call(deleteComment, { id: comment_id })
    const replay = await elsewhere.request(postComment, post, key)
    expect(replay).toMatchObject({ status: 201, body: { comment: { content: '[Comment deleted by user]' } } })
    expect((await leo.call(listComments, { id: bill_id })).comments).toHaveLength(6)
    expect((await leo.call(listComments, { id: other.bill_id })).comments).toEqual([])
    await second.close()
  })

  // covers HURD-WRITE-02
  test.each([0, 1])(
    'a repeat for a deleted comment with %i replies says that it was deleted',
    async (replies) => {
      const mia = await app.member(`mia${replies}`)
      const { bill_id } = await app.bill(`Withdrawn Comment Bill ${replies}`)
      const post = { id: bill_id, content: 'Never mind', category_id: 'general-discussion' } as const
      const key = { 'idempotency-key': 'withdrawn' }
      await mia.request(postComment, post, key)
      const { comment_id } = (await mia.call(listComments, { id: bill_id })).comments[0]!
      if (replies > 0) await say(mia, bill_id, 'Why?', comment_id)
      await mia.call(deleteComment, { id: comment_id })

      const comment = { comment_id, content: '[Comment deleted by user]', is_deleted: true }
      expect(await mia.request(postComment, post, key)).toMatchObject({ status: 201, body: { comment } })
    },
  )

  test('counts stay exact while twenty members comment', async () => {
    const { bill_id } = await app.bill('Crowd Bill')
    const crowd = await Promise.all(Array.from({ length: 20 }, (_, at) => app.member(`talker-${at}`)))
    const opener = await say(crowd[0]!, bill_id, 'go on')

    await Promise.all(
      crowd.map((member, at) => say(member, bill_id, `I am ${at}`, at % 2 ? opener.comment_id : null)),
    )

    const { categories } = await crowd[0]!.call(listCategories, { id: bill_id })
    expect(categories[0]).toMatchObject({ category_id: 'general-discussion', comment_count: 21 })
    const [counts] = await app.pool`
      select discussion_count, activity_score, total_comments from current_bill_counts, users
       where bill_id = ${bill_id} and user_id = ${crowd[0]!.user_id}`
    expect(counts).toEqual({ discussion_count: 21, activity_score: 42, total_comments: 2 })
    expect(await findProblems(app.pool)).toEqual([])
  })
})

describe('listCategories', () => {
  // covers CIV-COMMENTS-07 CIV-API-11
  test('every bill has the four categories in order, with its own counts', async () => {
    const jon = await app.member('jon')
    const { bill_id } = await app.bill('Four Chambers Bill')
    await say(jon, bill_id, 'money', null, 'economic-impact')

    expect((await jon.call(listCategories, { id: bill_id })).categories).toEqual([
      { category_id: 'general-discussion', category_name: 'General Discussion', comment_count: 0 },
      { category_id: 'economic-impact', category_name: 'Economic Impact', comment_count: 1 },
      { category_id: 'personal-stories', category_name: 'Personal Stories', comment_count: 0 },
      {
        category_id: 'questions-clarifications',
        category_name: 'Questions & Clarifications',
        comment_count: 0,
      },
    ])
    expect(await jon.refusal(listCategories, { id: unknownId })).toBe('bill_not_found')
  })
})

describe('countStanceChanges', () => {
  // A comment contains its count of changed minds so that no screen needs a call per comment.
  // covers CIV-API-18 CIV-MINDCHANGE-06
  test('a comment has the number of members who changed their mind because of it', async () => {
    const [kim, lea] = [await app.member('kim'), await app.member('lea')]
    const [bill, other] = [await app.bill('Persuasion Bill'), await app.bill('Other Bill')]
    const { comment_id } = await say(kim, bill.bill_id, 'consider this')
    await say(kim, bill.bill_id, 'and this')
    await lea.call(takeStance, { id: bill.bill_id, stance: 'oppose' })
    const through = { id: bill.bill_id, change_source: 'comment', comment_id } as const
    await lea.call(takeStance, { ...through, stance: 'support' })

    const target = { id: bill.bill_id, comment_id }
    expect(await lea.call(countStanceChanges, target)).toEqual({ success: true, change_count: 1 })
    expect((await lea.call(listComments, { id: bill.bill_id })).comments).toMatchObject([
      { change_count: 1, changed_my_mind: true },
      { change_count: 0, changed_my_mind: false },
    ])
    expect((await lea.call(getThread, target)).thread.changed_my_mind).toBe(true)
    expect((await kim.call(listComments, { id: bill.bill_id })).comments).toMatchObject([
      { change_count: 1, changed_my_mind: false },
      { change_count: 0, changed_my_mind: false },
    ])
    expect(await lea.refusal(countStanceChanges, { ...target, id: other.bill_id })).toBe('comment_not_found')
    expect(await lea.refusal(countStanceChanges, { ...target, id: unknownId })).toBe('bill_not_found')
  })

  // covers CIV-API-18
  test('a tombstone is not found', async () => {
    const max = await app.member('max')
    const { bill_id } = await app.bill('Withdrawn Bill')
    const { comment_id } = await say(max, bill_id, 'consider this')
    await max.call(postComment, {
      id: bill_id,
      content: 'I did',
      category_id: 'general-discussion',
      parent_comment_id: comment_id,
    })
    expect((await max.call(deleteComment, { id: comment_id })).deletion_type).toBe('soft')
    const response = await max.request(countStanceChanges, { id: bill_id, comment_id })
    expect(response).toMatchObject({ status: 404, body: { error: 'Comment not found' } })
  })
})
