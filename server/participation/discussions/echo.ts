import { minEchoVotes, type getEchoScore as getEchoScoreEndpoint } from '#contract/discussions.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { Db } from '#server/platform/postgres/db.ts'

type EchoVotes = { echo_votes: number; analyzed_votes: number; total_votes: number }

/**
 * Returns the echo score of a bill's discussion. The score is stored with the version of the votes from which it was
 * computed. If the bill's version is newer, the score is computed again from the vote breakdowns so that all instances
 * always agree.
 */
export async function getEchoScore(
  db: Db,
  bill_id: string,
): Promise<Omit<OutputOf<typeof getEchoScoreEndpoint>, 'success'>> {
  const score = (await selectStored(db, bill_id)) ?? refuse('bill_not_found')
  const votes = score.echo_votes === null ? await computeEcho(db, bill_id) : score
  const { echo_votes, analyzed_votes, total_votes } = votes
  const missing = Math.max(0, minEchoVotes - analyzed_votes)
  return {
    echo_chamber_score: missing > 0 ? null : Math.round((100 * echo_votes) / analyzed_votes),
    healthy_votes: analyzed_votes - echo_votes,
    echo_votes,
    total_analyzed_votes: analyzed_votes,
    cached: votes === score,
    insufficient_data: missing > 0,
    total_votes,
    message: missing > 0 ? `Need ${missing} more votes for echo chamber analysis` : null,
  }
}

/**
 * Selects the stored score, or undefined if the bill does not exist. Null if no score is stored for the current version.
 */
async function selectStored(db: Db, bill_id: string): Promise<EchoVotes | { echo_votes: null } | undefined> {
  const [row] = await db<(EchoVotes | { echo_votes: null })[]>`
    select e.echo_votes, e.analyzed_votes, e.total_votes
      from current_bill_counts n left join bill_echo e on e.bill_id = n.bill_id and e.echo_version = n.echo_version
     where n.bill_id = ${bill_id}`
  return row
}

/**
 * Computes the score. The version and the votes are read in one snapshot, so the stored score always belongs to its
 * version.
 */
async function computeEcho(db: Db, bill_id: string): Promise<EchoVotes> {
  const [row] = await db<EchoVotes[]>`
    with computed as (
      select n.bill_id, n.echo_version, coalesce(sum(a.echo), 0)::int as echo_votes,
             coalesce(sum(a.analyzed), 0)::int as analyzed_votes, coalesce(sum(a.votes), 0)::int as total_votes
        from current_bill_counts n left join lateral (${commentEcho(db, bill_id)}) a on true
       where n.bill_id = ${bill_id} group by n.bill_id, n.echo_version),
    stored as (
      insert into bill_echo as existing (bill_id, echo_version, echo_votes, analyzed_votes, total_votes)
      select bill_id, echo_version, echo_votes, analyzed_votes, total_votes from computed
      on conflict (bill_id) do update set echo_version = excluded.echo_version, echo_votes = excluded.echo_votes,
             analyzed_votes = excluded.analyzed_votes, total_votes = excluded.total_votes
       where existing.echo_version < excluded.echo_version)
    select echo_votes, analyzed_votes, total_votes from computed`
  return row!
}

/**
 * Selects three numbers for each live comment: all votes, the votes by members with a stance if the comment's author
 * has one, and the echo votes among these. The author's stance is a subquery per row so that the cost depends on the
 * number of comments and not on the number of stances or votes.
 */
function commentEcho(db: Db, bill_id: string) {
  return db`
    select n.decided + k.unknown_upvotes + k.unknown_downvotes as votes,
           case when s.stance is null then 0 else n.decided end as analyzed,
           case s.stance
             when 'support' then k.support_upvotes + n.downvotes - k.support_downvotes
             when 'oppose' then k.oppose_upvotes + n.downvotes - k.oppose_downvotes
             when 'neutral' then k.neutral_upvotes + n.downvotes - k.neutral_downvotes
             when 'learning' then k.learning_upvotes + n.downvotes - k.learning_downvotes end as echo
      from bill_comments k
     cross join lateral (
       select k.support_upvotes + k.oppose_upvotes + k.neutral_upvotes + k.learning_upvotes
              + k.support_downvotes + k.oppose_downvotes + k.neutral_downvotes + k.learning_downvotes as decided,
              k.support_downvotes + k.oppose_downvotes + k.neutral_downvotes + k.learning_downvotes as downvotes) n
      left join lateral (
        select stance from stances where bill_id = k.bill_id and user_id = k.user_id limit 1) s on true
     where k.bill_id = ${bill_id} and k.is_live`
}
