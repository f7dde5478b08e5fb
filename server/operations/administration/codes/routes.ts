import * as codes from '#contract/administration/codes.ts'
import { administratorRead, administratorWrite } from '#server/operations/moderation/cases/operatorRoute.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import type { LimitRule } from '#server/platform/limits/limits.ts'
import { issue, listCodeMembers, listCodes, listInvitationCards, revoke } from './codes.ts'
import { inviteByEmail } from './inviteByEmail.ts'

/**
 * The limit ensures that an administrator account that was taken over cannot send much email from the site's email address.
 */
const invitations: LimitRule = { rule: 'invitations', attempts: 10, seconds: 60 * 60 }

export function codeRoutes({ publicOrigin }: { publicOrigin: string }): Route[] {
  return [
    administratorRead(codes.listCodes, ({ db, input }) => listCodes(db, input)),
    administratorWrite(codes.issueCodes, async ({ db, me, input }) => ({
      codes: await issue(db, me, input),
    })),
    administratorWrite(codes.revokeCode, async ({ db, me, input }) => ({
      code: await revoke(db, me, input.code),
    })),
    administratorRead(codes.listInvitationCards, async ({ db, input }) => ({
      cards: await listInvitationCards(db, input.codes, publicOrigin),
    })),
    administratorRead(codes.listCodeMembers, ({ db, input }) => listCodeMembers(db, input)),
    administratorWrite(
      codes.inviteByEmail,
      ({ db, me, input }) => inviteByEmail(db, me, { ...input, publicOrigin }),
      { limit: invitations },
    ),
  ]
}
