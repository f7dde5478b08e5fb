import { invitedPath } from '#contract/accounts/accounts.ts'
import type {
  AccessCode,
  InvitationCard,
  issueCodes as issueCodesEndpoint,
  listCodeMembers as listCodeMembersEndpoint,
  listCodes as listCodesEndpoint,
} from '#contract/administration/codes.ts'
import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import {
  countFormerMembers,
  issueCodes,
  revokeCode,
  selectCode,
  selectCodeMembers,
  selectCodePage,
} from '#server/members/accounts/codes.ts'
import { operatorOf } from '#server/operations/moderation/cases/operatorRoute.ts'
import { cursorAfter } from '#server/platform/http/page.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { recordAction, recordActions } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'

export async function listCodes(
  db: Db,
  { filter, limit, after }: ParsedOf<typeof listCodesEndpoint>,
): Promise<OutputOf<typeof listCodesEndpoint>> {
  const rows = await selectCodePage(db, filter, { limit, after })
  return { codes: rows.slice(0, limit), next: cursorAfter(rows, limit, ({ key, code }) => [key, code]) }
}

export async function listCodeMembers(
  db: Db,
  { code, limit, after }: ParsedOf<typeof listCodeMembersEndpoint>,
): Promise<OutputOf<typeof listCodeMembersEndpoint>> {
  const accessCode = (await selectCode(db, code)) ?? refuse('code_not_found')
  const rows = await selectCodeMembers(db, code, { limit, after })
  return {
    code: accessCode,
    former_members: await countFormerMembers(db, code),
    members: rows.slice(0, limit),
    next: cursorAfter(rows, limit, ({ key, user_id }) => [key, user_id]),
  }
}

/** Issues codes. Every code has its own record so that the audit log shows who issued it. */
export async function issue(
  db: Db,
  me: Member,
  { count, max_uses, expires_at, note }: ParsedOf<typeof issueCodesEndpoint>,
): Promise<AccessCode[]> {
  if (expires_at !== null && Date.parse(expires_at) <= Date.now()) refuse('invalid_date')
  const codes = await issueCodes(db, count, { max_uses, expires_at, note: note?.trim() ?? '' })
  const entries = codes.map(({ code }) => ({ detail: { code, max_uses } }))
  await recordActions(db, { action: 'code_issued', operator: operatorOf(me) }, entries)
  return codes
}

export async function revoke(db: Db, me: Member, code: string): Promise<AccessCode> {
  const revoked = (await revokeCode(db, code)) ?? refuse('code_not_found')
  if (revoked.changed) {
    await recordAction(db, { action: 'code_revoked', operator: operatorOf(me), detail: { code } })
  }
  return revoked.code
}

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
