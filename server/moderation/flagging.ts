import type { Db } from '../postgres/db.ts'
import { resembles } from './lookalike.ts'
import { insertFlag, selectNamed, selectNames, selectOfficials, type Named } from './queries.ts'

const batch = 5_000

/** Reports a member whose new name may be taken for an official's; the operators decide what it means. */
export async function flagLookalike(db: Db, user_id: string): Promise<void> {
  const member = await selectNamed(db, user_id)
  if (!member || member.is_official) return
  const official = (await selectOfficials(db)).find((one) => mayBeTakenFor(member, one))
  if (official) await insertFlag(db, user_id, resemblance(official))
}

/** Reports everybody whose name may be taken for a new official's; answers how many. */
export async function flagLookalikesOf(db: Db, official: Named): Promise<number> {
  let found = 0
  let after: string | null = null
  for (;;) {
    const members: Named[] = await selectNames(db, after, batch)
    for (const member of members) {
      if (member.is_official || !mayBeTakenFor(member, official)) continue
      await insertFlag(db, member.user_id, resemblance(official))
      found += 1
    }
    after = members.at(-1)?.user_id ?? null
    if (members.length < batch) return found
  }
}

function resemblance(official: Named): string {
  return `The name resembles that of the official @${official.username}.`
}

function mayBeTakenFor(member: Named, official: Named): boolean {
  return [member.username, member.full_name].some(
    (name) => resembles(name, official.username) || resembles(name, official.full_name),
  )
}
