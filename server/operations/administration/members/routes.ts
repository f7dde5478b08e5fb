import * as members from '#contract/administration/members.ts'
import type { openSessions } from '#server/members/accounts/signIn/sessions.ts'
import { administratorRead, administratorWrite } from '#server/operations/moderation/cases/operatorRoute.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import { changeMember } from './changeMember.ts'
import { findMembers } from './findMembers.ts'
import { getMember } from './member.ts'

export function memberRoutes({
  publicOrigin,
  sessions,
}: {
  publicOrigin: string
  sessions: Pick<ReturnType<typeof openSessions>, 'forgetMember'>
}): Route[] {
  return [
    administratorWrite(members.findMembers, ({ db, me, input }) => findMembers(db, me, input.query ?? '')),
    administratorRead(members.getMember, async ({ db, input }) => ({
      member: await getMember(db, input.user_id),
    })),
    administratorWrite(members.changeMember, async ({ db, me, input, afterCommit }) => {
      const member = await changeMember(db, me, { ...input, publicOrigin })
      // A suspension and the removal of a second factor end sessions, which this instance would accept for a moment.
      afterCommit(() => sessions.forgetMember(input.user_id))
      return { member }
    }),
  ]
}
