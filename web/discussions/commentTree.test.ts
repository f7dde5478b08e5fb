import { expect, test } from 'vitest'
import type { Comment } from '../../contract/discussions.ts'
import { addComment, changeComment, findInThreads, removeComment, threadOf } from './commentTree.ts'

function comment(
  comment_id: string,
  parent_comment_id: string | null = null,
  replies: Comment[] = [],
): Comment {
  return {
    comment_id,
    parent_comment_id,
    category_id: 'general-discussion',
    content: comment_id,
    username: 'ann',
    user_id: null,
    full_name: null,
    is_verified: false,
    created_at: '2026-01-01T00:00:00.000Z',
    upvotes: 0,
    downvotes: 0,
    user_vote: null,
    engagement_level: null,
    user_stance: null,
    profile_picture_url: null,
    is_deleted: false,
    change_count: 0,
    reply_count: 0,
    replies,
  }
}

const threads = [comment('a', null, [comment('b', 'a', [comment('c', 'b')])]), comment('d')]

test('a comment is found at any level, with the thread it belongs to', () => {
  expect(findInThreads(threads, 'c')?.parent_comment_id).toBe('b')
  expect(threadOf(threads, 'c')?.comment_id).toBe('a')
  expect(threadOf(threads, 'nowhere')).toBeNull()
})

// covers CIV-COMMENTS-28
test('a new reply stands last below its parent, a new comment last of all, and neither twice', () => {
  const replied = addComment(threads, comment('e', 'b'))
  expect(findInThreads(replied, 'b')?.replies.map((reply) => reply.comment_id)).toEqual(['c', 'e'])
  expect(addComment(threads, comment('f')).map((thread) => thread.comment_id)).toEqual(['a', 'd', 'f'])
  expect(addComment(replied, comment('e', 'b'))).toEqual(replied)
})

test('changing and removing touch one comment and leave what was given alone', () => {
  const changed = changeComment(threads, 'c', (held) => ({ ...held, upvotes: 3 }))
  expect(findInThreads(changed, 'c')?.upvotes).toBe(3)
  expect(findInThreads(removeComment(threads, 'b'), 'c')).toBeNull()
  expect(findInThreads(threads, 'c')?.upvotes).toBe(0)
})
