import type { Transaction } from '#server/platform/postgres/db.ts'
import { linkNamedCommittees } from './linkCommittees.ts'

/** A committee as a record names it: by the id of its source, by its name in one of some bodies, or by both. */
export type NamedCommittee = {
  committee_id: string | null
  /** The bodies that may have the committee. The first one is its own if it is new. */
  organizations: readonly string[]
  name: string
  parent_id?: string | null
}

/** The id under which the committee is stored, or null if it is not, or if several committees have the name. */
type FoundCommittee = { committee_id: string | null; name_key: string }

/**
 * Finds the stored committees that records name. The id decides; otherwise it is the committee of the body whose name or other
 * name is the same without "Committee on" and the like. In Congress, every record has the official code of its committee, and
 * subcommittees of several committees share a name, so a code that is not stored yet is another committee.
 */
export async function findCommittees(
  db: Transaction,
  named: readonly NamedCommittee[],
): Promise<FoundCommittee[]> {
  if (named.length === 0) return []
  const rows = named.map(({ parent_id = null, ...committee }, position) => ({
    ...committee,
    parent_id,
    position,
    is_by_name: committee.committee_id === null || !committee.organizations[0]?.startsWith('us/'),
  }))
  return db<FoundCommittee[]>`
    select coalesce(own.committee_id, a.committee_id, n.committee_id) as committee_id, committee_key(r.name) as name_key
      from jsonb_to_recordset(${db.json(rows)}) as r(
             committee_id text, organizations text[], name text, parent_id text, position int, is_by_name boolean)
      left join committees own on own.committee_id = r.committee_id
      left join committee_aliases a on a.alias_id = r.committee_id
      left join lateral (
        select min(c.committee_id) as committee_id from committees c
         where r.is_by_name and c.organization = any(r.organizations)
           and c.name_keys @> array[committee_key(r.name)] and committee_key(r.name) <> ''
           and (r.committee_id is null or c.parent_id is not distinct from r.parent_id)
        -- A name that two committees of the place share is no match.
        having count(*) = 1) n on own.committee_id is null and a.committee_id is null
     order by r.position`
}

/** The stored id of each committee id, and the other ids that must be stored as its aliases once the committees are. */
export type CommitteeIds = {
  canonical: Map<string, string>
  aliases: { alias_id: string; committee_id: string }[]
}

/**
 * Returns the id under which each of these committees is stored or will be. Two committees of a body with the same name and
 * parent are one, whichever ids their sources give them.
 */
export async function canonicalIds(
  db: Transaction,
  named: readonly (NamedCommittee & { committee_id: string })[],
): Promise<CommitteeIds> {
  const matches = await findCommittees(db, named)
  const canonical = new Map<string, string>()
  const byName = new Map<string, string>()
  for (const [index, { committee_id, organizations, parent_id = null }] of named.entries()) {
    const { committee_id: stored = null, name_key = '' } = matches[index] ?? {}
    const [organization = ''] = organizations
    const name = `${organization} ${parent_id} ${name_key}`
    const isOnlyById = organization.startsWith('us/') || name_key === ''
    const id = stored ?? (isOnlyById ? undefined : byName.get(name)) ?? committee_id
    if (!isOnlyById && !byName.has(name)) byName.set(name, id)
    canonical.set(committee_id, id)
  }
  const aliases = [...canonical].flatMap(([alias_id, committee_id]) =>
    alias_id === committee_id ? [] : [{ alias_id, committee_id }],
  )
  return { canonical, aliases }
}

export async function saveAliases(db: Transaction, aliases: CommitteeIds['aliases']): Promise<void> {
  if (aliases.length === 0) return
  await db`
    insert into committee_aliases (alias_id, committee_id)
    select alias_id, committee_id from jsonb_to_recordset(${db.json([...aliases])}) as r(alias_id text, committee_id text)
     order by alias_id
    on conflict do nothing`
}

/** Saves the committees that records name with an id, even before a list of committees is imported. */
export async function saveNamedCommittees(
  db: Transaction,
  named: readonly { committee_id: string; organization: string; name: string; source_name: string }[],
): Promise<void> {
  if (named.length === 0) return
  const { canonical, aliases } = await canonicalIds(
    db,
    named.map(({ organization, ...committee }) => ({ ...committee, organizations: [organization] })),
  )
  const rows = named.filter(({ committee_id }) => canonical.get(committee_id) === committee_id)
  const added = await db<{ name: string }[]>`
    insert into committees (committee_id, organization, name, source_name, source_checked_at)
    select distinct on (r.committee_id) r.committee_id, r.organization, r.name, r.source_name, now()
      from jsonb_to_recordset(${db.json(rows)})
           as r(committee_id text, organization text, name text, source_name text)
     order by r.committee_id
    on conflict (committee_id) do nothing
    returning name`
  await saveAliases(db, aliases)
  await linkNamedCommittees(
    db,
    added.map(({ name }) => name),
  )
}
