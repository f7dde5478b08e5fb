import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeStance } from '#contract/bills/bills.ts'
import { listBothSides, postComment, voteOnComment } from '#contract/discussions.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
const supporters: Person[] = []
const opponents: Person[] = []

beforeAll(async () => {
  app = await startTestServer()
  for (const name of ['sam', 'sue', 'sid', 'sol']) supporters.push(await app.member(name))
  for (const name of ['olga', 'otto', 'omar', 'odin']) opponents.push(await app.member(name))
})
afterAll(() => app.close())

async function divided() {
  const { bill_id: id } = await app.bill('Divided')
  for (const person of supporters) await person.call(takeStance, { id, stance: 'support' })
  for (const person of opponents) await person.call(takeStance, { id, stance: 'oppose' })
  return id
}

async function say(person: Person, id: string, content: string) {
  const input = { id, content, category_id: 'general-discussion', parent_comment_id: null } as const
  return (await person.call(postComment, input)).comment.comment_id
}

// covers HURD-BILLPAGE-04
test('of each side the comment comes first that the other side liked most, and the newest if it has too few votes', async () => {
  const id = await divided()
  const liked = await say(supporters[0]!, id, 'A bridge')
  const disliked = await say(supporters[1]!, id, 'A wall')
  const newest = await say(supporters[2]!, id, 'Just said')
  for (const person of opponents) {
    await person.call(voteOnComment, { id: liked, vote_type: 'upvote' })
    await person.call(voteOnComment, { id: disliked, vote_type: 'downvote' })
  }
  // The own side does not count.
  for (const person of [supporters[1]!, supporters[3]!]) {
    await person.call(voteOnComment, { id: newest, vote_type: 'upvote' })
  }
  const opposing = await say(opponents[0]!, id, 'No votes yet')
  const later = await say(opponents[1]!, id, 'No votes either')
  const { comments } = await supporters[0]!.call(listBothSides, { id })
  expect(comments.map(({ comment_id, side, upvotes, votes }) => [comment_id, side, upvotes, votes])).toEqual([
    [liked, 'support', 4, 4],
    [disliked, 'support', 0, 4],
    [newest, 'support', 0, 0],
    [later, 'oppose', 0, 0],
    [opposing, 'oppose', 0, 0],
  ])
})

// covers HURD-BILLPAGE-04
test('an author who keeps stances private stands on no side, and a bill without comments has none', async () => {
  const id = await divided()
  await say(supporters[0]!, id, 'Hidden side')
  await app.pool`update users set public_stances = false where user_id = ${supporters[0]!.user_id}`
  const { comments } = await opponents[0]!.call(listBothSides, { id })
  expect(comments).toEqual([])
  await app.pool`update users set public_stances = true where user_id = ${supporters[0]!.user_id}`
  const { bill_id } = await app.bill('Silent')
  expect((await opponents[0]!.call(listBothSides, { id: bill_id })).comments).toEqual([])
  const missing = opponents[0]!.call(listBothSides, { id: '00000000-0000-4000-8000-000000000000' })
  await expect(missing).rejects.toThrow(/404|not found/i)
})
