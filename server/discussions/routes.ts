import * as discussions from '../../contract/discussions.ts'
import { refuse } from '../../contract/refusals.ts'
import { route } from '../kit/route.ts'
import { listComments, postComment } from './comments.ts'
import { deleteComment } from './deleting.ts'
import { billExists, selectCategories, selectChangeCount } from './queries.ts'
import { voteOnComment } from './votes.ts'

export const discussionRoutes = [
  route(discussions.listCategories, async ({ db, input }) => ({
    categories: (await selectCategories(db, input.id)) ?? refuse('bill_not_found'),
  })),
  route(discussions.listComments, async ({ db, me, input }) => ({
    comments: await listComments(db, me, input.id, input.category_id),
  })),
  route(discussions.postComment, async ({ db, me, input }) => ({
    comment: await postComment(db, me, input),
  })),
  route(discussions.deleteComment, async ({ db, me, input }) => ({
    deletion_type: await deleteComment(db, me, input.id),
  })),
  route(discussions.voteOnComment, ({ db, me, input }) => voteOnComment(db, me, input)),
  route(discussions.countStanceChanges, async ({ db, input }) => {
    const change_count = await selectChangeCount(db, input.id, input.comment_id)
    if (change_count !== undefined) return { change_count }
    return refuse((await billExists(db, input.id)) ? 'comment_not_found' : 'bill_not_found')
  }),
]
