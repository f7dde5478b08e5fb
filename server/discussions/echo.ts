import { minEchoVotes, type getEchoScore as getEchoScoreEndpoint } from '../../contract/discussions.ts'
import type { OutputOf } from '../../contract/kit/endpoint.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import { type Stance, stances } from '../../contract/rules/stances.ts'
import { type VoterSide, voterSides } from '../bills/voteBreakdown.ts'
import type { Db } from '../postgres/db.ts'

type EchoFigures = { echo_votes: number; analyzed_votes: number; total_votes: number }

/**
 * The echo score of a bill's discussion (R51): kept with the version of the bill's votes that it was computed from, and
 * computed anew from the camps of its comments once that version has passed, which every instance sees at once.
 */
export async function getEchoScore(
  db: Db,
  bill_id: string,
): Promise<Omit<OutputOf<typeof getEchoScoreEndpoint>, 'success'>> {
  const kept = (await selectKept(db, bill_id)) ?? refuse('bill_not_found')
  const figures = kept.echo_votes === null ? await computeEcho(db, bill_id) : kept
  const { echo_votes, analyzed_votes, total_votes } = figures
  const missing = Math.max(0, minEchoVotes - analyzed_votes)
  return {
    echo_chamber_score: missing > 0 ? null : Math.round((100 * echo_votes) / analyzed_votes),
    healthy_votes: analyzed_votes - echo_votes,
    echo_votes,
    total_analyzed_votes: analyzed_votes,
    cached: figures === kept,
    insufficient_data: missing > 0,
    total_votes,
    message: missing > 0 ? `Need ${missing} more votes for echo chamber analysis` : null,
  }
}

/** Undefined when there is no such bill; without figures when none are kept or something came since. */
async function selectKept(db: Db, bill_id: string): Promise<EchoFigures | { echo_votes: null } | undefined> {
  const [row] = await db<(EchoFigures | { echo_votes: null })[]>`
    select e.echo_votes, e.analyzed_votes, e.total_votes
      from bill_counters n left join bill_echo e on e.bill_id = n.bill_id and e.echo_version = n.echo_version
     where n.bill_id = ${bill_id}`
  return row
}

/** One snapshot gives the version and the votes, so what is kept is never younger or older than its version. */
async function computeEcho(db: Db, bill_id: string): Promise<EchoFigures> {
  const [row] = await db<EchoFigures[]>`
    with computed as (
      select n.bill_id, n.echo_version, coalesce(sum(a.echo), 0)::int as echo_votes,
             coalesce(sum(a.analyzed), 0)::int as analyzed_votes, coalesce(sum(a.votes), 0)::int as total_votes
        from bill_counters n left join lateral (${commentEcho(db, bill_id)}) a on true
       where n.bill_id = ${bill_id} group by n.bill_id),
    kept as (
      insert into bill_echo as held (bill_id, echo_version, echo_votes, analyzed_votes, total_votes)
      select bill_id, echo_version, echo_votes, analyzed_votes, total_votes from computed
      on conflict (bill_id) do update set echo_version = excluded.echo_version, echo_votes = excluded.echo_votes,
             analyzed_votes = excluded.analyzed_votes, total_votes = excluded.total_votes
       where held.echo_version < excluded.echo_version)
    select echo_votes, analyzed_votes, total_votes from computed`
  return row!
}

const votesOf = (side: VoterSide) => `k.${side}_upvotes + k.${side}_downvotes`
const echoesIn = (own: Stance) =>
  stances.map((side) => (side === own ? `k.${side}_upvotes` : `k.${side}_downvotes`)).join(' + ')
const sums = {
  votes: voterSides.map(votesOf).join(' + '),
  analyzed: stances.map(votesOf).join(' + '),
  echo: `case s.stance ${stances.map((own) => `when '${own}' then ${echoesIn(own)}`).join(' ')} end`,
}

/**
 * Of each live comment: all votes, those by people with a stance if its author has one, and the echoes among these. The
 * author's stance is looked up comment by comment, so that this costs by the comments and never by the stances or votes.
 */
function commentEcho(db: Db, bill_id: string) {
  return db`
    select ${db.unsafe(sums.votes)} as votes, ${db.unsafe(sums.echo)} as echo,
           case when s.stance is null then 0 else ${db.unsafe(sums.analyzed)} end as analyzed
      from comment_vote_breakdown k
      left join lateral (
        select stance from stances where bill_id = k.bill_id and user_id = k.user_id limit 1) s on true
     where k.bill_id = ${bill_id} and k.is_live`
}
