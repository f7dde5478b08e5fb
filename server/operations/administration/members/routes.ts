import { changeMember, findMembers, getMember } from '#contract/administration/members.ts'
import type { openSessions } from '#server/members/accounts/signIn/sessions.ts'
import { administratorRead, administratorWrite } from '#server/operations/moderation/cases/operatorRoute.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import { changeMember as change } from './changeMember.ts'
import { findMembers as find } from './findMembers.ts'
import { readMember } from './member.ts'

export function memberRoutes({
  publicOrigin,
  sessions,
}: {
  publicOrigin: string
  sessions: Pick<ReturnType<typeof openSessions>, 'forgetMember'>
}): Route[] {
  return [
    administratorWrite(findMembers, ({ db, me, input }) => find(db, me, input.query ?? '')),
    administratorRead(getMember, async ({ db, input }) => ({ member: await readMember(db, input.user_id) })),
    administratorWrite(changeMember, async ({ db, me, input, afterCommit }) => {
      const member = await change(db, me, { ...input, publicOrigin })
      // A suspension and the removal of a second factor end sessions, which this instance would accept for a moment.
      afterCommit(() => sessions.forgetMember(input.user_id))
      return { member }
    }),
  ]
}
