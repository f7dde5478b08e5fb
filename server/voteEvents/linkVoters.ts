import type { Db, Transaction } from '../postgres/db.ts'
import type { ImportedVote } from '../sources/votes/importedVote.ts'
import { type Chamber, matchVoter, type VoterAlias } from './matchVoter.ts'
import type { SeatHolder } from './voterNames.ts'

type Chambers = { chambers: ReadonlyMap<string, Chamber>; knownIds: ReadonlySet<string> }
type Seat = SeatHolder & { organization: string }

/** The members and aliases of the organizations of these votes, and which of their person ids are representatives. */
export async function chambersOf(
  db: Db,
  votes: readonly Pick<ImportedVote, 'organization' | 'voters'>[],
): Promise<Chambers> {
  const organizations = [...new Set(votes.map(({ organization }) => organization))]
  const ids = [
    ...new Set(votes.flatMap(({ voters }) => voters.flatMap((voter) => voter.source_person_id ?? []))),
  ]
  const [seats, aliases, known] = [
    await db<Seat[]>`
      select t.organization, t.rep_id, r.rep_name, t.division, t.party, t.valid_from::text, t.valid_to::text
        from representative_terms t join representatives r using (rep_id)
       where t.organization = any(${organizations})`,
    await db<VoterAlias[]>`
      select organization, name_key, rep_id, valid_from::text, valid_to::text
        from voter_aliases where organization = any(${organizations})`,
    await db<{ rep_id: string }[]>`select rep_id from representatives where rep_id = any(${ids})`,
  ]
  const chambers = new Map(
    organizations.map((organization): [string, Chamber] => [
      organization,
      {
        members: seats.filter((seat) => seat.organization === organization),
        aliases: aliases.filter((alias) => alias.organization === organization),
      },
    ]),
  )
  return { chambers, knownIds: new Set(known.map(({ rep_id }) => rep_id)) }
}

/** The representative of each voter of a roll, or null. Two voters of one roll are never the same person. */
export function linkVoters({ chambers, knownIds }: Chambers, vote: ImportedVote): (string | null)[] {
  const chamber = chambers.get(vote.organization) ?? { members: [], aliases: [] }
  const rep_ids = vote.voters.map((voter) => matchVoter(chamber, voter, vote.voted_on, knownIds))
  const times = new Map<string, number>()
  for (const rep_id of rep_ids) if (rep_id) times.set(rep_id, (times.get(rep_id) ?? 0) + 1)
  return rep_ids.map((rep_id) => (rep_id && times.get(rep_id) === 1 ? rep_id : null))
}

type Unlinked = {
  vote_event_id: string
  position: number
  organization: string
  voted_on: string
  voter_name: string
  party: string | null
  state: string | null
  district: string | null
  source_person_id: string | null
}

/** Votes that are matched again in one statement. */
const relinkBatch = 5000

/**
 * Matches the voters that nobody was found for again, after a roster or aliases were imported.
 * @returns how many voters are linked now
 */
export async function relinkVoters(db: Transaction, organizations: readonly string[]): Promise<number> {
  let linked = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each batch starts where the one before it ended
    const rows = await db<Unlinked[]>`
      select v.vote_event_id, v.position, e.organization, e.voted_on::text, v.voter_name, v.party, v.state, v.district,
             v.source_person_id
        from person_votes v join vote_events e using (vote_event_id)
       where v.rep_id is null and e.organization = any(${[...organizations]}) and v.vote_event_id in (
               select vote_event_id from person_votes
                where rep_id is null and vote_event_id > ${after}
                group by vote_event_id order by vote_event_id limit 200)
       order by v.vote_event_id limit ${relinkBatch}`
    // oxlint-disable-next-line no-await-in-loop -- see above
    const [last] = await db<{ vote_event_id: string | null }[]>`
      select max(vote_event_id::text)::uuid as vote_event_id from (
        select vote_event_id from person_votes where rep_id is null and vote_event_id > ${after}
         group by vote_event_id order by vote_event_id limit 200) batch`
    if (!last?.vote_event_id) return linked
    after = last.vote_event_id
    // oxlint-disable-next-line no-await-in-loop -- see above
    linked += await linkRows(db, rows)
  }
}

async function linkRows(db: Transaction, rows: readonly Unlinked[]): Promise<number> {
  if (rows.length === 0) return 0
  const { chambers, knownIds } = await chambersOf(
    db,
    rows.map((row) => ({
      organization: row.organization,
      voters: [{ ...row, option: 'yes', source_option: null }],
    })),
  )
  const found = rows.flatMap((row) => {
    const rep_id = matchVoter(
      chambers.get(row.organization) ?? { members: [], aliases: [] },
      row,
      row.voted_on,
      knownIds,
    )
    return rep_id ? [{ vote_event_id: row.vote_event_id, position: row.position, rep_id }] : []
  })
  const updated = await db<{ rep_id: string }[]>`
    update person_votes v set rep_id = f.rep_id
      from (select distinct on (vote_event_id, rep_id) vote_event_id, position, rep_id
              from jsonb_to_recordset(${db.json(found)}) as r(vote_event_id uuid, position smallint, rep_id text)) f
     where v.vote_event_id = f.vote_event_id and v.position = f.position
       and not exists (select from person_votes o where o.rep_id = f.rep_id and o.vote_event_id = f.vote_event_id)
    returning v.rep_id`
  return updated.length
}
