import type { voteOnComment as voteOnCommentEndpoint } from '../../contract/discussions.ts'
import type { OutputOf, ParsedOf } from '../../contract/endpoint.ts'
import { refuse } from '../../contract/refusals.ts'
import { takeBackActivity } from '../bills/activity.ts'
import { type Camp, campColumns } from '../bills/camps.ts'
import type { Db } from '../kit/db.ts'
import type { Member } from '../kit/route.ts'
import { newVote, voteGone } from '../notifications/notify.ts'

/** What a vote adds to its bill's activity score (R44); an author's vote on their own comment adds nothing (R52). */
export const votePoints = 0.5

type Vote = 'upvote' | 'downvote'

/** Votes on a comment; the same vote again takes it back, the other one replaces it (R52). */
export async function voteOnComment(
  db: Db,
  me: Member,
  input: ParsedOf<typeof voteOnCommentEndpoint>,
): Promise<OutputOf<typeof voteOnCommentEndpoint>> {
  const comment = (await lockComment(db, me.user_id, input.id)) ?? refuse('comment_not_found')
  if (!comment.is_live) refuse('comment_deleted')

  const { upvotes, downvotes, user_vote, former } = await turnVote(db, me.user_id, comment, input.vote_type)
  if (former.at && !user_vote && comment.user_id !== me.user_id) {
    await takeBackActivity(db, comment.bill_id, former.at, votePoints)
  }
  return { votes: { upvotes, downvotes, user_vote }, action: actionOf(former.vote, user_vote) }
}

function actionOf(former: Vote | null, now: Vote | null) {
  if (!now) return 'removed_vote'
  return former ? 'changed_vote' : 'new_vote'
}

type VotedComment = {
  comment_id: string
  bill_id: string
  user_id: string | null
  is_live: boolean
  /** The voter's own, which nobody changes meanwhile: their lock is held since the write was counted. */
  camp: Camp
}

/** Its own statement: a read joined to the lock would still show the votes from before the wait. */
async function lockComment(db: Db, voter: string, comment_id: string): Promise<VotedComment | undefined> {
  const [row] = await db<VotedComment[]>`
    select comment_id, bill_id, user_id, is_live,
           coalesce((select stance from stances s where s.bill_id = c.bill_id and s.user_id = ${voter}), 'unknown')
             as camp
      from bill_comments c where comment_id = ${comment_id} for no key update`
  return row
}

/**
 * Turns the member's vote with its counts, its camp, the activity of a first vote, the version of the echo score and what
 * the author is told, in one statement. The comment's lock must be held. The bill's counters are locked before the day.
 */
async function turnVote(db: Db, user_id: string, comment: VotedComment, given: Vote) {
  const { comment_id, bill_id } = comment
  const byOther = comment.user_id !== user_id
  const vote = { comment_id, author_id: comment.user_id, user_id }
  const camp = campColumns(db, comment.camp)
  const step = (vote: Vote) => db`
    (t.to_vote is not distinct from ${vote})::int - (t.from_vote is not distinct from ${vote})::int`
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
      select former.vote as from_vote, former.created_at as from_at, nullif(given.vote, former.vote) as to_vote,
             case when former.vote is null and ${byOther} then ${votePoints}::float8 else 0 end as points
        from (select ${given}::text as vote) given left join former on true),
    taken_back as (
      delete from comment_votes
       where comment_id = ${comment_id} and user_id = ${user_id} and (select to_vote from turn) is null),
    given as (
      insert into comment_votes (comment_id, bill_id, user_id, vote)
      select ${comment_id}, ${bill_id}, ${user_id}, to_vote from turn where to_vote is not null
      on conflict (comment_id, user_id) do update set vote = excluded.vote),
    told as (${newVote(db, vote, db`(select from_vote is null from turn)`)}),
    untold as (${voteGone(db, vote, db`(select to_vote is null from turn)`)}),
    camps as (
      update comment_camps k set
        ${camp.upvotes} = k.${camp.upvotes} + ${step('upvote')},
        ${camp.downvotes} = k.${camp.downvotes} + ${step('downvote')}
        from turn t where k.comment_id = ${comment_id} and ${byOther}),
    counters as (
      update bill_counters n set activity_score = n.activity_score + t.points, echo_version = n.echo_version + 1
        from turn t where n.bill_id = ${bill_id} returning n.bill_id, t.points),
    today as (
      insert into bill_activity as held (bill_id, day, points)
      select bill_id, (now() at time zone 'utc')::date, points from counters where points > 0
      on conflict (bill_id, day) do update set points = held.points + excluded.points)
    update bill_comments c set upvotes = c.upvotes + ${step('upvote')}, downvotes = c.downvotes + ${step('downvote')}
      from turn t where c.comment_id = ${comment_id}
    returning c.upvotes, c.downvotes, t.to_vote as user_vote, t.from_vote as former_vote, t.from_at as former_at`
  const { former_vote, former_at, ...now } = row!
  return { ...now, former: { vote: former_vote, at: former_at } }
}
