import type { voteOnComment as voteOnCommentEndpoint } from '../../contract/discussions.ts'
import type { OutputOf, ParsedOf } from '../../contract/endpoint.ts'
import { refuse } from '../../contract/refusals.ts'
import { recordActivity, takeBackActivity } from '../bills/activity.ts'
import type { Db } from '../kit/db.ts'
import type { Member } from '../kit/route.ts'

/** What a vote adds to its bill's activity score (R44); an author's vote on their own comment adds nothing (R52). */
export const votePoints = 0.5

type Vote = 'upvote' | 'downvote'

/** Votes on a comment; the same vote again takes it back, the other one replaces it (R52). */
export async function voteOnComment(
  db: Db,
  me: Member,
  input: ParsedOf<typeof voteOnCommentEndpoint>,
): Promise<OutputOf<typeof voteOnCommentEndpoint>> {
  const { id: comment_id, vote_type } = input
  const comment = (await lockComment(db, comment_id)) ?? refuse('comment_not_found')
  if (comment.is_deleted) refuse('comment_deleted')

  const { upvotes, downvotes, user_vote, former } = await turnVote(db, me.user_id, comment_id, vote_type)
  if (comment.user_id !== me.user_id) {
    if (!former.vote) await recordActivity(db, comment.bill_id, votePoints)
    if (!user_vote && former.at) await takeBackActivity(db, comment.bill_id, former.at, votePoints)
  }
  return { votes: { upvotes, downvotes, user_vote }, action: actionOf(former.vote, user_vote) }
}

function actionOf(former: Vote | null, now: Vote | null) {
  if (!now) return 'removed_vote'
  return former ? 'changed_vote' : 'new_vote'
}

/** Its own statement: a read joined to the lock would still show the votes from before the wait. */
async function lockComment(db: Db, comment_id: string) {
  const [row] = await db<{ bill_id: string; user_id: string | null; is_deleted: boolean }[]>`
    select bill_id, user_id, deleted_at is not null as is_deleted
      from bill_comments where comment_id = ${comment_id} for no key update`
  return row
}

/** Turns the member's vote and both counts in one statement. The comment's lock must be held. */
async function turnVote(db: Db, user_id: string, comment_id: string, given: Vote) {
  const [row] = await db<
    {
      upvotes: number
      downvotes: number
      user_vote: Vote | null
      former_vote: Vote | null
      former_at: string | null
    }[]
  >`
    with former as (
      select vote, created_at from comment_votes where comment_id = ${comment_id} and user_id = ${user_id}),
    turn as (
      select former.vote as from_vote, former.created_at as from_at, nullif(given.vote, former.vote) as to_vote
        from (select ${given}::text as vote) given left join former on true),
    taken_back as (
      delete from comment_votes
       where comment_id = ${comment_id} and user_id = ${user_id} and (select to_vote from turn) is null),
    given as (
      insert into comment_votes (comment_id, user_id, vote)
      select ${comment_id}, ${user_id}, to_vote from turn where to_vote is not null
      on conflict (comment_id, user_id) do update set vote = excluded.vote)
    update bill_comments c set
      upvotes = c.upvotes + (t.to_vote is not distinct from 'upvote')::int
                          - (t.from_vote is not distinct from 'upvote')::int,
      downvotes = c.downvotes + (t.to_vote is not distinct from 'downvote')::int
                              - (t.from_vote is not distinct from 'downvote')::int
      from turn t where c.comment_id = ${comment_id}
    returning c.upvotes, c.downvotes, t.to_vote as user_vote, t.from_vote as former_vote, t.from_at as former_at`
  const { former_vote, former_at, ...now } = row!
  return { ...now, former: { vote: former_vote, at: former_at } }
}
