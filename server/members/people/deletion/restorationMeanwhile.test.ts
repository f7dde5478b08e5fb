import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { deleteComment, postComment } from '#contract/discussions.ts'
import { followUser, updatePrivacy } from '#contract/people.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { notifyPendingFollowers } from '#server/participation/notifications/stanceFanout.ts'
import { commentBy, notificationsOf } from '#server/testing/setups/notified.ts'
import { restoreDeleted } from '#server/testing/setups/restoration.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

const verified = { email_verified_at: '2026-01-01T00:00:00Z' }

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

describe('notifications that come back with an account', () => {
  test('stay hidden while the profile of the member they are about is private', async () => {
    const [gone, shy] = [await app.member('gina', verified), await app.member('shy-one')]
    await shy.call(followUser, { id: gone.user_id })
    expect((await notificationsOf(gone)).messages).toHaveLength(1)
    await shy.call(updatePrivacy, { public_profile: false })
    expect(await findProblems(app.pool)).toEqual([])
    await gone.call(deleteAccount, {})
    await restoreDeleted(app, gone)
    const again = await app.signInAgain(gone)
    expect((await notificationsOf(again)).messages).toEqual([])
    await shy.call(updatePrivacy, { public_profile: true })
    expect((await notificationsOf(again)).messages).toHaveLength(1)
  })

  test('leave out stances that became private and comments that were deleted in the meantime', async () => {
    const [gone, hal, ida] = [
      await app.member('greta', verified),
      await app.member('hal'),
      await app.member('ida'),
    ]
    const { id, bill_id } = await commentBy(app, hal)
    await ida.call(postComment, {
      id: bill_id,
      content: 'An answer',
      category_id: 'general-discussion',
      parent_comment_id: id,
    })
    await gone.call(followUser, { id: ida.user_id })
    await ida.call(takeStance, { id: bill_id, stance: 'support' })
    await notifyPendingFollowers(app.pool)
    // The app's own worker may have claimed the fan-out first.
    await expect
      .poll(async () => (await notificationsOf(gone)).items)
      .toMatchObject([{ type: 'followee_stance' }])
    await gone.call(takeStance, { id: bill_id, stance: 'oppose' })
    await gone.call(takeStance, { id: bill_id, stance: 'support', change_source: 'comment', comment_id: id })
    const typesOfHal = async () => (await notificationsOf(hal)).items.map((item) => item.type)
    expect(await typesOfHal()).toEqual(['comment_influenced_mind', 'comment_reply'])

    await gone.call(deleteAccount, {})
    await ida.call(updatePrivacy, { public_stances: false })
    await hal.call(deleteComment, { id })
    await restoreDeleted(app, gone)
    expect((await notificationsOf(await app.signInAgain(gone))).messages).toEqual([])
    expect(await typesOfHal()).toEqual(['comment_reply'])
  })
})
