import type { voteOnComment as voteOnCommentEndpoint } from '../../contract/discussions.ts'
import type { OutputOf, ParsedOf } from '../../contract/endpoint.ts'
import { refuse } from '../../contract/refusals.ts'
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
  const comment = (await selectVoted(db, me.user_id, input.id)) ?? refuse('comment_not_found')
  if (!comment.is_live) refuse('comment_deleted')

  const turned = await turnVote(db, me.user_id, comment, input.vote_type)
  if (!turned) refuse((await selectVoted(db, me.user_id, input.id)) ? 'comment_deleted' : 'comment_not_found')
  const { former_vote, ...votes } = turned
  return { votes, action: actionOf(former_vote, votes.user_vote) }
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

async function selectVoted(db: Db, voter: string, comment_id: string): Promise<VotedComment | undefined> {
  const [row] = await db<VotedComment[]>`
    select comment_id, bill_id, user_id, is_live,
           coalesce((select stance from stances s where s.bill_id = c.bill_id and s.user_id = ${voter}), 'unknown')
             as camp
      from bill_comments c where comment_id = ${comment_id}`
  return row
}

type TurnedVote = {
  upvotes: number
  downvotes: number
  user_vote: Vote | null
  former_vote: Vote | null
}

/**
 * Turns the member's vote with its counts, its camp, the bill's activity, the version of the echo score and what the author
 * is told; undefined, and nothing done, when the comment is live no more. One statement, so that a comment on which
 * hundreds vote is locked for no longer than it takes: `counted` locks it and looks again whether it is live, all else
 * follows from `turn`, which is empty otherwise. The member's former vote needs no second look, since only they turn it.
 * The bill's counters are locked before its days.
 */
async function turnVote(
  db: Db,
  user_id: string,
  comment: VotedComment,
  given: Vote,
): Promise<TurnedVote | undefined> {
  const { comment_id, bill_id } = comment
  const byOther = comment.user_id !== user_id
  const vote = { comment_id, author_id: comment.user_id, user_id }
  const camp = campColumns(db, comment.camp)
  const step = (vote: Vote) => db`
    (t.to_vote is not distinct from ${vote})::int - (t.from_vote is not distinct from ${vote})::int`
  const [row] = await db<TurnedVote[]>`
    with former as (
      select vote, created_at from comment_votes where comment_id = ${comment_id} and user_id = ${user_id}),
    asked as (
      select former.vote as from_vote, former.created_at as from_at, nullif(given.vote, former.vote) as to_vote
        from (select ${given}::text as vote) given left join former on true),
    counted as (
      update bill_comments c set upvotes = c.upvotes + ${step('upvote')}, downvotes = c.downvotes + ${step('downvote')}
        from asked t where c.comment_id = ${comment_id} and c.is_live returning c.upvotes, c.downvotes),
    turn as (select * from asked cross join counted),
    taken_back as (
      delete from comment_votes v using turn t
       where v.comment_id = ${comment_id} and v.user_id = ${user_id} and t.to_vote is null),
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
    held as materialized (
      select n.bill_id, t.from_at from bill_counters n cross join turn t
       where n.bill_id = ${bill_id} and t.to_vote is null and ${byOther} for no key update of n),
    that_day as (
      update bill_activity a set points = a.points - ${votePoints}
        from held where a.bill_id = held.bill_id and a.day = (held.from_at at time zone 'utc')::date
      returning a.bill_id),
    counters as (
      update bill_counters n set echo_version = n.echo_version + 1,
             activity_score = n.activity_score
               + ${votePoints}::float8 * ((t.from_vote is null and ${byOther})::int - (select count(*) from that_day))
        from turn t where n.bill_id = ${bill_id} returning n.bill_id, t.from_vote),
    today as (
      insert into bill_activity as held (bill_id, day, points)
      select bill_id, (now() at time zone 'utc')::date, ${votePoints}
        from counters where from_vote is null and ${byOther}
      on conflict (bill_id, day) do update set points = held.points + excluded.points)
    select upvotes, downvotes, to_vote as user_vote, from_vote as former_vote from turn`
  return row
}
