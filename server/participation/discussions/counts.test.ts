import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import { listBills } from '#contract/bills/bills.ts'
import { countComments, countDiscussion, deleteComment, postComment } from '#contract/discussions.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { hideComment, restoreComment } from './moderation.ts'

const springfield = 'ocd-division/country:us/state:il/place:springfield'
const chicago = 'ocd-division/country:us/state:il/place:chicago'
const unknownId = '00000000-0000-4000-8000-000000000000'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

async function say(by: Person, bill_id: string, parent_comment_id: string | null = null) {
  const post = { id: bill_id, content: 'a view', category_id: 'general-discussion' } as const
  return (await by.call(postComment, { ...post, parent_comment_id })).comment.comment_id
}

/** Returns the local and the total number of comments on the card of the bill with this title. */
async function countsOnCard(reader: Person, title: string) {
  const { bills } = await reader.call(listBills, { q: title })
  return bills.map(({ local_count, discussion_count }) => [local_count, discussion_count])
}

describe('countComments and countDiscussion', () => {
  // covers CIV-COMMENTS-13 CIV-API-19 CIV-API-20 CIV-API-21
  test('a member sees the number of live comments, and of those by members of their own city', async () => {
    const ana = await app.resident('ana', springfield)
    const ben = await app.resident('ben', springfield)
    const cleo = await app.resident('cleo', chicago)
    const dina = await app.member('dina')
    const { bill_id } = await app.bill('Local Bill')
    const top = await say(ben, bill_id)
    const reply = await say(cleo, bill_id, top)
    await say(ben, bill_id, top)
    await say(dina, bill_id)

    const countsFor = async (viewer: Person) => (await viewer.call(countComments, { id: bill_id })).counts
    expect(await countsFor(ana)).toEqual({ local: 2, total: 4, has_local_data: true })
    expect(await countsFor(cleo)).toEqual({ local: 1, total: 4, has_local_data: true })
    expect(await ana.call(countDiscussion, { id: bill_id })).toEqual({ success: true, discussion_count: 4 })

    await cleo.call(deleteComment, { id: reply })
    await ben.call(deleteComment, { id: top })
    expect(await countsFor(ana)).toEqual({ local: 1, total: 2, has_local_data: true })
    expect(await countsFor(cleo)).toEqual({ local: 0, total: 2, has_local_data: true })
    expect((await ana.call(countDiscussion, { id: bill_id })).discussion_count).toBe(2)
  })

  // covers ACC-ROLES-07
  test('a member without a city sees no local count, even when they name a city', async () => {
    const eli = await app.resident('eli', springfield)
    const fay = await app.member('fay')
    const { bill_id } = await app.bill('No Place Bill')
    await say(eli, bill_id)

    for (const user_city_ocd_id of [undefined, springfield, '', 'nonsense']) {
      const { counts } = await fay.call(countComments, { id: bill_id, user_city_ocd_id })
      expect(counts).toEqual({ local: 0, total: 1, has_local_data: false })
    }
    const gus = await app.resident('gus', chicago)
    const { counts } = await gus.call(countComments, { id: bill_id, user_city_ocd_id: springfield })
    expect(counts).toEqual({ local: 0, total: 1, has_local_data: true })
    const own = await eli.call(countComments, { id: bill_id, user_city_ocd_id: springfield })
    expect(own.counts).toEqual({ local: 1, total: 1, has_local_data: true })
  })

  test('local counts follow moves, moderation and account deletion, and appear on every card', async () => {
    const [ivy, jan] = [await app.resident('ivy', springfield), await app.resident('jan', springfield)]
    const kay = await app.member('kay')
    const { bill_id } = await app.bill('Moving Bill')
    const comment_id = await say(ivy, bill_id)
    await say(ivy, bill_id, comment_id)
    expect(await countsOnCard(jan, 'Moving Bill')).toEqual([[2, 2]])
    expect(await countsOnCard(kay, 'Moving Bill')).toEqual([[null, 2]])

    await app.pool.begin((db) => hideComment(db, comment_id))
    expect(await countsOnCard(jan, 'Moving Bill')).toEqual([[1, 1]])
    await app.pool.begin((db) => restoreComment(db, comment_id))
    await app.pool`update users set ocd_city_id = ${chicago} where user_id = ${ivy.user_id}`
    expect(await countsOnCard(jan, 'Moving Bill')).toEqual([[0, 2]])
    await app.pool`update users set ocd_city_id = ${springfield} where user_id = ${ivy.user_id}`
    expect(await countsOnCard(jan, 'Moving Bill')).toEqual([[2, 2]])
    await ivy.call(deleteAccount, {})
    expect(await countsOnCard(jan, 'Moving Bill')).toEqual([[0, 0]])
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('local counts stay exact while members comment and others move away', async () => {
    const { bill_id } = await app.bill('Crossing Bill')
    const people = await Promise.all(
      Array.from({ length: 12 }, (_, at) => app.resident(`mover-${at}`, at % 2 ? springfield : chicago)),
    )
    await Promise.all(
      people.flatMap((person, at) => [
        say(person, bill_id),
        app.pool`
          update users set ocd_city_id = ${at % 3 ? chicago : springfield} where user_id = ${person.user_id}`,
        say(person, bill_id),
      ]),
    )
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('the counts of an unknown bill are refused, and a visitor cannot read counts', async () => {
    const hal = await app.member('hal')
    for (const endpoint of [countComments, countDiscussion]) {
      expect(await hal.refusal(endpoint, { id: unknownId })).toBe('bill_not_found')
      expect(await app.visitor.refusal(endpoint, { id: unknownId })).toBe('authentication_required')
    }
  })
})
