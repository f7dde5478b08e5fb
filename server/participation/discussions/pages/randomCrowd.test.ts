import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deactivate, reactivate } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import {
  commentCategories,
  deleteComment,
  listComments,
  postComment,
  threadSorts,
  voteOnComment,
} from '#contract/discussions.ts'
import { listNotifications, readNotification } from '#contract/notifications.ts'
import { followUser, updatePrivacy } from '#contract/people.ts'
import { stances } from '#contract/stances.ts'
import { findProblems, repairDerivedCounts } from '#server/operations/check/derivedCounts.ts'
import { hideComment, restoreComment } from '#server/participation/discussions/moderation.ts'
import { expectedPage, readDiscussion } from '#server/testing/setups/discussions/discussionOracle.ts'
import { type Random, randomFrom } from '#server/testing/setups/random.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

/** The number of members at the beginning of the crowd whose accounts stay active. */
const viewers = 3
const categories = commentCategories.map(({ category_id }) => category_id)

let app: TestServer
let crowd: Person[]
let bill_id: string
beforeAll(async () => {
  app = await startTestServer()
  crowd = await Promise.all(
    Array.from({ length: 24 }, (_, at) =>
      app.resident(`crowd-${at}`, `ocd-division/country:us/state:nv/place:town_${at % 3}`, {
        full_name: at % 5 === 0 ? `Zoë "${at}" \\ O’Neil` : `Member ${at}`,
        ...(at % 2 === 0 ? { email_verified_at: '2026-01-01T00:00:00.000Z' } : {}),
      }),
    ),
  )
})
afterAll(() => app.close())

async function randomWrite(random: Random): Promise<void> {
  const me = random.pick(crowd)
  const ids = await app.pool<{ comment_id: string }[]>`
    select comment_id from bill_comments where bill_id = ${bill_id} order by created_at desc, comment_id limit 60`
  const comment_id = ids.length > 0 ? random.pick(ids).comment_id : null
  const dice = random.below(100)
  if (dice < 35 || comment_id === null) {
    await me.refusal(postComment, {
      id: bill_id,
      content: random.pick(['Yes', 'A "quoted" \\ word\n\tand a line', 'Привет 🐟', '</script> & more']),
      category_id: random.pick(categories),
      parent_comment_id: dice < 20 ? comment_id : null,
    })
  } else if (dice < 65) {
    await me.refusal(voteOnComment, {
      id: comment_id,
      vote_type: random.below(4) === 0 ? 'downvote' : 'upvote',
    })
  } else if (dice < 75) {
    await me.refusal(takeStance, { id: bill_id, stance: random.pick(stances) })
  } else if (dice < 80) {
    const changed = { change_source: 'comment', comment_id } as const
    await me.refusal(takeStance, { id: bill_id, stance: random.pick(stances), ...changed })
  } else if (dice < 85) await me.refusal(deleteComment, { id: comment_id })
  else if (dice < 89) await app.pool.begin((db) => hideComment(db, comment_id))
  else if (dice < 91) await app.pool.begin((db) => restoreComment(db, comment_id))
  else if (dice < 93) await me.refusal(updatePrivacy, { public_stances: random.below(2) === 0 })
  else if (dice < 95) await me.refusal(followUser, { id: random.pick(crowd).user_id })
  else if (dice < 96) await deactivateAndSignIn(random.pick(crowd.slice(viewers)))
  else if (dice < 98) await me.refusal(reactivate, {})
  else {
    const { notifications } = await crowd[0]!.call(listNotifications, {})
    const unread = notifications.find(({ read }) => !read)
    if (unread) await crowd[0]!.refusal(readNotification, { id: unread.id })
  }
}

/** Deactivates an account and signs in again, because deactivation ends all sessions. */
async function deactivateAndSignIn(me: Person): Promise<void> {
  await me.refusal(deactivate, {})
  crowd[crowd.findIndex(({ user_id }) => user_id === me.user_id)] = await app.signInAgain(me)
}

async function compareAllPages(readers: Person[]) {
  const discussion = await readDiscussion(app.pool, bill_id)
  for (const viewer of readers) {
    for (const sort of threadSorts) {
      for (const category_id of [undefined, ...categories]) {
        const query = { sort, ...(category_id ? { category_id } : {}) }
        let after: string | undefined
        for (let offset = 0; ;) {
          const page = { ...query, limit: 7, offset }
          const { comments, pagination, next } = await viewer.call(listComments, { id: bill_id, ...page })
          const expected = expectedPage(discussion, viewer.user_id, page)
          expect({ page, comments, total: pagination.total }).toEqual({ page, ...expected })
          if (after) {
            const byCursor = { id: bill_id, ...query, limit: 7, after }
            expect((await viewer.call(listComments, byCursor)).comments).toEqual(comments)
          }
          offset += comments.length
          expect([pagination.has_more, next !== null]).toEqual(Array(2).fill(offset < expected.total))
          if (next === null) break
          after = next
        }
      }
    }
  }
}

// Five writes run at a time so that they also wait for one another.
test.each([1, 2])(
  'every page shows exactly what a random crowd did, seed %i',
  async (seed) => {
    bill_id = (await app.bill('A Bill of Many Words')).bill_id
    const random = randomFrom(seed)
    for (let round = 0; round < 60; round += 1) {
      await Promise.all(Array.from({ length: 5 }, () => randomWrite(random)))
      if (round === 20) await compareAllPages([crowd[0]!])
    }
    await compareAllPages([crowd[1]!, crowd[2]!])
    await crowd[0]!.runWorkers()
    expect(await findProblems(app.pool)).toEqual([])
    await app.foldCounters()
    expect(await app.pool`select from bill_counter_steps`).toHaveLength(0)
    expect(await findProblems(app.pool)).toEqual([])
  },
  60_000,
)

test('a page of long threads ends before the thread that would exceed two hundred comments', async () => {
  bill_id = (await app.bill('A Bill of Long Threads')).bill_id
  const random = randomFrom(3)
  const rows = Array.from({ length: 12 }, () => newRow(1, null))
  for (let n = 0; n < 700; n += 1) {
    const parent = random.pick(rows.slice(0, 60).filter(({ depth }) => depth < 3))
    rows.push(newRow(parent.depth + 1, parent.comment_id))
  }
  for (const [n, row] of rows.entries()) {
    await app.pool`
      insert into bill_comments (bill_id, user_id, category_id, content, created_at, comment_id, depth, parent_comment_id)
      values (${bill_id}, ${crowd[0]!.user_id}, 'general-discussion', ${`Words ${n}`},
              timestamptz '2026-03-01 12:00Z' + ${n}::int * interval '1 second',
              ${row.comment_id}, ${row.depth}, ${row.parent_comment_id})`
  }
  await app.pool.begin(repairDerivedCounts)
  await compareAllPages([crowd[1]!])
}, 60_000)

function newRow(depth: number, parent_comment_id: string | null) {
  return { comment_id: randomUUID(), depth, parent_comment_id }
}
