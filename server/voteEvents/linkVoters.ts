import type { Db, Pool, Transaction } from '../postgres/db.ts'
import { findRepresentative, loadRoster, type Roster } from '../roster/findRepresentative.ts'
import type { ImportedVote, ImportedVoter } from '../sources/votes/importedVote.ts'

type Voter = Pick<ImportedVoter, 'voter_name' | 'party' | 'state' | 'district' | 'source_person_id'>

/**
 * Reads the members and aliases of the organizations of these votes, and which of the voters' ids are representatives.
 */
export function rosterOf(
  db: Db,
  votes: readonly { organization: string; voters: readonly Voter[] }[],
): Promise<Roster> {
  const organizations = new Set(votes.map(({ organization }) => organization))
  const ids = new Set(votes.flatMap(({ voters }) => voters.flatMap((voter) => voter.source_person_id ?? [])))
  return loadRoster(db, [...organizations], [...ids])
}

/**
 * Returns the representative of each voter of a roll call, or null. If two voters match the same person, neither is
 * linked.
 */
export function linkVoters(roster: Roster, vote: ImportedVote): (string | null)[] {
  const rep_ids = vote.voters.map((voter) => findVoter(roster, vote, voter))
  const times = new Map<string, number>()
  for (const rep_id of rep_ids) if (rep_id) times.set(rep_id, (times.get(rep_id) ?? 0) + 1)
  return rep_ids.map((rep_id) => (rep_id && times.get(rep_id) === 1 ? rep_id : null))
}

function findVoter(
  roster: Roster,
  { organization, voted_on }: Pick<ImportedVote, 'organization' | 'voted_on'>,
  { voter_name, source_person_id, ...voter }: Voter,
): string | null {
  return findRepresentative(roster, organization, voted_on, {
    ...voter,
    name: voter_name,
    sourcePersonId: source_person_id,
  })
}

/** Takes a lock, so that only one import of votes decides and writes at a time. The lock ends with the transaction. */
export async function lockVotes(db: Transaction): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtext('import votes'))`
}

/** The number of votes that one transaction reads. A roll call has at most 435 voters. */
const relinkBatch = 200

/**
 * Tries again to link voters without a representative, after a roster or aliases of these organizations were imported.
 * Each batch has its own transaction, because an import of votes waits for its lock. If one fails, the links of the
 * earlier batches stay.
 *
 * @returns how many voters are linked now
 */
export async function relinkVoters(db: Pool, organizations: readonly string[]): Promise<number> {
  let linked = 0
  for (const organization of organizations) {
    // oxlint-disable-next-line no-await-in-loop -- one chamber at a time bounds the memory
    linked += await relinkOrganization(db, organization)
  }
  return linked
}

type Unlinked = Voter & { vote_event_id: string; position: number; voted_on: string }
type ScanPosition = { vote_event_id: string; voted_on: string }
type Batch = ScanPosition & { voters: Unlinked[] }

/** Scans the votes of an organization, newest first. Each batch begins where the previous one ended. */
async function relinkOrganization(db: Pool, organization: string): Promise<number> {
  const roster = await loadRoster(db, [organization], [])
  let linked = 0
  let before: ScanPosition | null = {
    voted_on: 'infinity',
    vote_event_id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  }
  while (before) {
    const position: ScanPosition = before
    // oxlint-disable-next-line no-await-in-loop -- each batch begins where the one before it ended
    const batch = await db.begin((transaction) => relinkNext(transaction, roster, organization, position))
    linked += batch.linked
    before = batch.last
  }
  return linked
}

async function relinkNext(
  db: Transaction,
  roster: Roster,
  organization: string,
  before: ScanPosition,
): Promise<{ linked: number; last: ScanPosition | null }> {
  await lockVotes(db)
  const events = await selectUnlinked(db, organization, before)
  return { linked: await linkFound(db, { roster, organization, events }), last: events.at(-1) ?? null }
}

/** @internal The plan of this statement is tested. */
export function selectUnlinked(db: Db, organization: string, before: ScanPosition): Promise<Batch[]> {
  return db<Batch[]>`
    select e.vote_event_id, e.voted_on::text,
           coalesce((
             select jsonb_agg(jsonb_build_object(
                      'vote_event_id', v.vote_event_id, 'position', v.position, 'voted_on', v.voted_on,
                      'voter_name', v.voter_name, 'party', v.party, 'state', v.state, 'district', v.district,
                      'source_person_id', v.source_person_id))
               from person_votes v where v.vote_event_id = e.vote_event_id and v.rep_id is null), '[]'::jsonb) as voters
      from vote_events e
     where e.organization = ${organization}
       and (e.voted_on, e.vote_event_id) < (${before.voted_on}::date, ${before.vote_event_id}::uuid)
     order by e.voted_on desc, e.vote_event_id desc limit ${relinkBatch}`
}

async function linkFound(
  db: Transaction,
  { roster, organization, events }: { roster: Roster; organization: string; events: readonly Batch[] },
): Promise<number> {
  const voters = events.flatMap((event) => event.voters)
  if (voters.length === 0) return 0
  const ids = voters.flatMap(({ source_person_id }) => source_person_id ?? [])
  const { ids: known } = await loadRoster(db, [], [...new Set(ids)])
  const withIds: Roster = { ...roster, ids: new Set([...roster.ids, ...known]) }
  const found = voters.flatMap((voter) => {
    const { vote_event_id, position, voted_on } = voter
    const rep_id = findVoter(withIds, { organization, voted_on }, voter)
    return rep_id ? [{ vote_event_id, position, rep_id }] : []
  })
  if (found.length === 0) return 0
  const updated = await db<{ vote_event_id: string }[]>`
    with found as (
      select vote_event_id, min(position) as position, rep_id
        from jsonb_to_recordset(${db.json(found)}) as r(vote_event_id uuid, position smallint, rep_id text)
       group by vote_event_id, rep_id having count(*) = 1)
    update person_votes v set rep_id = f.rep_id
      from found f
     where v.vote_event_id = f.vote_event_id and v.position = f.position
       and not exists (select from person_votes o where o.rep_id = f.rep_id and o.vote_event_id = f.vote_event_id)
    returning v.vote_event_id`
  const changed = [...new Set(updated.map(({ vote_event_id }) => vote_event_id))]
  await db`
    select queue_vote_reports(array(
      select bill_id from bill_last_votes where vote_event_id = any(${changed}::uuid[])))`
  return updated.length
}
