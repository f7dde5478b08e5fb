import { findRepresentative, loadRoster } from '#server/legislation/roster/findRepresentative.ts'
import type { Pool, Transaction } from '#server/platform/postgres/db.ts'
import type { ImportedMember } from '#server/sources/committees/importedCommittee.ts'

type MemberList = { committee_id: string; members: readonly ImportedMember[] }
type Membership = {
  committee_id: string
  name: string
  rep_id: string | null
  source_person_id: string | null
  role: string
  position: number
}
type SavedMembers = { isChanged: boolean; linked: number; unlinked: number }

/**
 * Saves who is on the committees today. A member who is no longer listed stays stored, and the membership ends today. The
 * membership of a new member begins today, unless the committee had no stored members before.
 */
export async function saveMembers(
  db: Transaction,
  records: readonly MemberList[],
): Promise<Map<string, SavedMembers>> {
  if (records.length === 0) return new Map()
  // If several records list the members of the same committee, the last record is saved.
  const lists = [...new Map(records.map((list) => [list.committee_id, list])).values()]
  const ids = lists.map(({ committee_id }) => committee_id)
  const memberships = await withRepresentatives(db, lists)
  const storedMemberships = await db<Membership[]>`
    select committee_id, name, rep_id, source_person_id, role, position from committee_memberships
     where committee_id = any(${ids}::text[]) and covers_day(valid_from, valid_to, current_date)
     order by committee_id, position, name`
  const result = new Map<string, SavedMembers>()
  const changed: Membership[] = []
  const changedIds: string[] = []
  for (const committee_id of ids) {
    const after = memberships.filter((row) => row.committee_id === committee_id)
    const before = storedMemberships.filter((row) => row.committee_id === committee_id)
    const isChanged = JSON.stringify(after.map(fields)) !== JSON.stringify(before.map(fields))
    if (isChanged) {
      changed.push(...after)
      changedIds.push(committee_id)
    }
    const linkCount = after.filter(({ rep_id }) => rep_id !== null).length
    result.set(committee_id, { isChanged, linked: linkCount, unlinked: after.length - linkCount })
  }
  if (changedIds.length > 0) await replaceMembers(db, changedIds, changed)
  return result
}

function fields({ name, rep_id, source_person_id, role, position }: Membership) {
  return [name, rep_id, source_person_id, role, position]
}

async function replaceMembers(
  db: Transaction,
  ids: readonly string[],
  rows: readonly Membership[],
): Promise<void> {
  const list = db`jsonb_to_recordset(${db.json([...rows])})
    as r(committee_id text, name text, rep_id text, source_person_id text, role text, position smallint)`
  const withMembers = await db<{ committee_id: string }[]>`
    select distinct committee_id from committee_memberships where committee_id = any(${[...ids]}::text[])`
  await db`
    update committee_memberships m set valid_to = current_date
     where m.committee_id = any(${[...ids]}::text[]) and m.valid_to is null
       and not exists (select from ${list} where r.committee_id = m.committee_id and r.name = m.name)`
  await db`
    update committee_memberships m set rep_id = r.rep_id, source_person_id = r.source_person_id, role = r.role, position = r.position
      from ${list}
     where r.committee_id = m.committee_id and r.name = m.name and m.valid_to is null`
  await db`
    insert into committee_memberships (committee_id, name, rep_id, source_person_id, role, position, valid_from)
    select r.committee_id, r.name, r.rep_id, r.source_person_id, r.role, r.position,
           case when r.committee_id = any(${withMembers.map(({ committee_id }) => committee_id)}::text[]) then current_date end
      from ${list}
     where not exists (select from committee_memberships m
                        where m.committee_id = r.committee_id and m.name = r.name and m.valid_to is null)
    on conflict on constraint committee_memberships_key do update set
      valid_to = null, rep_id = excluded.rep_id, source_person_id = excluded.source_person_id, role = excluded.role, position = excluded.position`
}

/**
 * Finds the representative for each member: by the source's id, or else by the name among the current members of the
 * body.
 */
async function withRepresentatives(db: Transaction, lists: readonly MemberList[]): Promise<Membership[]> {
  const bodies = await db<{ committee_id: string; organization: string; today: string }[]>`
    select committee_id, organization, current_date::text as today from committees
     where committee_id = any(${lists.map(({ committee_id }) => committee_id)}::text[])`
  const bodyOf = new Map(bodies.map((row) => [row.committee_id, row]))
  const members = lists.flatMap(({ committee_id, members: listed }) =>
    listed.map((member, position) => {
      const { organization = '', today = '' } = bodyOf.get(committee_id) ?? {}
      return Object.assign({}, member, { committee_id, position, organization, today })
    }),
  )
  const rep_ids = await findMembers(db, members)
  return members.map(({ organization: _organization, today: _today, ...member }, index) =>
    Object.assign(member, { rep_id: rep_ids[index] ?? null }),
  )
}

type NamedMember = { name: string; source_person_id: string | null; organization: string; today: string }

/** A joint committee has members of both chambers (server/legislation/roster/organizations.ts). */
async function findMembers(db: Transaction, members: readonly NamedMember[]): Promise<(string | null)[]> {
  const roster = await loadRoster(
    db,
    members.map(({ organization }) => organization),
    members.flatMap(({ source_person_id }) => source_person_id ?? []),
  )
  return members.map(({ name, source_person_id, organization, today }) =>
    findRepresentative(roster, organization, today, { name, sourcePersonId: source_person_id }),
  )
}

/**
 * Finds the members of the committees of these organizations again, after a roster was imported.
 *
 * @returns the number of members who are linked now and were not before
 */
export function relinkMembers(pool: Pool, organizations: readonly string[]): Promise<number> {
  return pool.begin(async (db) => {
    await lockCommittees(db)
    const storedMembers = await db<(NamedMember & { committee_id: string; rep_id: string | null })[]>`
      select m.committee_id, m.name, m.source_person_id, m.rep_id, c.organization, current_date::text as today
        from committee_memberships m join committees c using (committee_id)
       where c.organization = any(${[...organizations]}::text[]) and covers_day(m.valid_from, m.valid_to, current_date)`
    const rep_ids = await findMembers(db, storedMembers)
    const changes = storedMembers.flatMap(({ committee_id, name, rep_id }, index) =>
      rep_ids[index] === rep_id
        ? []
        : [{ committee_id, name, rep_id: rep_ids[index] ?? null, before: rep_id }],
    )
    if (changes.length === 0) return 0
    await db`
      update committee_memberships m set rep_id = r.rep_id
        from jsonb_to_recordset(${db.json(changes)}) as r(committee_id text, name text, rep_id text)
       where m.committee_id = r.committee_id and m.name = r.name and covers_day(m.valid_from, m.valid_to, current_date)`
    return changes.filter(({ before }) => before === null).length
  })
}

/** Takes a lock so that only one import of committees decides and writes at a time. It ends with the transaction. */
export async function lockCommittees(db: Transaction): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtext('import committees'))`
}
