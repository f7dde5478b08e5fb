import type { QueryClient } from '@tanstack/react-query'
import { getThread, listComments, type CategoryId, type Comment } from '../../contract/discussions.ts'
import type { ThreadSource } from '../comments/discussion.ts'
import * as threads from '../comments/threads.ts'
import { call } from '../kit/api/api.ts'
import type { Sort } from './sort/sortChoice.ts'

/** All comments of one bill, in the words of the query keys. */
function commentsOf(bill_id: string) {
  return { path: listComments.path, scope: { id: bill_id } }
}

/** Where the threads of one category come from, in their order. */
export function billThreads(id: string, category_id: CategoryId, sort: Sort): ThreadSource<Comment> {
  return {
    ...commentsOf(id),
    place: { id, category_id },
    list: { id, category_id, sort },
    newThreadsAt: sort === 'oldest' ? 'end' : sort === 'newest' ? 'start' : null,
    readPage: (page, signal) =>
      // Replies belong to one comment, whatever the category and the order.
      call(listComments, page.parent_comment_id ? { id, ...page } : { id, category_id, sort, ...page }, {
        signal,
      }),
    readThread: async (comment_id, signal) => (await call(getThread, { id, comment_id }, { signal })).thread,
  }
}

/** Changes the comments of a bill wherever they are cached. */
export function changeThreads(
  cache: QueryClient,
  bill_id: string,
  change: (comments: Comment[]) => Comment[],
) {
  threads.changeThreads(cache, commentsOf(bill_id), change)
}

/** Reads again all comments of the bill that are on the screen. */
export function rereadThreads(cache: QueryClient, bill_id: string) {
  return threads.rereadThreads(cache, commentsOf(bill_id))
}
