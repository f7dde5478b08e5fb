import type { voteOnComment as voteOnCommentEndpoint } from '../../contract/discussions.ts'
import type { OutputOf, ParsedOf } from '../../contract/kit/endpoint.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import { type VoterSide, countOnSide } from '../bills/voteBreakdown.ts'
import type { RequestContext } from '../http/route.ts'
import { notifyNewVote, retractVotes } from '../notifications/notify.ts'
import type { Db } from '../postgres/db.ts'

type Vote = 'upvote' | 'downvote'

type GivenVote = ParsedOf<typeof voteOnCommentEndpoint>

/** Votes on a comment, looked at before; the same vote again takes it back, the other one replaces it (R52). */
export async function voteOnComment(
  { db, me, input }: RequestContext<GivenVote>,
  comment: VotedComment | undefined,
): Promise<OutputOf<typeof voteOnCommentEndpoint>> {
  if (!comment) refuse('comment_not_found')
  if (!comment.is_live) refuse('comment_deleted')

  const former = comment.former_vote
  const user_vote = former === input.vote_type ? null : input.vote_type
  const turn = former === null ? giveVote : user_vote ? changeVote : takeBackVote
  const votes = await turn(db, me.user_id, comment, input.vote_type)
  if (!votes) refuse((await selectVoteTarget({ db, me, input })) ? 'comment_deleted' : 'comment_not_found')
  return { votes: { ...votes, user_vote }, action: actionOf(former, user_vote) }
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
  /** The voter's own, as what follows: nobody else changes it, and their lock is held since the write was counted. */
  side: VoterSide
  former_vote: Vote | null
  voted_at: string | null
}

export async function selectVoteTarget({
  db,
  me,
  input,
}: RequestContext<GivenVote>): Promise<VotedComment | undefined> {
  const [voter, comment_id] = [me.user_id, input.id]
  const [row] = await db<VotedComment[]>`
    select c.comment_id, c.bill_id, c.user_id, c.is_live, coalesce(s.stance, 'unknown') as side,
           v.vote as former_vote, v.created_at as voted_at
      from bill_comments c
      left join stances s on s.bill_id = c.bill_id and s.user_id = ${voter}
      left join comment_votes v on v.comment_id = c.comment_id and v.user_id = ${voter}
     where c.comment_id = ${comment_id}`
  return row
}

/** The comment's counts after the turn; undefined, and nothing done, when it is live no more. */
type Turned = Promise<{ upvotes: number; downvotes: number } | undefined>

/*
 * Each turn is one statement, so that a comment on which hundreds vote is locked for no longer than it takes: `counted`
 * locks it and looks again whether it is live, all else follows from it. With the vote go its side, the bill's activity,
 * the version of the echo score and what the author is told; the bill's counters are locked before its days.
 */

async function giveVote(db: Db, voter: string, comment: VotedComment, vote: Vote): Turned {
  const [up, down] = [Number(vote === 'upvote'), Number(vote === 'downvote')]
  // An author's vote on their own comment adds nothing to the bill's activity (R52).
  const counts = comment.user_id !== voter
  const [row] = await db<{ upvotes: number; downvotes: number }[]>`
    with counted as (
      update bill_comments set upvotes = upvotes + ${up}, downvotes = downvotes + ${down}
       where comment_id = ${comment.comment_id} and is_live
      returning comment_id, bill_id, user_id as author_id, upvotes, downvotes),
    told as (${notifyNewVote(db, voter, db`counted`)}),
    given as (
      insert into comment_votes (comment_id, bill_id, user_id, vote, notification_id)
      select comment_id, bill_id, ${voter}, ${vote}, (select notification_id from told) from counted),
    breakdown as (${countOnSide(db, { side: comment.side, voter, up, down }, db`counted`)}),
    counters as (
      update bill_counters n set echo_version = n.echo_version + 1, activity_score = n.activity_score + ${Number(counts)} * activity_points('vote')
        from counted where n.bill_id = counted.bill_id returning n.bill_id),
    today as (
      insert into bill_activity as held (bill_id, day, points)
      select bill_id, (now() at time zone 'utc')::date, activity_points('vote') from counters where ${counts}
      on conflict (bill_id, day) do update set points = held.points + excluded.points)
    select upvotes, downvotes from counted`
  return row
}

async function changeVote(db: Db, voter: string, comment: VotedComment, vote: Vote): Turned {
  const up = vote === 'upvote' ? 1 : -1
  const [row] = await db<{ upvotes: number; downvotes: number }[]>`
    with counted as (
      update bill_comments set upvotes = upvotes + ${up}, downvotes = downvotes - ${up}
       where comment_id = ${comment.comment_id} and is_live
      returning comment_id, bill_id, user_id as author_id, upvotes, downvotes),
    changed as (
      update comment_votes v set vote = ${vote}
        from counted where v.comment_id = counted.comment_id and v.user_id = ${voter}),
    breakdown as (${countOnSide(db, { side: comment.side, voter, up, down: -up }, db`counted`)}),
    counters as (
      update bill_counters n set echo_version = n.echo_version + 1
        from counted where n.bill_id = counted.bill_id)
    select upvotes, downvotes from counted`
  return row
}

/**
 * The points are subtracted from the day of the vote, if that still counts, and the vote from the author's notification if
 * that is unread. The notification comes after the bill's counters, as in every other write, so that two writes cannot
 * deadlock.
 */
async function takeBackVote(db: Db, voter: string, comment: VotedComment): Turned {
  const { former_vote, voted_at, side } = comment
  const [up, down] = [-Number(former_vote === 'upvote'), -Number(former_vote === 'downvote')]
  const counted_in = db`
    select notification_id from taken_back
     where notification_id is not null and (select count(*) from counters) > 0`
  const [row] = await db<{ upvotes: number; downvotes: number }[]>`
    with counted as (
      update bill_comments set upvotes = upvotes + ${up}, downvotes = downvotes + ${down}
       where comment_id = ${comment.comment_id} and is_live
      returning comment_id, bill_id, user_id as author_id, upvotes, downvotes),
    taken_back as (
      delete from comment_votes v using counted
       where v.comment_id = counted.comment_id and v.user_id = ${voter}
      returning v.notification_id),
    breakdown as (${countOnSide(db, { side, voter, up, down }, db`counted`)}),
    held as materialized (
      select n.bill_id from bill_counters n join counted using (bill_id) for no key update of n),
    that_day as (
      update bill_activity a set points = a.points - activity_points('vote')
        from held where a.bill_id = held.bill_id and a.day = (${voted_at}::timestamptz at time zone 'utc')::date
         and ${comment.user_id !== voter}
      returning a.points),
    counters as (
      update bill_counters n set echo_version = n.echo_version + 1,
             activity_score = n.activity_score - activity_points('vote') * (select count(*) from that_day)
        from counted where n.bill_id = counted.bill_id returning n.bill_id)
    select upvotes, downvotes, ${retractVotes(db, counted_in)} from counted`
  return row
}
