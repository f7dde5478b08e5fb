import { invitedPath } from '#contract/accounts/accounts.ts'
import type { InvitationCard } from '#contract/administration/codes.ts'
import { selectCode } from '#server/members/accounts/codes.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** Returns the cards of the codes that somebody can still join with, in the order of the codes. */
export async function listInvitationCards(
  db: Db,
  codes: readonly string[],
  publicOrigin: string,
): Promise<InvitationCard[]> {
  const rows = await Promise.all(codes.map((code) => selectCode(db, code)))
  return rows.flatMap((row) => {
    if (row?.state !== 'usable') return []
    const link = publicOrigin + invitedPath(row.code)
    return [{ code: row.code, link, uses_left: row.max_uses - row.uses }]
  })
}
