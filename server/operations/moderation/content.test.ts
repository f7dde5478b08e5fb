import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listComments, postComment } from '#contract/discussions.ts'
import {
  createGroupComment,
  createGroupPost,
  deleteGroupPost,
  listGroupComments,
  listGroupPosts,
  listGroups,
} from '#contract/groups.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { runHurd } from '#server/testing/operator.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const austin = 'ocd-division/country:us/state:tx/place:austin'

// Each command is a separate process, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let app: TestServer
let ada: Person
let ben: Person
let group_id: string
beforeAll(async () => {
  app = await startTestServer()
  ada = await app.resident('ada', austin)
  ben = await app.resident('ben', austin)
  const { groups } = await ada.call(listGroups, {})
  group_id = groups.find((group) => group.jurisdiction === austin)!.group_id
})
afterAll(() => app.close())

const hurd = (...args: string[]) => runHurd(app, args)

async function talk() {
  const { post } = await ada.call(createGroupPost, { id: group_id, content: 'An unkind post' })
  const at = { id: group_id, post_id: post.post_id }
  const { comment } = await ada.call(createGroupComment, { ...at, content: 'An unkind comment' })
  return { at, comment_id: comment.comment_id }
}

test('a comment on a bill is hidden and shown again, and it cannot be reported while it is hidden', async () => {
  const { bill_id } = await app.bill('Moderated')
  const input = { id: bill_id, content: 'Unkind words', category_id: 'general-discussion' } as const
  const { comment } = await ada.call(postComment, input)
  const target = {
    target_type: 'bill_comment' as const,
    target_id: comment.comment_id,
    reason: 'abuse' as const,
  }
  const shown = async () => (await ben.call(listComments, { id: bill_id })).comments[0]
  expect((await hurd('content', 'hide', 'bill_comment', comment.comment_id)).code).toBe(0)
  expect(await shown()).toMatchObject({
    content: '[Removed by moderators]',
    is_deleted: true,
    username: null,
    user_id: null,
  })
  expect(await ben.refusal(createReport, target)).toBe('content_not_found')
  expect(await findProblems(app.pool)).toEqual([])
  expect((await hurd('content', 'restore', 'bill_comment', comment.comment_id)).code).toBe(0)
  expect(await shown()).toMatchObject({ content: 'Unkind words', username: 'ada' })
  expect(await ben.refusal(createReport, target)).toBeNull()
  expect(await findProblems(app.pool)).toEqual([])
})

describe('in a group', () => {
  test('a member reports a post and a comment once each, and never their own', async () => {
    const { at, comment_id } = await talk()
    const post = { target_type: 'group_post' as const, target_id: at.post_id, reason: 'abuse' as const }
    const comment = { ...post, target_type: 'group_comment' as const, target_id: comment_id }
    for (const target of [post, comment]) {
      const [first, again] = [
        await ben.request(createReport, target),
        await ben.request(createReport, target),
      ]
      expect([first.status, again.status]).toEqual([201, 200])
      expect(again.body['report_id']).toBe(first.body['report_id'])
      expect(await ada.refusal(createReport, target)).toBe('own_report')
    }
    // The id of a comment is not accepted as the id of a post.
    expect(await ben.refusal(createReport, { ...post, target_id: comment_id })).toBe('content_not_found')
  })

  test('an operator hides a post and a comment and shows them again, and hiding twice changes nothing', async () => {
    const { at, comment_id } = await talk()
    const texts = async () => {
      const { posts } = await ben.call(listGroupPosts, { id: group_id })
      const { comments } = await ben.call(listGroupComments, at)
      return [
        posts.find((post) => post.post_id === at.post_id)?.content,
        comments.find((comment) => comment.comment_id === comment_id)?.content,
      ]
    }
    const removed = '[Removed by moderators]'
    const result = await hurd('content', 'hide', 'group_comment', comment_id, '--by', 'Ana Lima')
    expect(result).toMatchObject({ code: 0, stdout: `The group_comment ${comment_id} is hidden.\n` })
    expect(await texts()).toEqual(['An unkind post', removed])
    expect((await hurd('content', 'hide', 'group_post', at.post_id)).code).toBe(0)
    expect((await hurd('content', 'hide', 'group_post', at.post_id, '--json')).json).toEqual({
      ok: true,
      type: 'group_post',
      id: at.post_id,
      state: 'hidden',
    })
    expect((await texts())[0]).toBe(removed)
    const target = { target_type: 'group_post' as const, target_id: at.post_id, reason: 'abuse' as const }
    expect(await ben.refusal(createReport, target)).toBe('content_not_found')
    expect(await findProblems(app.pool)).toEqual([])

    const hideRecords = await app.pool`
      select action from audit_log where detail->>'id' = ${at.post_id} and action = 'content_hidden'`
    expect(hideRecords, 'hiding hidden content is not recorded').toHaveLength(1)

    await hurd('content', 'restore', 'group_post', at.post_id)
    await hurd('content', 'restore', 'group_comment', comment_id)
    expect(await texts()).toEqual(['An unkind post', 'An unkind comment'])
    expect(await findProblems(app.pool)).toEqual([])
    const actions = await app.pool`
      select action, detail from audit_log where detail->>'id' = ${comment_id} order by audit_id`
    expect(actions).toEqual([
      { action: 'content_hidden', detail: { type: 'group_comment', id: comment_id } },
      { action: 'content_restored', detail: { type: 'group_comment', id: comment_id } },
    ])
  })

  test('an operator cannot hide a post that its author deleted', async () => {
    const { at } = await talk()
    await ada.call(deleteGroupPost, at)
    const result = await hurd('content', 'hide', 'group_post', at.post_id)
    expect([result.code, result.stderr]).toEqual([1, `There is no group_post ${at.post_id}.\n`])
  })
})

test.each([
  [['content', 'hide'], 2, 'content hide requires one of'],
  [['content', 'hide', 'user', '00000000-0000-4000-8000-000000000000'], 2, 'content hide requires one of'],
  [['content', 'hide', 'group_post', '7'], 2, 'requires the id of one group_post'],
  [['content', 'restore', 'group_comment', '00000000-0000-4000-8000-000000000000'], 1, 'There is no'],
])('%j is refused with a message', async (args, code, words) => {
  const result = await hurd(...args)
  expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(words)])
})
