import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createGroupComment,
  createGroupPost,
  deleteGroupPost,
  followGroup,
  listGroupActivity,
} from '#contract/groups.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { hidePost } from './moderation.ts'

const maine = 'ocd-division/country:us/state:me'

let app: TestServer
let ana: Person
let ben: Person
let state: string
let town: string
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.resident('ana', `${maine}/place:bangor`)
  ben = await app.resident('ben', `${maine}/place:bangor`)
  state = await app.groupOf(maine)
  town = await app.groupOf(`${maine}/place:bangor`)
})
afterAll(() => app.close())

async function post(by: Person, id: string, content: string) {
  return (await by.call(createGroupPost, { id, content })).post
}

describe('listGroupActivity', () => {
  // covers CIV-GROUPACTIVITY-05 CIV-API-32
  test('a member sees posts by others in the groups they follow, newest first, by their first line', async () => {
    const wholeTitle = 'before following'.padEnd(80, '!')
    await post(ben, state, wholeTitle)
    await ana.call(followGroup, { id: state })
    await ana.call(followGroup, { id: town })
    const long = await post(ben, town, `${'🐟'.repeat(90)} and more`)
    await post(ana, town, 'my own')
    const lines = await post(ben, state, 'First line\r\nSecond line')

    const response = await ana.request(listGroupActivity, {})
    expect(response.body).toEqual({
      success: true,
      activity: [
        {
          group_id: state,
          group_name: 'Maine',
          post_id: lines.post_id,
          post_title: 'First line',
          title_is_cut: false,
          language: 'en',
          created_at: lines.created_at,
        },
        {
          group_id: town,
          group_name: 'Bangor, ME',
          post_id: long.post_id,
          post_title: '🐟'.repeat(80),
          title_is_cut: true,
          language: 'en',
          created_at: long.created_at,
        },
        expect.objectContaining({ post_title: wholeTitle, title_is_cut: false }),
      ],
      pagination: { limit: 20, offset: 0, total: 3, has_more: false },
    })
    const page = await ana.call(listGroupActivity, { limit: 1, offset: 1 })
    expect(page.activity.map(({ post_id }) => post_id)).toEqual([long.post_id])
    expect(page.pagination).toEqual({ limit: 1, offset: 1, total: 3, has_more: true })
    expect((await ben.call(listGroupActivity, {})).activity).toEqual([])
    expect((await app.visitor.request(listGroupActivity, {})).status).toBe(401)
  })

  test('a deleted or hidden post disappears from the group updates', async () => {
    const cleo = await app.member('cleo')
    await cleo.call(followGroup, { id: state })
    const gone = await post(ben, state, 'soon gone')
    const hidden = await post(ben, state, 'soon hidden')
    await ana.call(createGroupComment, { id: state, post_id: gone.post_id, content: 'x' })
    const { pagination } = await cleo.call(listGroupActivity, {})
    await ben.call(deleteGroupPost, { id: state, post_id: gone.post_id })
    await app.pool.begin((db) => hidePost(db, hidden.post_id))

    const after = await cleo.call(listGroupActivity, {})
    expect(after.pagination.total).toBe(pagination.total - 2)
    expect(after.activity).toHaveLength(after.pagination.total)
    expect(JSON.stringify(after.activity)).not.toMatch(/soon/)
  })
})
