import * as discussions from '../../contract/discussions.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import { route } from '../http/route.ts'
import { commentLimit, lockParentComment, postComment } from './comments.ts'
import { countComments, countDiscussion } from './counts.ts'
import { deleteComment } from './deleteComment.ts'
import { getEchoScore } from './echo.ts'
import { billExists, selectCategories, selectChangeCount } from './queries.ts'
import { getThread, listComments } from './threads.ts'
import { selectVoteTarget, voteOnComment } from './votes.ts'

export const discussionRoutes = [
  route(discussions.listCategories, async ({ db, input }) => ({
    categories: (await selectCategories(db, input.id)) ?? refuse('bill_not_found'),
  })),
  route(discussions.listComments, ({ db, me, input }) => listComments(db, me, input)),
  route(discussions.getThread, ({ db, me, input }) => getThread(db, me, input.id, input.comment_id)),
  route(
    discussions.postComment,
    async ({ db, me, input, looked }) => ({ comment: await postComment(db, me, input, looked) }),
    { limit: commentLimit, look: lockParentComment },
  ),
  route(discussions.deleteComment, async ({ db, me, input }) => ({
    deletion_type: await deleteComment(db, me, input.id),
  })),
  route(discussions.voteOnComment, (call) => voteOnComment(call, call.looked), { look: selectVoteTarget }),
  route(discussions.countStanceChanges, async ({ db, input }) => {
    const change_count = await selectChangeCount(db, input.id, input.comment_id)
    if (change_count !== undefined) return { change_count }
    return refuse((await billExists(db, input.id)) ? 'comment_not_found' : 'bill_not_found')
  }),
  route(discussions.countComments, async ({ db, me, input }) => ({
    counts: await countComments(db, me, input.id),
  })),
  route(discussions.countDiscussion, async ({ db, input }) => ({
    discussion_count: await countDiscussion(db, input.id),
  })),
  route(discussions.getEchoScore, ({ db, input }) => getEchoScore(db, input.id)),
]
