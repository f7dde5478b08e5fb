import type { voteOnComment as voteOnCommentEndpoint } from '../../contract/discussions.ts'
import type { OutputOf, ParsedOf } from '../../contract/kit/endpoint.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import type { VoterSide } from '../bills/voteBreakdown.ts'
import type { RequestContext } from '../http/route/route.ts'
import type { Db } from '../postgres/db.ts'

type Vote = 'upvote' | 'downvote'

type VoteInput = ParsedOf<typeof voteOnCommentEndpoint>

/** Votes on a comment. The same vote again removes it, the other one replaces it. */
export async function voteOnComment(
  { db, me, input }: RequestContext<VoteInput>,
  comment: VotedComment | undefined,
): Promise<OutputOf<typeof voteOnCommentEndpoint>> {
  if (!comment) refuse('comment_not_found')
  if (!comment.is_live) refuse('comment_deleted')

  const existing = comment.existing_vote
  const user_vote = existing === input.vote_type ? null : input.vote_type
  const save = existing === null ? addVote : user_vote ? changeVote : removeVote
  const votes = await save(db, me.user_id, comment, input.vote_type)
  if (!votes) refuse((await selectVoteTarget({ db, me, input })) ? 'comment_deleted' : 'comment_not_found')
  return { votes: { ...votes, user_vote }, action: actionOf(existing, user_vote) }
}

function actionOf(existing: Vote | null, current: Vote | null) {
  if (!current) return 'removed_vote'
  return existing ? 'changed_vote' : 'new_vote'
}

type VotedComment = {
  comment_id: string
  bill_id: string
  user_id: string | null
  is_live: boolean
  /** The voter's side and existing vote. The lock on their writes keeps them current until the transaction ends. */
  side: VoterSide
  existing_vote: Vote | null
  voted_at: string | null
}

export async function selectVoteTarget({
  db,
  me,
  input,
}: RequestContext<VoteInput>): Promise<VotedComment | undefined> {
  const [voter, comment_id] = [me.user_id, input.id]
  const [row] = await db<VotedComment[]>`
    select c.comment_id, c.bill_id, c.user_id, c.is_live, coalesce(s.stance, 'unknown') as side,
           v.vote as existing_vote, v.created_at as voted_at
      from bill_comments c
      left join stances s on s.bill_id = c.bill_id and s.user_id = ${voter}
      left join comment_votes v on v.comment_id = c.comment_id and v.user_id = ${voter}
     where c.comment_id = ${comment_id}`
  return row
}

/** The new counts of the comment; undefined if it was deleted in the meantime, and then nothing is written. */
type SavedVote = Promise<{ upvotes: number; downvotes: number } | undefined>

/*
 * Each function is one statement, so that a comment with hundreds of voters is locked only briefly. `counted` locks the
 * comment and checks again that it is live; every other part depends on it. An author's own vote is counted on the comment
 * but on no side, and adds no activity. The bill's counters are locked before its days, and notifications last, so that writes cannot deadlock.
 */

async function addVote(db: Db, voter: string, comment: VotedComment, vote: Vote): SavedVote {
  const { comment_id, side } = comment
  const [up, down] = [Number(vote === 'upvote'), Number(vote === 'downvote')]
  const addsActivity = comment.user_id !== voter
  const [row] = await db<{ upvotes: number; downvotes: number }[]>`
    with counted as (
      update bill_comments set upvotes = upvotes + ${up}, downvotes = downvotes + ${down}
       where comment_id = ${comment_id} and is_live
      returning comment_id, bill_id, user_id as author_id, upvotes, downvotes),
    -- The author has one unread notification per comment. Its time is updated once a minute at most, because each new
    -- time adds entries to all indexes.
    notified as (
      insert into notifications as n (user_id, type, comment_id, votes)
      select u.user_id, 'comment_votes_batched', c.comment_id, 1
        from counted c join users u on u.user_id = c.author_id
       where u.account_status = 'active' and u.user_id <> ${voter}
      on conflict (comment_id) where type = 'comment_votes_batched' and read_at is null do update set
        votes = n.votes + 1,
        created_at = case when n.created_at > now() - interval '1 minute' then n.created_at else now() end
      returning notification_id),
    added as (
      insert into comment_votes (comment_id, bill_id, user_id, vote, notification_id)
      select comment_id, bill_id, ${voter}, ${vote}, (select notification_id from notified) from counted),
    breakdown as (
      update comment_vote_breakdown k set
        support_upvotes = k.support_upvotes + (v.side = 'support')::int * v.up,
        support_downvotes = k.support_downvotes + (v.side = 'support')::int * v.down,
        oppose_upvotes = k.oppose_upvotes + (v.side = 'oppose')::int * v.up,
        oppose_downvotes = k.oppose_downvotes + (v.side = 'oppose')::int * v.down,
        neutral_upvotes = k.neutral_upvotes + (v.side = 'neutral')::int * v.up,
        neutral_downvotes = k.neutral_downvotes + (v.side = 'neutral')::int * v.down,
        learning_upvotes = k.learning_upvotes + (v.side = 'learning')::int * v.up,
        learning_downvotes = k.learning_downvotes + (v.side = 'learning')::int * v.down,
        unknown_upvotes = k.unknown_upvotes + (v.side = 'unknown')::int * v.up,
        unknown_downvotes = k.unknown_downvotes + (v.side = 'unknown')::int * v.down
        from counted c, (select ${side}::text as side, ${up}::int as up, ${down}::int as down) v
       where k.comment_id = c.comment_id and c.author_id is distinct from ${voter}),
    counters as (
      update bill_counters n set echo_version = n.echo_version + 1, activity_score = n.activity_score + ${Number(addsActivity)} * activity_points('vote')
        from counted where n.bill_id = counted.bill_id returning n.bill_id),
    today as (
      insert into bill_activity as existing (bill_id, day, points)
      select bill_id, (now() at time zone 'utc')::date, activity_points('vote') from counters where ${addsActivity}
      on conflict (bill_id, day) do update set points = existing.points + excluded.points)
    select upvotes, downvotes from counted`
  return row
}

async function changeVote(db: Db, voter: string, comment: VotedComment, vote: Vote): SavedVote {
  const { comment_id, side } = comment
  const up = vote === 'upvote' ? 1 : -1
  const down = -up
  const [row] = await db<{ upvotes: number; downvotes: number }[]>`
    with counted as (
      update bill_comments set upvotes = upvotes + ${up}, downvotes = downvotes + ${down}
       where comment_id = ${comment_id} and is_live
      returning comment_id, bill_id, user_id as author_id, upvotes, downvotes),
    changed as (
      update comment_votes v set vote = ${vote}
        from counted where v.comment_id = counted.comment_id and v.user_id = ${voter}),
    breakdown as (
      update comment_vote_breakdown k set
        support_upvotes = k.support_upvotes + (v.side = 'support')::int * v.up,
        support_downvotes = k.support_downvotes + (v.side = 'support')::int * v.down,
        oppose_upvotes = k.oppose_upvotes + (v.side = 'oppose')::int * v.up,
        oppose_downvotes = k.oppose_downvotes + (v.side = 'oppose')::int * v.down,
        neutral_upvotes = k.neutral_upvotes + (v.side = 'neutral')::int * v.up,
        neutral_downvotes = k.neutral_downvotes + (v.side = 'neutral')::int * v.down,
        learning_upvotes = k.learning_upvotes + (v.side = 'learning')::int * v.up,
        learning_downvotes = k.learning_downvotes + (v.side = 'learning')::int * v.down,
        unknown_upvotes = k.unknown_upvotes + (v.side = 'unknown')::int * v.up,
        unknown_downvotes = k.unknown_downvotes + (v.side = 'unknown')::int * v.down
        from counted c, (select ${side}::text as side, ${up}::int as up, ${down}::int as down) v
       where k.comment_id = c.comment_id and c.author_id is distinct from ${voter}),
    counters as (
      update bill_counters n set echo_version = n.echo_version + 1
        from counted where n.bill_id = counted.bill_id)
    select upvotes, downvotes from counted`
  return row
}

/** Subtracts the points from the day of the vote if it still counts, and the vote from the author's unread notification. */
async function removeVote(db: Db, voter: string, comment: VotedComment): SavedVote {
  const { comment_id, side, existing_vote, voted_at } = comment
  const [up, down] = [-Number(existing_vote === 'upvote'), -Number(existing_vote === 'downvote')]
  const [row] = await db<{ upvotes: number; downvotes: number }[]>`
    with counted as (
      update bill_comments set upvotes = upvotes + ${up}, downvotes = downvotes + ${down}
       where comment_id = ${comment_id} and is_live
      returning comment_id, bill_id, user_id as author_id, upvotes, downvotes),
    removed as (
      delete from comment_votes v using counted
       where v.comment_id = counted.comment_id and v.user_id = ${voter}
      returning v.notification_id),
    breakdown as (
      update comment_vote_breakdown k set
        support_upvotes = k.support_upvotes + (v.side = 'support')::int * v.up,
        support_downvotes = k.support_downvotes + (v.side = 'support')::int * v.down,
        oppose_upvotes = k.oppose_upvotes + (v.side = 'oppose')::int * v.up,
        oppose_downvotes = k.oppose_downvotes + (v.side = 'oppose')::int * v.down,
        neutral_upvotes = k.neutral_upvotes + (v.side = 'neutral')::int * v.up,
        neutral_downvotes = k.neutral_downvotes + (v.side = 'neutral')::int * v.down,
        learning_upvotes = k.learning_upvotes + (v.side = 'learning')::int * v.up,
        learning_downvotes = k.learning_downvotes + (v.side = 'learning')::int * v.down,
        unknown_upvotes = k.unknown_upvotes + (v.side = 'unknown')::int * v.up,
        unknown_downvotes = k.unknown_downvotes + (v.side = 'unknown')::int * v.down
        from counted c, (select ${side}::text as side, ${up}::int as up, ${down}::int as down) v
       where k.comment_id = c.comment_id and c.author_id is distinct from ${voter}),
    locked_counters as materialized (
      select n.bill_id from bill_counters n join counted using (bill_id) for no key update of n),
    that_day as (
      update bill_activity a set points = a.points - activity_points('vote')
        from locked_counters n
       where a.bill_id = n.bill_id and a.day = (${voted_at}::timestamptz at time zone 'utc')::date
         and ${comment.user_id !== voter}
      returning a.points),
    counters as (
      update bill_counters n set echo_version = n.echo_version + 1,
             activity_score = n.activity_score - activity_points('vote') * (select count(*) from that_day)
        from counted where n.bill_id = counted.bill_id returning n.bill_id)
    select upvotes, downvotes,
           retract_votes(array(
             select notification_id from removed
              where notification_id is not null and (select count(*) from counters) > 0))
      from counted`
  return row
}
