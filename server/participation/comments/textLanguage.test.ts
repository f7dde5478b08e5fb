import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteComment, getThread, postComment } from '#contract/discussions.ts'
import {
  createGroupComment,
  createGroupPost,
  deleteGroupPost,
  listGroupComments,
  listGroupPosts,
} from '#contract/groups.ts'
import { getUserByUsername } from '#contract/people.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const nevada = 'ocd-division/country:us/state:nv'
const inSpanish = { 'accept-language': 'es' }
const [english, spanish] = ['We pay for this every year.', 'Lo pagamos todos los años.']

let app: TestServer
let ana: Person
let ben: Person
let bill_id: string
let id: string
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.resident('ana', `${nevada}/place:reno`)
  ben = await app.member('ben')
  id = await app.groupOf(`${nevada}/place:reno`)
  ;({ bill_id } = await app.bill('A bill about water'))
})
afterAll(() => app.close())

type Text = { content: string; language?: string | null; parent_comment_id?: string | null }

async function say(by: Person, text: Text, headers = {}) {
  const input = { id: bill_id, category_id: 'general-discussion', ...text } as const
  const { status, body } = await by.request(postComment, input, headers)
  expect(status).toBe(201)
  return postComment.output.parse(body).comment
}

// covers HURD-TRANSLATE-01
test.each([
  [english, {}, null, 'en'],
  [spanish, {}, null, 'es'],
  // The language of the page decides only about a text that is too short.
  [english, inSpanish, null, 'en'],
  ['Ok', {}, null, 'en'],
  ['Ok', inSpanish, null, 'es'],
  // The choice of the author comes first.
  [spanish, {}, 'ht', 'ht'],
])(
  'a comment has the language of its text: "%s" with %j and the choice %s',
  async (content, headers, language, expected) => {
    const comment = await say(ana, { content, language }, headers)
    expect(comment.language).toBe(expected)
    const { thread } = await ben.call(getThread, { id: bill_id, comment_id: comment.comment_id })
    expect(thread.language).toBe(expected)
  },
)

// covers HURD-TRANSLATE-01
test('a language that is no code is refused', async () => {
  const input = { id: bill_id, category_id: 'general-discussion', content: 'Yes' } as const
  const { status, body } = await ana.request(postComment, { ...input, language: 'Spanish' })
  expect([status, body['error']]).toEqual([400, 'Invalid language'])
})

// covers HURD-TRANSLATE-01
test('posts and comments in groups, and the comments on a profile, have their language', async () => {
  const { post } = await ana.call(createGroupPost, { id, content: spanish })
  const { comment } = await ben.call(createGroupComment, { id, post_id: post.post_id, content: english })
  expect([post.language, comment.language]).toEqual(['es', 'en'])
  const { posts } = await app.visitor.call(listGroupPosts, { id })
  expect(posts.find(({ post_id }) => post_id === post.post_id)?.language).toBe('es')
  const { comments } = await app.visitor.call(listGroupComments, { id, post_id: post.post_id })
  expect(comments.map(({ language }) => language)).toEqual(['en'])

  await say(ben, { content: spanish })
  const { profile } = await ana.call(getUserByUsername, { username: 'ben' })
  expect(profile.recentComments.map(({ content, language }) => [content, language])).toEqual([
    [spanish, 'es'],
  ])
})

// covers HURD-TRANSLATE-01
test('a deleted text has no language, and none is stored', async () => {
  const comment = await say(ana, { content: spanish })
  await say(ben, { content: english, parent_comment_id: comment.comment_id })
  await ana.call(deleteComment, { id: comment.comment_id })
  const { thread } = await ben.call(getThread, { id: bill_id, comment_id: comment.comment_id })
  expect([thread.is_deleted, thread.language, thread.replies[0]?.language]).toEqual([true, null, 'en'])

  const { post } = await ana.call(createGroupPost, { id, content: spanish })
  await ben.call(createGroupComment, { id, post_id: post.post_id, content: english })
  await ana.call(deleteGroupPost, { id, post_id: post.post_id })
  const stored = await app.pool`
    select language from bill_comments where comment_id = ${comment.comment_id}
     union all select language from group_posts where post_id = ${post.post_id}`
  expect([...stored]).toEqual([{ language: null }, { language: null }])
})

// covers HURD-TRANSLATE-01
test('a hidden comment shows no language until it is visible again', async () => {
  const { comment_id } = await say(ana, { content: spanish })
  const languageShown = async () => (await ben.call(getThread, { id: bill_id, comment_id })).thread.language
  await app.pool`update bill_comments set hidden_at = now() where comment_id = ${comment_id}`
  expect(await languageShown()).toBeNull()
  await app.pool`update bill_comments set hidden_at = null where comment_id = ${comment_id}`
  expect(await languageShown()).toBe('es')
})
