import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAccount, getUser, restoreAccount } from '#contract/accounts/accounts.ts'
import { getBill } from '#contract/bills/bills.ts'
import { listComments, listMindChanges } from '#contract/discussions.ts'
import {
  getGroup,
  listGroupActivity,
  listGroupComments,
  listGroupMembers,
  listGroupPosts,
  listGroups,
} from '#contract/groups.ts'
import { getCase, listCases } from '#contract/moderation/cases.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { listMuted } from '#contract/mutes.ts'
import { listNotifications } from '#contract/notifications.ts'
import { getPublicBill } from '#contract/openData/public.ts'
import { followUser, getUserByUsername, listFollowers, listFollowing } from '#contract/people.ts'
import { searchEverything } from '#contract/search.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { mailsTo, tokenTo } from '#server/testing/external/mailbox.ts'
import { makePageFrame } from '#server/testing/pageFrame.ts'
import { runMaintenance } from '#server/testing/runMaintenance.ts'
import { createMemberLife } from '#server/testing/setups/memberLife.ts'
import { say } from '#server/testing/setups/notified.ts'
import { operator } from '#server/testing/setups/operators.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const hawaii = 'ocd-division/country:us/state:hi'
const deleted = '[Comment deleted by user]'

let app: TestServer
let dist: string
beforeAll(async () => {
  dist = await makePageFrame()
  app = await startTestServer({}, dist)
})
afterAll(async () => {
  await app.close()
  await rm(dist, { recursive: true })
})

type Life = Awaited<ReturnType<typeof createMemberLife>>

/** Opens everything on which other people could find the member. */
async function openEverything({ gone, hal, ida, one, two }: Life, moderator: Person, commentId: string) {
  const id = await app.groupOf(hawaii)
  const { posts, ...group } = await hal.call(listGroupPosts, { id })
  const page = async (path: string) => (await fetch(app.origin + path)).text()
  const userCase = { target_type: 'user', target_id: gone.user_id } as const
  await ida.runWorkers()
  await app.foldCounters()
  return {
    profile: (await hal.request(getUser, { id: gone.user_id })).body,
    byName: (await hal.request(getUserByUsername, { username: gone.username })).body,
    followers: await ida.call(listFollowers, { id: hal.user_id }),
    following: await hal.call(listFollowing, { id: ida.user_id }),
    idaProfile: await hal.call(getUser, { id: ida.user_id }),
    search: await ida.call(searchEverything, { q: gone.username }),
    muted: await hal.call(listMuted, {}),
    notificationsOfHal: await hal.call(listNotifications, {}),
    notificationsOfIda: await ida.call(listNotifications, {}),
    comments: await ida.call(listComments, { id: two.bill_id }),
    commentsOfOne: await ida.call(listComments, { id: one.bill_id }),
    minds: await ida.call(listMindChanges, { id: two.bill_id }),
    bill: await ida.call(getBill, { id: two.bill_id }),
    publicBill: await app.visitor.call(getPublicBill, { id: two.bill_id }),
    shared: await page(`/${two.path}`),
    billFeed: await page(`/feeds/bill/${two.bill_id}.atom`),
    groupFeed: await page(`/feeds/group/${id}.atom`),
    groups: await hal.call(listGroups, {}),
    group: await hal.call(getGroup, { id }),
    members: await hal.call(listGroupMembers, { id }),
    activity: await hal.call(listGroupActivity, {}),
    posts: { posts, group },
    postComments: await Promise.all(posts.map(({ post_id }) => hal.call(listGroupComments, { id, post_id }))),
    cases: await moderator.call(listCases, {}),
    userCase: await moderator.call(getCase, userCase),
    commentCase: await moderator.call(getCase, { target_type: 'bill_comment', target_id: commentId }),
  }
}

/** Leaves out the time of a page and the version of a list of notifications, which only increase. */
function unchanging(shown: unknown): unknown {
  return JSON.parse(
    JSON.stringify(shown, (key, value: unknown) => (['as_of', 'version'].includes(key) ? null : value)),
  )
}

const inTwoWeeks = () =>
  new Date(Date.now() + 14 * 24 * 60 * 60 * 1000).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })

// covers HURD-CLOSED-01 HURD-CLOSED-02 HURD-CLOSED-03
test('a member who deletes the account is named nowhere, is counted for 14 days, and comes back exactly as before', async () => {
  const life = await createMemberLife(app, 'quill')
  const { gone, hal, ida, one, two } = life
  const moderator = await operator(app, 'mona', 'moderator')
  const reported = await say(gone, one.bill_id, 'A reported comment')
  await say(gone, one.bill_id, 'A reply to Hal, which notifies him', await firstOf(hal, one.bill_id))
  await gone.call(followUser, { id: ida.user_id })
  const reason = { reason: 'spam', details: 'Look at this' } as const
  await ida.call(createReport, { target_type: 'user', target_id: gone.user_id, ...reason })
  await ida.call(createReport, { target_type: 'bill_comment', target_id: reported.comment_id, ...reason })
  const names = [gone.user_id, 'quill of the test', '"quill"', '@quill ']
  const words = ['Nobody answers me', 'Somebody answers me', 'My post', 'Lonely post']

  const before = await openEverything(life, moderator, reported.comment_id)
  const shownBefore = JSON.stringify(before)
  for (const said of [...names.slice(0, 3), ...words]) expect(shownBefore).toContain(said)

  const earliest = inTwoWeeks()
  await gone.call(deleteAccount, { code: life.code })
  const latest = inTwoWeeks()
  const closed = await openEverything(life, moderator, reported.comment_id)
  for (const [where, shown] of Object.entries(closed)) {
    // The cases of moderators keep the id.
    for (const said of where.toLowerCase().includes('case') ? names.slice(1) : [...names, ...words]) {
      expect(JSON.stringify(shown).includes(said) ? `${where} shows ${said}` : null).toBeNull()
    }
  }
  expect(closed.cases.cases.map(({ author_username }) => author_username)).toEqual([null, null])
  expect([closed.userCase.case.author, closed.userCase.case.text, closed.userCase.case.state]).toEqual([
    null,
    null,
    'deleted',
  ])
  expect([closed.commentCase.case.author, closed.commentCase.case.text]).toEqual([null, null])
  expect(closed.profile).toMatchObject({ code: 'user_not_found' })
  expect(closed.comments.comments.filter(({ content }) => content === deleted)).toHaveLength(3)
  expect(countsOf(closed.bill)).toEqual(countsOf(before.bill))
  expect(await findProblems(app.pool)).toEqual([])

  const notice = (await mailsTo(app, gone.email)).find(({ purpose }) => purpose === 'deletion_notice')
  expect(/On (\w+ \d+, \d+)/.exec(notice?.text ?? '')?.[1]).toBeOneOf([earliest, latest])

  await app.visitor.call(restoreAccount, { token: await tokenTo(app, gone.email) })
  const after = await openEverything(life, moderator, reported.comment_id)
  expect(unchanging(after)).toEqual(unchanging(before))
  expect(await findProblems(app.pool)).toEqual([])

  const again = await app.signInAgain(gone)
  await app.pool`update recovery_codes set used_at = null where user_id = ${gone.user_id}`
  await again.call(deleteAccount, { code: life.code })
  await app.pool`update closed_accounts set purge_at = now() where user_id = ${gone.user_id}`
  await runMaintenance(app.pool)
  await app.foldCounters()
  const { bill } = await ida.call(getBill, { id: two.bill_id })
  expect(bill.neutral_count).toBe(before.bill.bill.neutral_count - 1)
  expect(await findProblems(app.pool)).toEqual([])
}, 60_000)

async function firstOf(person: Person, bill_id: string) {
  return (await person.call(listComments, { id: bill_id })).comments[0]!
}

function countsOf({
  bill,
}: {
  bill: { support_count: number; oppose_count: number; neutral_count: number }
}) {
  return [bill.support_count, bill.oppose_count, bill.neutral_count]
}
