import { invitedPath } from '#contract/accounts/accounts.ts'
import {
  readAddressList,
  type inviteByEmail as inviteByEmailEndpoint,
} from '#contract/administration/codes.ts'
import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { issueCodes } from '#server/members/accounts/codes.ts'
import { operatorOf } from '#server/operations/moderation/cases/operatorRoute.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { recordActions } from '#server/platform/limits/audit.ts'
import { emailInvitations } from '#server/platform/mail/outbox.ts'
import { invitationEmail } from '#server/platform/mail/templates.ts'
import type { Db } from '#server/platform/postgres/db.ts'

type Input = ParsedOf<typeof inviteByEmailEndpoint> & { publicOrigin: string }

const dayMs = 86_400_000

/**
 * Emails each address its own code. The addresses are stored only in the outbox: the codes do not name them, and the
 * audit log contains keyed hashes.
 */
export async function inviteByEmail(
  db: Db,
  me: Member,
  { addresses: text, days, note, publicOrigin }: Input,
): Promise<OutputOf<typeof inviteByEmailEndpoint>> {
  const { addresses, repeated } = readAddressList(text ?? '')
  const expires_at = new Date(Date.now() + days * dayMs).toISOString()
  const codes = await issueCodes(db, addresses.length, { max_uses: 1, expires_at, note: note?.trim() ?? '' })
  const invited = addresses.map((to, index) => ({ to, code: codes[index]!.code }))
  await emailInvitations(
    db,
    invited.map(({ code, to }) => {
      const link = `${publicOrigin}${invitedPath(code)}`
      return { template: invitationEmail(code, { link, days }, publicOrigin), to }
    }),
    days,
  )
  await recordActions(
    db,
    { action: 'code_emailed', operator: operatorOf(me) },
    invited.map(({ code, to }) => ({ subject: to, detail: { code } })),
  )
  return { invited: invited.length, repeated }
}
