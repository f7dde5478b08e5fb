import {
  getThread,
  listComments,
  type CategoryId,
  type Comment,
} from '../../contract/discussions/discussions.ts'
import type { ThreadSource } from '../comments/discussion.ts'
import { call } from '../kit/api/api.ts'
import type { Sort } from './sort/sortChoice.ts'

/** The source of all comments of one bill. */
export function commentsOf(bill_id: string) {
  return { path: listComments.path, scope: { id: bill_id } }
}

/** The threads of one category in the selected order. */
export function billThreads(id: string, category_id: CategoryId, sort: Sort): ThreadSource<Comment> {
  return {
    ...commentsOf(id),
    section: { id, category_id },
    list: { id, category_id, sort },
    newThreadsAt: sort === 'oldest' ? 'end' : sort === 'newest' ? 'start' : null,
    readPage: (page, signal) =>
      // Replies are listed by their parent, so category and order do not apply.
      call(listComments, page.parent_comment_id ? { id, ...page } : { id, category_id, sort, ...page }, {
        signal,
      }),
    readThread: async (comment_id, signal) => (await call(getThread, { id, comment_id }, { signal })).thread,
  }
}

/** The storage keys of the drafts of all comments in a category begin with this. */
export function categoryDrafts(bill_id: string, category_id: CategoryId): string {
  return `comment:${bill_id}:${category_id}`
}
