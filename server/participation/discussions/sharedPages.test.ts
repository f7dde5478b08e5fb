import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { takeStance } from '#contract/bills/bills.ts'
import { listComments, threadSorts, voteOnComment } from '#contract/discussions.ts'
import { updatePrivacy, updateProfile } from '#contract/people.ts'
import type { BuiltStatement } from '#server/platform/postgres/sqlText.ts'
import { say } from '#server/testing/setups/notified.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let sent: BuiltStatement[] = []
let app: TestServer
beforeAll(async () => {
  app = await startTestServer({}, undefined, { observe: (statement) => void sent.push(statement) })
})
afterAll(() => app.close())
beforeEach(() => {
  sent = []
})

const readsOfPages = () =>
  sent.filter(({ name }) => name === 'participation/discussions/threadRows.selectPage')

describe('a page of threads', () => {
  // covers HURD-SPEED-05
  test('is read once for all viewers, and each viewer sees their own votes, changed mind and private stance', async () => {
    const [ana, ben, cleo] = [await app.member('ana'), await app.member('ben'), await app.member('cleo')]
    const { bill_id: id } = await app.bill('A Popular Bill')
    const comment = await say(ana, id, 'Not "user_stance":null')
    const reply = await say(ben, id, 'A reply', comment)
    await ana.call(takeStance, { id, stance: 'support' })
    await ana.call(updatePrivacy, { public_stances: false })
    await ben.call(voteOnComment, { id: comment.comment_id, vote_type: 'upvote' })
    await cleo.call(takeStance, { id, stance: 'oppose' })
    const { comment_id } = reply
    await cleo.call(takeStance, { id, stance: 'neutral', change_source: 'comment', comment_id })
    sent = []
    const pages = await Promise.all([ana, ben, cleo].map((viewer) => viewer.call(listComments, { id })))
    expect(readsOfPages()).toHaveLength(1)
    const shown = pages.map(({ comments: [first] }) => [
      first?.user_vote,
      first?.user_stance,
      first?.changed_my_mind,
      first?.replies[0]?.changed_my_mind,
    ])
    expect(shown).toEqual([
      [null, 'support', false, false],
      ['upvote', null, false, false],
      [null, null, false, true],
    ])

    await cleo.call(voteOnComment, { id: comment_id, vote_type: 'downvote' })
    expect((await ben.call(listComments, { id })).comments[0]!.replies[0]!.downvotes).toBe(1)
    expect(readsOfPages()).toHaveLength(2)
  })

  // covers HURD-SPEED-05
  test('is shared by readers who ask for different numbers of threads, and each gets as many as they asked for', async () => {
    const [dora, emil] = [await app.member('dora'), await app.member('emil')]
    const { bill_id: id } = await app.bill('A Bill of Seven Threads')
    for (let number = 1; number <= 7; number += 1) {
      // oxlint-disable-next-line no-await-in-loop -- the order of the comments is their times
      await say(number === 5 ? emil : dora, id, `Thread ${number}`)
    }
    for (const sort of threadSorts) {
      sent = []
      // All are read at the same time, because a page is shared for only a second.
      const limits = [1, 3, 7]
      const [whole, ...pages] = await Promise.all(
        [25, ...limits].map((limit) => dora.call(listComments, { id, sort, limit })),
      )
      for (const [index, limit] of limits.entries()) {
        const page = pages[index]!
        expect(page.comments).toEqual(whole!.comments.slice(0, limit))
        expect(page.pagination).toEqual({ limit, offset: 0, total: 7, has_more: limit < 7 })
        expect(page.next === null).toBe(limit === 7)
        if (page.next === null) continue
        const rest = await dora.call(listComments, { id, sort, limit: 25, after: page.next })
        expect(rest.comments).toEqual(whole!.comments.slice(limit))
      }
      // The page itself, and what follows the first and the third thread.
      expect(readsOfPages()).toHaveLength(3)
    }
  })

  // covers HURD-SPEED-05
  test('shows a new name and a stance that is private now at once, in every discussion', async () => {
    const [finn, gail] = [await app.member('finn'), await app.member('gail')]
    const bills = [await app.bill('One of Two'), await app.bill('Two of Two')]
    for (const { bill_id: id } of bills) {
      await say(finn, id, 'Words of Finn')
      await finn.call(takeStance, { id, stance: 'oppose' })
    }
    const authors = async () => {
      const pages = await Promise.all(bills.map(({ bill_id: id }) => gail.call(listComments, { id })))
      return pages.map(({ comments: [first] }) => [first?.full_name, first?.user_stance])
    }
    await authors()
    await finn.call(updateProfile, { full_name: 'Finn the Second' })
    expect(await authors()).toEqual([
      ['Finn the Second', 'oppose'],
      ['Finn the Second', 'oppose'],
    ])
    await finn.call(updatePrivacy, { public_stances: false })
    expect(await authors()).toEqual([
      ['Finn the Second', null],
      ['Finn the Second', null],
    ])
  })
})
