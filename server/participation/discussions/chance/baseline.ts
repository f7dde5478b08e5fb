import type { Comparison, EchoBaseline } from '#contract/chance.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { getEchoScore } from '#server/participation/discussions/echo.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'
import { compareWithChance, type AnalyzedVotes } from './compare.ts'

type StoredComparison = { comparison: Comparison | null; computed_at: string | null }
type VersionedVotes = AnalyzedVotes & { bill_id: string; echo_version: number }

/** The comparison of a bill with more votes than this is computed by maintenance only. */
const maxVotesOnRequest = 20_000

/**
 * Returns the comparison of a bill's echo score with chance. It is computed again if votes or stances have changed and it
 * is at least a minute old.
 */
export async function getEchoBaseline(db: Db, bill_id: string): Promise<EchoBaseline> {
  const stored = (await selectStored(db, bill_id)) ?? refuse('bill_not_found')
  if (stored.is_valid) return responseOf(stored)
  const { total_analyzed_votes } = await getEchoScore(db, bill_id)
  if (total_analyzed_votes > maxVotesOnRequest) return responseOf(stored, total_analyzed_votes)
  await storeBaseline(db, bill_id)
  return responseOf((await selectStored(db, bill_id)) ?? refuse('bill_not_found'))
}

/** Computes the comparisons of large bills whose votes have changed, one bill at a time. Returns the next bill, or null. */
export async function compareLargeBills(db: Db, after: string | null): Promise<string | null> {
  const [row] = await db<{ bill_id: string }[]>`
    select e.bill_id from bill_echo e
      join current_bill_counts n using (bill_id)
      left join echo_baselines b using (bill_id)
     where e.analyzed_votes > 20000 and b.echo_version is distinct from n.echo_version
       and e.bill_id > ${after ?? '00000000-0000-0000-0000-000000000000'}
     order by e.bill_id limit 1`
  if (!row) return null
  await storeBaseline(db, row.bill_id)
  return row.bill_id
}

/** Computes the stored comparisons that are valid again, for `hurd check`. */
export async function recomputeBaselines(
  db: Db,
  scope: { has: (column: string) => Part },
): Promise<object[]> {
  const rows = await selectVotes(
    db,
    db`n.bill_id in (
      select b.bill_id from echo_baselines b join current_bill_counts c using (bill_id, echo_version)
       where ${scope.has('b.bill_id')})`,
  )
  return rows.map((row) => ({ bill_id: row.bill_id, comparison: compareWithChance(row) }))
}

function responseOf({ comparison, computed_at }: StoredComparison, votes = 0): EchoBaseline {
  const shares = { observed: null, baseline: null, excess: null, low: null, high: null }
  const none = { verdict: null, reason: null, voters: 0, comments: 0, table: null }
  const nothing = { ...shares, ...none, total_analyzed_votes: votes }
  return { ...(comparison ?? nothing), computed_at }
}

async function selectStored(
  db: Db,
  bill_id: string,
): Promise<(StoredComparison & { is_valid: boolean }) | undefined> {
  const [row] = await db<(StoredComparison & { is_valid: boolean })[]>`
    select b.comparison, b.computed_at,
           coalesce(b.echo_version = n.echo_version or b.computed_at > now() - interval '1 minute', false) as is_valid
      from current_bill_counts n left join echo_baselines b using (bill_id)
     where n.bill_id = ${bill_id}`
  return row
}

/** Computes and stores the comparison of one bill. A slower process never replaces the comparison of newer votes. */
async function storeBaseline(db: Db, bill_id: string): Promise<void> {
  const [analyzed] = await selectVotes(db, db`n.bill_id = ${bill_id}`)
  if (!analyzed) return
  await db`
    insert into echo_baselines as existing (bill_id, echo_version, comparison)
    values (${bill_id}, ${analyzed.echo_version}, ${db.json(compareWithChance(analyzed))})
    on conflict (bill_id) do update
       set echo_version = excluded.echo_version, comparison = excluded.comparison, computed_at = now()
     where existing.echo_version <= excluded.echo_version`
}

/** Selects the votes of bills in one snapshot with their version. */
function selectVotes(db: Db, ofBills: Part) {
  return db<VersionedVotes[]>`
    select n.bill_id, n.echo_version,
           (select coalesce(json_agg(json_build_object('voters', c.voters, 'comments', c.comments, 'cell', c.cell, 'votes', c.votes)
                     order by c.voters, c.comments, c.cell), '[]')
              from actual_echo_cells c where c.bill_id = n.bill_id) as votes,
           p.*
      from current_bill_counts n
     cross join lateral (
       select count(distinct voter_id)::int as voters, count(distinct comment_id)::int as comments,
              array[${countsBySide(db, 'voter_id', 'voter_side')}]::int[] as voters_by_side,
              array[${countsBySide(db, 'comment_id', 'author_side')}]::int[] as comments_by_side
         from analyzed_votes where bill_id = n.bill_id) p
     where ${ofBills}`
}

function countsBySide(db: Db, column: string, side: string): Part {
  const counts = [0, 1, 2, 3].map((number) => `count(distinct ${column}) filter (where ${side} = ${number})`)
  return db.unsafe(counts.join(', '))
}
