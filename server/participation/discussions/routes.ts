import * as chance from '#contract/chance.ts'
import * as votes from '#contract/coordinatedVotes.ts'
import * as discussions from '#contract/discussions.ts'
import { refuse } from '#contract/kit/refusals.ts'
import * as persuasion from '#contract/persuasion.ts'
import { action, responseOf } from '#server/platform/http/route/action.ts'
import { read } from '#server/platform/http/route/read.ts'
import { write } from '#server/platform/http/route/write.ts'
import { listBothSides } from './bothSides.ts'
import { getEchoBaseline } from './chance/baseline.ts'
import { appealRoute, listCoordinatedVotes } from './clusters/coordinatedVotes.ts'
import { commentRoute } from './comments.ts'
import { countComments, countDiscussion } from './counts.ts'
import { deleteComment } from './deleteComment.ts'
import { getEchoScore } from './echo.ts'
import { listMindChanges, listMindsChangedBy } from './mindChanges.ts'
import { getPersuasion, getPublicPersuasion } from './persuasion/persuasion.ts'
import { billExists, selectBillOf, listCategories, countStanceChanges } from './queries.ts'
import { markDiscussionRead } from './reads.ts'
import { getThread, listComments } from './threads.ts'
import { voteRoute } from './votes.ts'

export const discussionRoutes = [
  read(discussions.listCategories, async ({ db, input }) => ({
    categories: (await listCategories(db, input.id)) ?? refuse('bill_not_found'),
  })),
  read(discussions.listComments, ({ db, memory, me, input }) => listComments(db, memory, me, input)),
  write(discussions.markDiscussionRead, ({ db, me, input }) =>
    markDiscussionRead(db, me, input.id, input.as_of),
  ),
  read(discussions.getThread, ({ db, me, input }) => getThread(db, me, input)),
  read(discussions.listBothSides, ({ db, memory, input }) => listBothSides(db, memory, input.id)),
  commentRoute,
  write(discussions.deleteComment, async ({ db, memory, me, input, afterCommit }) => {
    const bill_id = await selectBillOf(db, input.id)
    afterCommit(() => memory.forget(bill_id))
    return { deletion_type: await deleteComment(db, me, input.id) }
  }),
  voteRoute,
  read(discussions.countStanceChanges, async ({ db, input }) => {
    const change_count = await countStanceChanges(db, input.id, input.comment_id)
    if (change_count !== undefined) return { change_count }
    return refuse((await billExists(db, input.id)) ? 'comment_not_found' : 'bill_not_found')
  }),
  read(discussions.countComments, async ({ db, me, input }) => ({
    counts: await countComments(db, me, input.id),
  })),
  read(discussions.countDiscussion, async ({ db, input }) => ({
    discussion_count: await countDiscussion(db, input.id),
  })),
  // These routes read from the primary, because they store what they computed.
  read(discussions.getEchoScore, ({ db, input }) => getEchoScore(db, input.id), { onPrimary: true }),
  read(chance.getEchoBaseline, ({ db, input }) => getEchoBaseline(db, input.id), { onPrimary: true }),
  action(persuasion.answerMindChange, ({ db, input, write }) =>
    responseOf(db`
      select response from answer_mind_change(${write}, ${input.id}, ${input.would_have_changed_anyway})`),
  ),
  read(persuasion.getPersuasion, ({ db, input }) => getPersuasion(db, input.id, input.comment_id)),
  read(persuasion.getPublicPersuasion, ({ db }) => getPublicPersuasion(db)),
  read(votes.listCoordinatedVotes, ({ db, me, input }) => listCoordinatedVotes(db, me, input.id)),
  appealRoute,
  read(discussions.listMindChanges, ({ db, me, input }) => listMindChanges(db, me, input)),
  read(discussions.listMindsChangedBy, ({ db, me, input }) => listMindsChangedBy(db, me, input), {
    reads: 'people',
  }),
]
