import type { Db } from '#server/platform/postgres/db.ts'
import { resembles } from './lookalike.ts'
import {
  insertAutomaticReport,
  selectMemberName,
  selectNames,
  selectOfficials,
  type MemberName,
} from './queries.ts'

const batch = 5_000

/** The sentence contains the name, because the member may have another one when an operator reads it. */
function hiddenLabel({ full_name, username }: MemberName): string {
  return `A labeled account changed its name to "${full_name}" (@${username}). The label is hidden until an operator confirms the new name.`
}

/**
 * Reports a member whose new name could be mistaken for an official's name, and every labeled member with a new name.
 * Operators decide what to do about it.
 */
export async function flagLookalike(db: Db, user_id: string): Promise<void> {
  const member = await selectMemberName(db, user_id)
  if (!member) return
  const official = (await selectOfficials(db)).find(
    (other) => other.user_id !== user_id && couldBeMistakenFor(member, other),
  )
  if (member.is_label_hidden) await insertAutomaticReport(db, user_id, hiddenLabel(member))
  if (official) await insertAutomaticReport(db, user_id, resemblance(official))
}

/** Reports every member whose name could be mistaken for a new official's name. Returns the number of these members. */
export async function flagLookalikesOf(db: Db, official: MemberName): Promise<number> {
  let flagged = 0
  let after: string | null = null
  for (;;) {
    const members: MemberName[] = await selectNames(db, after, batch)
    for (const member of members) {
      if (member.is_official || !couldBeMistakenFor(member, official)) continue
      await insertAutomaticReport(db, member.user_id, resemblance(official))
      flagged += 1
    }
    after = members.at(-1)?.user_id ?? null
    if (members.length < batch) return flagged
  }
}

/** Reports the members whose name could be mistaken for the new name of an official, which an operator has confirmed. */
export async function flagLookalikesOfAccount(db: Db, user_id: string): Promise<void> {
  const official = await selectMemberName(db, user_id)
  if (official) await flagLookalikesOf(db, official)
}

function resemblance(official: MemberName): string {
  return `The name resembles that of the official @${official.username}.`
}

function couldBeMistakenFor(member: MemberName, official: MemberName): boolean {
  return [member.username, member.full_name].some(
    (name) => resembles(name, official.username) || resembles(name, official.full_name),
  )
}
