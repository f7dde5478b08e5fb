import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import { readNotification } from '#contract/notifications.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { commentBy, readNewest, notificationsOf, vote } from '#server/testing/setups/notified.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let people = 0
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const someone = (name: string) => app.member(`${name}-${(people += 1)}`)

describe('votes', () => {
  // covers CIV-NOTIFICATIONS-11 CIV-NOTIFICATIONS-12 CIV-NOTIFICATIONS-13
  test('share one notification, and its number follows them as they are cast, changed and removed', async () => {
    const [author, ben, cleo] = [await someone('author'), await someone('ben'), await someone('cleo')]
    const { id, bill_id } = await commentBy(app, author)
    await vote(ben, id)
    expect(await notificationsOf(author)).toMatchObject({
      messages: ['Your comment received 1 new vote'],
      unread_count: 1,
    })
    await vote(cleo, id, 'downvote')
    const { items, unread_count } = await notificationsOf(author)
    expect(unread_count).toBe(1)
    expect(items).toEqual([
      {
        id: expect.any(String),
        type: 'comment_votes_batched',
        message: 'Your comment received 2 new votes',
        read: false,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        data: {
          comment_id: id,
          bill_id,
          bill_title: 'A Bill of Talk',
          group_id: null,
          group_name: null,
          version_no: null,
          own_comment: 'A view of mine',
          own_comment_language: 'en',
          text: null,
          text_language: null,
          member_type: null,
          username: null,
          profile_picture_url: null,
          engagement_level: null,
          full_name: null,
          follower_username: null,
        },
      },
    ])

    await vote(cleo, id, 'upvote')
    expect((await notificationsOf(author)).messages).toEqual(['Your comment received 2 new votes'])
    await vote(ben, id)
    expect((await notificationsOf(author)).messages).toEqual(['Your comment received 1 new vote'])
    await vote(cleo, id)
    expect(await notificationsOf(author)).toMatchObject({ messages: [], unread_count: 0 })
  })

  test('in a notification that was read are not counted again, and removing one does not change the new notification', async () => {
    const [author, ben, cleo] = [await someone('author'), await someone('ben'), await someone('cleo')]
    const { id } = await commentBy(app, author)
    await vote(ben, id)
    await readNewest(author)
    await vote(ben, id, 'downvote')
    expect(await notificationsOf(author)).toMatchObject({
      messages: ['Your comment received 1 new vote'],
      unread_count: 0,
    })

    await vote(cleo, id)
    await vote(ben, id, 'downvote')
    expect(await notificationsOf(author)).toMatchObject({
      items: [{ read: false }, { read: true }],
      messages: ['Your comment received 1 new vote', 'Your comment received 1 new vote'],
      unread_count: 1,
    })
    await vote(cleo, id)
    expect(await notificationsOf(author)).toMatchObject({ items: [{ read: true }], unread_count: 0 })
  })

  test('by twenty people at once, while the author reads, are each counted exactly once', async () => {
    const author = await someone('author')
    const { id } = await commentBy(app, author)
    const voters = await Promise.all(Array.from({ length: 20 }, () => someone('voter')))
    const readNow = async () => {
      const { items } = await notificationsOf(author)
      const unread = items.find((item) => !item.read)
      if (unread) await author.request(readNotification, { id: unread.id })
    }
    await Promise.all(voters.flatMap((voter) => [vote(voter, id), readNow()]))

    const { messages } = await notificationsOf(author)
    const numbers = messages.map((message) => Number(/\d+/.exec(message)?.[0]))
    expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(20)
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('by twenty people, ten of them removed at once, leave a notification of ten votes', async () => {
    const author = await someone('author')
    const { id } = await commentBy(app, author)
    const voters = await Promise.all(Array.from({ length: 20 }, () => someone('voter')))
    await Promise.all(
      voters.map(async (voter, at) => {
        await vote(voter, id)
        if (at % 2 === 0) await vote(voter, id)
      }),
    )
    expect((await notificationsOf(author)).messages).toEqual(['Your comment received 10 new votes'])
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('on one’s own comment do not notify', async () => {
    const author = await someone('author')
    const { id } = await commentBy(app, author)
    await vote(author, id)
    expect(await notificationsOf(author)).toMatchObject({ messages: [], unread_count: 0 })
    await vote(author, id)
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('of a member who deletes the account are no longer counted', async () => {
    const [author, ben, cleo] = [await someone('author'), await someone('ben'), await someone('cleo')]
    const [both, one] = [await commentBy(app, author), await commentBy(app, author)]
    await vote(ben, both.id)
    await vote(cleo, both.id)
    await vote(ben, one.id)
    await ben.call(deleteAccount, {})
    expect(await notificationsOf(author)).toMatchObject({
      messages: ['Your comment received 1 new vote'],
      unread_count: 1,
    })
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('on 1,500 comments at once all reach the author', async () => {
    const [author, ben] = [await someone('author'), await someone('ben')]
    const { bill_id } = await commentBy(app, author)
    // PostgreSQL then expects no pending votes, as usual in production, and plans for few rows.
    await app.pool`analyze comment_votes`
    await app.pool`
      with comments as (
        insert into bill_comments (bill_id, user_id, category_id, depth, content)
        select ${bill_id}, ${author.user_id}, 'general-discussion', 1, 'Comment ' || n
          from generate_series(1, 1500) n
        returning comment_id)
      insert into comment_votes (comment_id, bill_id, user_id, vote, is_pending)
      select comment_id, ${bill_id}, ${ben.user_id}, 'upvote', true from comments`
    await ben.runWorkers()
    expect((await notificationsOf(author)).unread_count).toBe(1500)
    await app.pool`delete from bills where bill_id = ${bill_id}`
  })
})
