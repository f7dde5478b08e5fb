import { getThread, listComments, type CategoryId, type Comment } from '#contract/discussions.ts'
import type { ThreadSource } from '#web/comments/discussion.ts'
import { markMuted } from '#web/comments/mutedAuthors.ts'
import { call } from '#web/kit/api/api.ts'
import type { Sort } from './sort/sortChoice.ts'

/** Identifies all comments on one bill in the cache. */
export function commentsOf(bill_id: string) {
  return { path: listComments.path, scope: { id: bill_id } }
}

/** What a tab of the discussion shows: one category, or all of them. */
export type Tab = CategoryId | 'all'

/** Describes where the threads of a tab are read from, in the selected order. */
export function billThreads(id: string, tab: Tab, sort: Sort): ThreadSource<Comment> {
  const scope = tab === 'all' ? { id } : { id, category_id: tab }
  return {
    ...commentsOf(id),
    // Without a category, the key would be a prefix of the keys of all other lists.
    section: { ...scope, tab },
    list: { ...scope, tab, sort },
    newThreadsAt: sort === 'oldest' ? 'end' : sort === 'newest' ? 'start' : null,
    readPage: async (page, signal) => {
      // Replies are listed by their parent, so category and order do not apply.
      const input = page.parent_comment_id ? { id, ...page } : { ...scope, sort, ...page }
      const { comments, muted_authors, ...rest } = await call(listComments, input, { signal })
      return { ...rest, comments: markMuted(comments, muted_authors) }
    },
    readThread: async (comment_id, signal) => {
      const { thread, muted_authors } = await call(getThread, { id, comment_id }, { signal })
      return markMuted([thread], muted_authors)[0]!
    },
  }
}
