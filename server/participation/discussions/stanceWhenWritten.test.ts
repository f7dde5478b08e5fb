import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { deleteComment, getThread, listComments, listMindChanges } from '#contract/discussions.ts'
import { updatePrivacy } from '#contract/people.ts'
import type { AuthorStances, Stance } from '#contract/stances.ts'
import { collectExport } from '#server/members/people/exportContent.ts'
import { findProblems, repairDerivedCounts } from '#server/operations/check/derivedCounts.ts'
import { liftAndCount, suspendAndUncount } from '#server/operations/moderation/codeCohort.ts'
import { makePageFrame } from '#server/testing/pageFrame.ts'
import { say } from '#server/testing/setups/notified.ts'
import { restoreDeleted } from '#server/testing/setups/restoration.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let reader: Person
let dist: string
beforeAll(async () => {
  dist = await makePageFrame()
  app = await startTestServer({}, dist)
  reader = await app.member('reader')
})
afterAll(async () => {
  await app.close()
  await rm(dist, { recursive: true })
})

let lastMember = 0
function someone() {
  lastMember += 1
  return app.member(`member${lastMember}`, { email_verified_at: '2026-01-01T00:00:00Z' })
}

const pair = ({ user_stance, stance_when_written }: AuthorStances) => [user_stance, stance_when_written]

/** Returns the stances beside a first-level comment in the page, in its thread and among those that changed minds. */
async function shownTo(viewer: Person, id: string, comment_id: string) {
  const { comments } = await viewer.call(listComments, { id })
  const { thread } = await viewer.call(getThread, { id, comment_id })
  const credited = (await viewer.call(listMindChanges, { id })).comments
  return {
    page: comments.filter((comment) => comment.comment_id === comment_id).map(pair),
    thread: pair(thread),
    minds: credited.map(pair),
  }
}

function everywhere(now: Stance | null, whenWritten: Stance | null) {
  const both = [now, whenWritten]
  return { page: [both], thread: both, minds: [both] }
}

/** Returns the text of the page that anybody can open. */
async function sharedPage(bill_id: string): Promise<string> {
  const html = await (await fetch(`${app.origin}/bills/${bill_id}`)).text()
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

/** Creates a bill with a comment that was written by an opponent, who supports the bill now, and that changed a mind. */
async function changedAuthor() {
  const author = await someone()
  const { bill_id } = await app.bill('Ferry Bill')
  await author.call(takeStance, { id: bill_id, stance: 'oppose' })
  const comment = await say(author, bill_id, 'It costs too much.')
  const { comment_id } = comment
  await author.call(takeStance, { id: bill_id, stance: 'support' })
  const convinced = await someone()
  await convinced.call(takeStance, { id: bill_id, stance: 'support' })
  await convinced.call(takeStance, { id: bill_id, stance: 'neutral', change_source: 'comment', comment_id })
  return { author, bill_id, comment, comment_id }
}

describe('the stance of an author when a comment was written', () => {
  // covers HURD-COMMENT-01 HURD-COMMENT-02
  test('stays beside the comment when the author changes their mind, wherever the comment is shown', async () => {
    const { author, bill_id, comment, comment_id } = await changedAuthor()
    expect(await shownTo(reader, bill_id, comment_id)).toEqual(everywhere('support', 'oppose'))
    expect(await shownTo(author, bill_id, comment_id)).toEqual(everywhere('support', 'oppose'))
    expect(await sharedPage(bill_id)).toContain('Supports (opposed when written)')

    // A later comment has the later stance, and the old one stays as it was written.
    const reply = await say(author, bill_id, 'I have read it again.', comment)
    expect(pair(reply)).toEqual(['support', 'support'])
    await author.call(takeStance, { id: bill_id, stance: 'learning' })
    const { thread } = await reader.call(getThread, { id: bill_id, comment_id: reply.comment_id })
    expect([pair(thread), ...thread.replies.map(pair)]).toEqual([
      ['learning', 'oppose'],
      ['learning', 'support'],
    ])
    await author.call(takeStance, { id: bill_id, stance: 'oppose' })
    expect(await shownTo(reader, bill_id, comment_id)).toEqual(everywhere('oppose', 'oppose'))
    expect(await sharedPage(bill_id)).not.toContain('when written')
  })

  // covers HURD-COMMENT-01 HURD-COMMENT-02
  test('is none if the author took a stance only later', async () => {
    const author = await someone()
    const { bill_id } = await app.bill('Bridge Bill')
    const comment = await say(author, bill_id, 'What does it do?')
    expect(pair(comment)).toEqual([null, null])
    await author.call(takeStance, { id: bill_id, stance: 'support' })
    const { comments } = await reader.call(listComments, { id: bill_id })
    expect(comments.map(pair)).toEqual([['support', null]])
    const page = await sharedPage(bill_id)
    expect(page).toContain('Supports')
    expect(page).not.toContain('when written')
  })

  // covers HURD-COMMENT-02
  test('stays when the stance of a suspended author is no longer counted, and the stance comes back with it', async () => {
    const { author, bill_id, comment_id } = await changedAuthor()
    await app.pool.begin((db) => suspendAndUncount(db, author.user_id))
    const { thread } = await reader.call(getThread, { id: bill_id, comment_id })
    expect(pair(thread)).toEqual([null, 'oppose'])
    await app.pool`update users set public_stances = false where user_id = ${author.user_id}`
    const hidden = await reader.call(getThread, { id: bill_id, comment_id })
    expect(pair(hidden.thread)).toEqual([null, null])
    await app.pool`update users set public_stances = true where user_id = ${author.user_id}`
    await app.pool.begin((db) => liftAndCount(db, author.user_id))
    expect(await shownTo(reader, bill_id, comment_id)).toEqual(everywhere('support', 'oppose'))
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-COMMENT-03
  test('is seen by nobody but the author while the stances are private, with a stance now or without', async () => {
    const { author, bill_id, comment, comment_id } = await changedAuthor()
    await author.call(updatePrivacy, { public_stances: false })
    expect(await shownTo(reader, bill_id, comment_id)).toEqual(everywhere(null, null))
    expect(await shownTo(author, bill_id, comment_id)).toEqual(everywhere('support', 'oppose'))
    expect(await sharedPage(bill_id)).not.toMatch(/Supports|when written|No stance/)

    // A comment that is written while they are private is not different.
    const reply = await say(author, bill_id, 'In private', comment)
    expect(pair(reply)).toEqual(['support', 'support'])
    const [toReader] = (await reader.call(listComments, { id: bill_id })).comments[0]!.replies
    expect(pair(toReader!)).toEqual([null, null])
    const [toAuthor] = (await author.call(listComments, { id: bill_id })).comments[0]!.replies
    expect(pair(toAuthor!)).toEqual(['support', 'support'])

    await app.pool`delete from stances where bill_id = ${bill_id} and user_id = ${author.user_id}`
    expect((await shownTo(author, bill_id, comment_id)).page).toEqual([[null, 'oppose']])
    expect(await shownTo(reader, bill_id, comment_id)).toEqual(everywhere(null, null))
    await app.pool.begin(repairDerivedCounts)
  })

  // covers HURD-COMMENT-04
  test('is in the data export, is deleted with the comment, is hidden with a closed account, and returns with a restored account', async () => {
    const { author, bill_id, comment, comment_id } = await changedAuthor()
    await say(reader, bill_id, 'A reply keeps the place of the comment', comment)
    const second = await say(author, bill_id, 'A second comment')
    await say(reader, bill_id, 'And of the second', second)
    expect(await collectExport(app.pool, author.user_id)).toMatchObject({
      comments: [{ stance_when_written: 'oppose' }, { stance_when_written: 'support' }],
    })
    await author.call(deleteComment, { id: second.comment_id })
    const stored = () =>
      app.pool<{ stance_when_written: string | null }[]>`
        select stance_when_written from bill_comments
         where comment_id in (${comment_id}, ${second.comment_id}) order by created_at`
    expect(await stored()).toEqual([{ stance_when_written: 'oppose' }, { stance_when_written: null }])

    await author.call(deleteAccount, {})
    const { thread } = await reader.call(getThread, { id: bill_id, comment_id })
    expect(pair(thread)).toEqual([null, null])

    await restoreDeleted(app, author)
    expect(await stored()).toEqual([{ stance_when_written: 'oppose' }, { stance_when_written: null }])
    const restored = await reader.call(getThread, { id: bill_id, comment_id })
    expect(pair(restored.thread)).toEqual(['support', 'oppose'])
    expect(await findProblems(app.pool)).toEqual([])
  })
})
