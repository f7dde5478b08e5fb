import { expect, test } from 'vitest'
import type { Comment } from '#contract/discussions.ts'
import { addReply, changeComment, findInThreads, removeComment } from './commentTree.ts'

function comment(
  comment_id: string,
  parent_comment_id: string | null = null,
  replies: Comment[] = [],
): Comment {
  return {
    comment_id,
    parent_comment_id,
    category_id: 'general-discussion',
    section_key: null,
    version_no: null,
    content: comment_id,
    language: 'en',
    username: 'ann',
    user_id: null,
    full_name: null,
    is_verified: false,
    member_type: null,
    created_at: '2026-01-01T00:00:00.000Z',
    upvotes: 0,
    downvotes: 0,
    user_vote: null,
    engagement_level: null,
    user_stance: null,
    stance_when_written: null,
    profile_picture_url: null,
    is_deleted: false,
    change_count: 0,
    changed_my_mind: false,
    asks_about_change: false,
    both_sides: null,
    reply_count: replies.length,
    replies,
  }
}

const threads = [comment('a', null, [comment('b', 'a', [comment('c', 'b')])]), comment('d')]
const ids = (comments: readonly Comment[] | undefined) => comments?.map(({ comment_id }) => comment_id)

test('a search finds a comment at any level', () => {
  expect(findInThreads(threads, 'c')?.parent_comment_id).toBe('b')
  expect(findInThreads(threads, 'nowhere')).toBeNull()
})

// covers CIV-COMMENTS-28
test('a new reply becomes the last reply of its parent, increases the count of the parent, and is not added twice', () => {
  const replied = addReply(threads, comment('e', 'b'))
  const parent = findInThreads(replied, 'b')
  expect(ids(parent?.replies)).toEqual(['c', 'e'])
  expect(parent?.reply_count).toBe(2)
  expect(addReply(replied, comment('e', 'b'))).toBe(replied)
})

test('changing or removing a comment leaves the objects of other threads untouched', () => {
  const changed = changeComment(threads, 'c', (current) => ({ ...current, upvotes: 3 }))
  expect(findInThreads(changed, 'c')?.upvotes).toBe(3)
  expect(changed[1]).toBe(threads[1])
  const removed = removeComment(threads, 'b')
  expect(findInThreads(removed, 'c')).toBeNull()
  expect(removed[0]?.reply_count).toBe(0)
  expect(removeComment(threads, 'nowhere')).toBe(threads)
  expect(findInThreads(threads, 'c')?.upvotes).toBe(0)
})
