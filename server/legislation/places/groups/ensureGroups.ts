import type { Db } from '#server/platform/postgres/db.ts'
import { groupName } from './groupName.ts'

type GroupType = 'country' | 'state' | 'county' | 'place'

/**
 * Creates the groups of these divisions that do not exist yet, with the names of the divisions in the gazetteer. Call
 * it before saving a member's divisions, because residents join only existing groups. Divisions without groups, such as
 * districts, are skipped.
 */
export async function ensureGroups(db: Db, divisions: string[]): Promise<void> {
  const missing = await db<{ division: string; type: GroupType; name: string | null }[]>`
    select wanted.division, division_group_type(wanted.division) as type, d.name
      from unnest(${divisions}::text[]) as wanted (division) left join divisions d using (division)
     where division_group_type(wanted.division) is not null
       and not exists (select from groups g where g.jurisdiction = wanted.division)`
  if (missing.length === 0) return
  const groups = missing.map(({ division, type, name }) => {
    const shownName = groupName(division, name)
    return { division, name: shownName, description: describeGroup(type, shownName) }
  })
  await db`select create_groups(${db.json(groups)}::jsonb)`
}

function describeGroup(type: GroupType, name: string): string {
  if (type === 'country') return 'Residents of the United States, on what is before Congress.'
  if (type === 'state') return `Residents of ${name}, on what is before their lawmakers.`
  const matters = type === 'county' ? 'the matters of the county' : 'what is before the city'
  return `Residents of ${name}, and the people who represent them, on ${matters}.`
}
