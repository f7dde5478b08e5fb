import { canonicalIds, saveAliases } from '#server/legislation/bills/parts/committeeIdentity.ts'
import { linkNamedCommittees } from '#server/legislation/bills/parts/linkCommittees.ts'
import {
  emptyReport,
  importInBatches,
  refuseRecord,
  secondsSince,
  type ImportReport,
} from '#server/platform/cli/importReport.ts'
import type { Pool, Transaction } from '#server/platform/postgres/db.ts'
import type {
  CommitteeReading,
  ImportedCommittee,
  ImportedMembers,
} from '#server/sources/committees/importedCommittee.ts'
import { lockCommittees, saveMembers } from './saveMembers.ts'

/** The number of members who were linked to representatives, and of those who were not. */
export type CommitteeReport = ImportReport & { linked: number; unlinked: number }

const batchSize = 100

type Usable = Extract<CommitteeReading, { imported: unknown }>
type Outcome = 'inserted' | 'updated' | 'unchanged'

/** Imports committees by their id, with their members. Importing the same record again changes nothing. */
export async function importCommittees(
  db: Pool,
  records: AsyncIterable<CommitteeReading>,
  onProgress: (report: CommitteeReport) => void = () => {},
): Promise<CommitteeReport> {
  const started = performance.now()
  const report: CommitteeReport = { ...emptyReport(), linked: 0, unlinked: 0 }
  await importInBatches(records, report, {
    batchSize,
    async save(readings) {
      const outcomes = await db.begin((transaction) => save(transaction, readings))
      for (const { reading, outcome, linked, unlinked } of outcomes) {
        if (outcome === 'unknown') {
          refuseRecord(report, reading, 'The committee is not known. Import the list of committees too.')
          continue
        }
        report[outcome] += 1
        report.linked += linked
        report.unlinked += unlinked
      }
    },
    onProgress,
  })
  report.seconds = secondsSince(started)
  return report
}

const noMembers = { isChanged: false, linked: 0, unlinked: 0 }
type SavedReading = { reading: Usable; outcome: Outcome | 'unknown'; linked: number; unlinked: number }

async function save(db: Transaction, readings: readonly Usable[]): Promise<SavedReading[]> {
  await lockCommittees(db)
  const namedCommittees = readings.flatMap(({ imported }) => ('name' in imported ? [imported] : []))
  const { canonical, aliases } = await canonicalIds(
    db,
    namedCommittees.map((committee) => ({ ...committee, organizations: [committee.organization] })),
  )
  const storedId = (id: string) => canonical.get(id) ?? id
  const committees = namedCommittees.flatMap((committee) =>
    storedId(committee.committee_id) === committee.committee_id
      ? [{ ...committee, parent_id: committee.parent_id && storedId(committee.parent_id) }]
      : [],
  )
  const outcomes = await saveCommittees(db, committees)
  await saveAliases(db, aliases)
  const storedIds = await knownIds(
    db,
    readings.map(({ imported }) => storedId(imported.committee_id)),
  )
  const lists = readings.flatMap(({ imported: { committee_id, members } }) =>
    members && storedIds.has(committee_id) ? [{ committee_id, members }] : [],
  )
  // A second record of the same committee has no members of its own, unless no other record lists them.
  const others = await withoutMembers(db, aliases, lists)
  const added = readings.flatMap(({ imported: { committee_id, members } }) =>
    members && others.has(committee_id) ? [{ committee_id: storedId(committee_id), members }] : [],
  )
  const memberChanges = await saveMembers(db, [...lists, ...added])
  await linkNamedCommittees(
    db,
    namedCommittees.flatMap(({ name, other_names }) => [name].concat(other_names)),
  )
  return readings.map((reading) => {
    const own_id = reading.imported.committee_id
    const committee_id = storedId(own_id)
    const isListed = reading.imported.members && (own_id === committee_id || others.has(own_id))
    const members = (isListed && memberChanges.get(committee_id)) || noMembers
    return { reading, outcome: outcomeOf(reading.imported), ...members }

    function outcomeOf(imported: ImportedCommittee | ImportedMembers): SavedReading['outcome'] {
      if (!storedIds.has(committee_id)) return 'unknown'
      const isOwn = 'name' in imported && own_id === committee_id
      const outcome = isOwn ? (outcomes.get(committee_id) ?? 'unchanged') : 'unchanged'
      return outcome === 'unchanged' && members.isChanged ? 'updated' : outcome
    }
  })
}

async function saveCommittees(
  db: Transaction,
  committees: readonly ImportedCommittee[],
): Promise<Map<string, Outcome>> {
  const rows = [...new Map(committees.map((committee) => [committee.committee_id, committee])).values()]
  if (rows.length === 0) return new Map()
  const parents = new Set(rows.map(({ committee_id }) => committee_id))
  // A parent must be stored before its subcommittees. If the parent is neither stored nor in the batch, the
  // subcommittee is saved without it.
  const storedIds = await knownIds(
    db,
    rows.flatMap(({ parent_id }) => parent_id ?? []),
  )
  const sorted = rows
    .map(({ members: _members, parent_id: parent, ...row }) =>
      Object.assign(row, {
        parent_id: parent && (parents.has(parent) || storedIds.has(parent)) ? parent : null,
      }),
    )
    .toSorted((a, b) => Number(a.parent_id !== null) - Number(b.parent_id !== null))
  const savedRows = await db<{ committee_id: string; is_new: boolean }[]>`
    insert into committees as c (committee_id, organization, name, other_names, parent_id, url, source_name, source_checked_at)
    select committee_id, organization, name, other_names, parent_id, url, source_name, coalesce(source_checked_at, now())
      from jsonb_to_recordset(${db.json(sorted)}) as r(committee_id text, organization text, name text, other_names text[],
             parent_id text, url text, source_name text, source_checked_at timestamptz)
    on conflict (committee_id) do update set
      organization = excluded.organization, name = excluded.name, other_names = excluded.other_names,
      parent_id = excluded.parent_id, url = excluded.url, source_name = excluded.source_name,
      source_checked_at = excluded.source_checked_at
     where (c.organization, c.name, c.other_names, c.parent_id, c.url, c.source_name)
           is distinct from (excluded.organization, excluded.name, excluded.other_names, excluded.parent_id, excluded.url,
                             excluded.source_name)
    returning committee_id, xmax = 0 as is_new`
  await db`
    update committees c set source_checked_at = r.source_checked_at
      from jsonb_to_recordset(${db.json(sorted)}) as r(committee_id text, source_checked_at timestamptz)
     where c.committee_id = r.committee_id and c.source_checked_at < r.source_checked_at`
  return new Map(savedRows.map(({ committee_id, is_new }) => [committee_id, is_new ? 'inserted' : 'updated']))
}

async function knownIds(db: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ committee_id: string }[]>`
    select committee_id from committees where committee_id = any(${[...new Set(ids)]}::text[])`
  return new Set(rows.map(({ committee_id }) => committee_id))
}

/** Returns the aliases of committees without stored or imported members. Each committee has at most one of them. */
async function withoutMembers(
  db: Transaction,
  aliases: readonly { alias_id: string; committee_id: string }[],
  lists: readonly { committee_id: string }[],
): Promise<Set<string>> {
  if (aliases.length === 0) return new Set()
  const rows = await db<{ committee_id: string }[]>`
    select distinct committee_id from committee_memberships
     where committee_id = any(${aliases.map(({ committee_id }) => committee_id)}::text[])`
  const used = new Set([...rows, ...lists].map(({ committee_id }) => committee_id))
  const first = new Map(aliases.toReversed().map(({ alias_id, committee_id }) => [committee_id, alias_id]))
  return new Set([...first].flatMap(([committee_id, alias_id]) => (used.has(committee_id) ? [] : [alias_id])))
}
