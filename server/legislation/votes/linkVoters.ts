import { findRepresentative, loadRoster, type Roster } from '#server/legislation/roster/findRepresentative.ts'
import type { Db, Pool, Transaction } from '#server/platform/postgres/db.ts'
import type { ImportedVote, ImportedVoter } from '#server/sources/votes/importedVote.ts'

type Voter = Pick<ImportedVoter, 'voter_name' | 'party' | 'state' | 'district' | 'source_person_id'>

/** Reads what links these votes: the members and aliases of their organizations, and the representatives with the voters' ids. */
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
export function linkVoters(
  roster: Roster,
  vote: Pick<ImportedVote, 'organization' | 'voted_on'> & { voters: readonly Voter[] },
): (string | null)[] {
  const rep_ids = vote.voters.map((voter) => representativeOf(roster, vote, voter))
  const matchCounts = new Map<string, number>()
  for (const rep_id of rep_ids) if (rep_id) matchCounts.set(rep_id, (matchCounts.get(rep_id) ?? 0) + 1)
  return rep_ids.map((rep_id) => (rep_id && matchCounts.get(rep_id) === 1 ? rep_id : null))
}

function representativeOf(
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

/** Takes a lock so that only one import of votes decides and writes at a time. The lock ends with the transaction. */
export async function lockVotes(db: Transaction): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtext('import votes'))`
}

/** The number of votes that one transaction reads. A roll call has at most 435 voters. */
const votesPerBatch = 200

/**
 * Links the voters of these organizations again after a roster or aliases were imported. A new member may have voted, and a
 * second member of the same name makes a link uncertain. Each batch has its own transaction so that an import of votes does not
 * wait long for the lock. If a batch fails, the links of the earlier ones stay.
 *
 * @returns how many voters are linked now and were not before
 */
export async function relinkVoters(db: Pool, organizations: readonly string[]): Promise<number> {
  const voting = await db<{ organization: string }[]>`
    select organization from unnest(${[...organizations]}::text[]) organization
     where exists (select from vote_events e where e.organization = organization.organization)`
  let linkCount = 0
  for (const { organization } of voting) {
    // oxlint-disable-next-line no-await-in-loop -- one chamber at a time bounds the memory
    linkCount += await relinkOrganization(db, organization)
  }
  return linkCount
}

type StoredVoter = Voter & { position: number; rep_id: string | null }
type ScanPosition = { vote_event_id: string; voted_on: string }
type StoredVote = ScanPosition & { voters: StoredVoter[] }

/** Scans the votes of an organization, newest first. Each batch begins where the previous one ended. */
async function relinkOrganization(db: Pool, organization: string): Promise<number> {
  const roster = await loadRoster(db, [organization], [])
  let linkCount = 0
  let start: ScanPosition | null = {
    voted_on: 'infinity',
    vote_event_id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  }
  while (start) {
    const before: ScanPosition = start
    // oxlint-disable-next-line no-await-in-loop -- each batch begins where the one before it ended
    const batch = await db.begin((transaction) => relinkNext(transaction, roster, organization, before))
    linkCount += batch.linked
    start = batch.last
  }
  return linkCount
}

async function relinkNext(
  db: Transaction,
  roster: Roster,
  organization: string,
  before: ScanPosition,
): Promise<{ linked: number; last: ScanPosition | null }> {
  await lockVotes(db)
  const votes = await selectNextVotes(db, organization, before)
  return { linked: await linkAgain(db, { roster, organization, votes }), last: votes.at(-1) ?? null }
}

/**
 * Selects the next votes of an organization. The voters of a vote are left out if all of them are linked by the source's id,
 * because no roster can change that.
 */
function selectNextVotes(db: Db, organization: string, before: ScanPosition): Promise<StoredVote[]> {
  return db<StoredVote[]>`
    select e.vote_event_id, e.voted_on::text,
           coalesce((
             select case when bool_or(v.rep_id is null or v.rep_id is distinct from replace(v.source_person_id, 'bioguide:', ''))
                      then jsonb_agg(jsonb_build_object(
                        'position', v.position, 'voter_name', v.voter_name, 'party', v.party, 'state', v.state,
                        'district', v.district, 'source_person_id', v.source_person_id, 'rep_id', v.rep_id)
                        order by v.position) end
               from person_votes v where v.vote_event_id = e.vote_event_id), '[]'::jsonb) as voters
      from vote_events e
     where e.organization = ${organization}
       and (e.voted_on, e.vote_event_id) < (${before.voted_on}::date, ${before.vote_event_id}::uuid)
     order by e.voted_on desc, e.vote_event_id desc limit ${votesPerBatch}`
}

/** Saves the links that changed, and returns how many voters are linked now and were not before. */
async function linkAgain(
  db: Transaction,
  { roster, organization, votes }: { roster: Roster; organization: string; votes: readonly StoredVote[] },
): Promise<number> {
  const voterIds = new Set(
    votes.flatMap(({ voters }) => voters.flatMap(({ source_person_id }) => source_person_id ?? [])),
  )
  const { ids: voterRepIds } = await loadRoster(db, [], [...voterIds])
  const rosterWithVoters: Roster = { ...roster, ids: new Set([...roster.ids, ...voterRepIds]) }
  const changes = votes.flatMap(({ vote_event_id, voted_on, voters }) => {
    const rep_ids = linkVoters(rosterWithVoters, { organization, voted_on, voters })
    return voters.flatMap(({ position, rep_id: previous }, index) => {
      const rep_id = rep_ids[index] ?? null
      return rep_id === previous ? [] : [{ vote_event_id, position, rep_id, previous }]
    })
  })
  if (changes.length === 0) return 0
  // Links that end are removed first, because a roll lists each person once.
  await saveLinks(
    db,
    changes.flatMap(({ vote_event_id, position, previous }) =>
      previous === null ? [] : [{ vote_event_id, position, rep_id: null }],
    ),
  )
  const withPerson = changes.filter(({ rep_id }) => rep_id !== null)
  await saveLinks(db, withPerson)
  const changed = [...new Set(changes.map(({ vote_event_id }) => vote_event_id))]
  await db`
    select queue_vote_reports(array(
      select bill_id from bill_last_votes where vote_event_id = any(${changed}::uuid[])))`
  return withPerson.filter(({ previous }) => previous === null).length
}

async function saveLinks(
  db: Transaction,
  links: readonly { vote_event_id: string; position: number; rep_id: string | null }[],
): Promise<void> {
  if (links.length === 0) return
  await db`
    update person_votes v set rep_id = r.rep_id
      from jsonb_to_recordset(${db.json([...links])}) as r(vote_event_id uuid, position smallint, rep_id text)
     where v.vote_event_id = r.vote_event_id and v.position = r.position`
}
