import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { GroupComment } from '#contract/groups.ts'
import { nestComments, postDiscussion } from '#web/groups/posts/postDiscussion.ts'
import { removeThreadComment, showNewThread, threadPages } from './threads.ts'

function comment(comment_id: string, parentCommentId: string | null = null): GroupComment {
  return {
    comment_id,
    parentCommentId,
    content: comment_id,
    username: 'ann',
    user_id: null,
    full_name: null,
    is_verified: false,
    member_type: null,
    created_at: '2026-01-01T00:00:00.000Z',
    engagement_level: null,
    profilePictureUrl: null,
    language: 'en',
    is_deleted: false,
    reply_count: 0,
  }
}

const source = { ...postDiscussion('group', 'post'), newThreadsAt: 'start' as const }

/** Puts the first page into the cache. It has one of the three threads that the server has. */
function firstPage(...comments: GroupComment[]) {
  const cache = new QueryClient()
  const { queryKey } = threadPages(source)
  cache.setQueryData(queryKey, {
    pages: [
      {
        comments: nestComments(comments, null),
        pagination: { total: 3, limit: 20, offset: 0, has_more: true },
        next: 'cursor',
      },
    ],
    pageParams: [undefined],
  })
  const total = () => cache.getQueryData(queryKey)?.pages.at(-1)?.pagination.total
  return { cache, total }
}

test('the total counts a thread that is being posted, and no longer counts it when posting fails', () => {
  const { cache, total } = firstPage(comment('a'))
  const [thread] = nestComments([comment('temp-1')], null)
  if (thread) showNewThread(cache, source, thread)
  expect(total()).toBe(4)
  removeThreadComment(cache, source, 'temp-1')
  expect(total()).toBe(3)
})

test('removing a reply does not change the number of threads', () => {
  const { cache, total } = firstPage(comment('a'), comment('b', 'a'))
  removeThreadComment(cache, source, 'b')
  expect(total()).toBe(3)
})
