import {
  inviteByEmail,
  issueCodes,
  listCodeMembers,
  listCodes,
  listInvitationCards,
  revokeCode,
} from '#contract/administration/codes.ts'
import { administratorRead, administratorWrite } from '#server/operations/moderation/cases/operatorRoute.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import type { LimitRule } from '#server/platform/limits/limits.ts'
import { issue, listMembers, listPage, revoke } from './codes.ts'
import { selectInvitationCards } from './invitationCards.ts'
import { inviteByEmail as invite } from './inviteByEmail.ts'

/**
 * The limit ensures that an administrator account that was taken over cannot send much email from the site's email address.
 */
const invitations: LimitRule = { rule: 'invitations', attempts: 10, seconds: 60 * 60 }

export function codeRoutes({ publicOrigin }: { publicOrigin: string }): Route[] {
  return [
    administratorRead(listCodes, ({ db, input }) => listPage(db, input)),
    administratorWrite(issueCodes, async ({ db, me, input }) => ({ codes: await issue(db, me, input) })),
    administratorWrite(revokeCode, async ({ db, me, input }) => ({ code: await revoke(db, me, input.code) })),
    administratorRead(listInvitationCards, async ({ db, input }) => ({
      cards: await selectInvitationCards(db, input.codes, publicOrigin),
    })),
    administratorRead(listCodeMembers, ({ db, input }) => listMembers(db, input)),
    administratorWrite(inviteByEmail, ({ db, me, input }) => invite(db, me, { ...input, publicOrigin }), {
      limit: invitations,
    }),
  ]
}
