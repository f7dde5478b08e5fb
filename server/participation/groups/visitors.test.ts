import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createGroupComment,
  createGroupPost,
  getGroupThread,
  listGroupComments,
  listGroupMembers,
  listGroupPosts,
} from '#contract/groups.ts'
import * as contract from '#contract/groups.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const marfa = 'ocd-division/country:us/state:tx/place:marfa'

let app: TestServer
let maria: Person
let on: { id: string; post_id: string; comment_id: string }
beforeAll(async () => {
  app = await startTestServer()
  maria = await app.resident('mlopez', marfa, {
    full_name: '  Maria  Elena Lopez ',
    member_type: 'elected_official',
  })
  const id = await app.groupOf(marfa)
  const { post_id } = (await maria.call(createGroupPost, { id, content: 'Hello' })).post
  const { comment_id } = (await maria.call(createGroupComment, { id, post_id, content: 'Hello again' }))
    .comment
  on = { id, post_id, comment_id }
})
afterAll(() => app.close())

const read = async (reader: TestServer['visitor']) => {
  const [post] = (await reader.call(listGroupPosts, { id: on.id })).posts
  const [comment] = (await reader.call(listGroupComments, on)).comments
  const [linked] = (await reader.call(getGroupThread, on)).comments
  return [post, comment, linked].map((item) => [item?.username, item?.full_name, item?.member_type])
}

test('a visitor reads the first name and an initial, a member the full name, and both see the badge of an official', async () => {
  for (const seen of await read(app.visitor)) {
    expect(seen).toEqual(['mlopez', 'Maria L.', 'elected_official'])
  }
  for (const seen of await read(maria)) {
    expect(seen).toEqual(['mlopez', expect.stringContaining('Elena Lopez'), 'elected_official'])
  }
})

test('no call that a visitor may make in groups returns a full name, a city or a list of members', async () => {
  const open = Object.values<unknown>(contract).filter(
    (value): value is Endpoint =>
      typeof value === 'object' && value !== null && 'access' in value && value.access === 'optional',
  )
  expect(open.length).toBeGreaterThan(5)
  for (const { path } of open) {
    const address = path
      .replace(':id', on.id)
      .replace(':post_id', on.post_id)
      .replace(':comment_id', on.comment_id)
    const response = await app.visitor.send('GET', address)
    expect([path, response.status]).toEqual([path, 200])
    const words = JSON.stringify(response.body)
    expect(words, path).not.toContain('Lopez')
    expect(words, path).not.toContain('Elena')
    expect(words, path).not.toContain('ocd_city_id')
  }
  const { members, stats } = await app.visitor.call(listGroupMembers, { id: on.id })
  expect(members).toEqual([])
  expect(stats.total).toBe(1)
})

test.each([
  ['Prince', 'Prince'],
  ['Ana de la Cruz', 'Ana C.'],
  ['Ana\u00a0Cruz', 'Ana C.'],
  ['Żaneta Łoś', 'Żaneta Ł.'],
])('the name "%s" is shown to visitors as "%s"', async (full_name, shown) => {
  const [row] = await app.pool<{ name: string }[]>`select short_name(${full_name}) as name`
  expect(row?.name).toBe(shown)
})
