import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { PrivacySettings, updatePrivacy as updatePrivacyEndpoint } from '#contract/people.ts'
import { updateMemberships } from '#server/legislation/places/groups/memberships.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { retractStances, showActionsOf } from './shownActions.ts'

export async function getPrivacy(db: Db, me: Member): Promise<PrivacySettings> {
  const [settings] = await db<PrivacySettings[]>`
    select public_profile, public_stances, public_comments, allow_follow from users
     where user_id = ${me.user_id}`
  return settings ?? refuse('session_expired')
}

/**
 * Saves the settings that were sent. Most reads check the settings directly, but group lists store a copy of
 * `public_profile`. Notifications about the member's actions are hidden and shown together with the profile, and those
 * about stances are deleted when stances become private. Existing followers stay when `allow_follow` is turned off,
 * because they followed when it was allowed.
 */
export async function updatePrivacy(
  db: Db,
  me: Member,
  flags: ParsedOf<typeof updatePrivacyEndpoint>,
): Promise<PrivacySettings> {
  const { public_profile, public_stances, public_comments, allow_follow } = flags
  const changes = Object.entries(flags).filter((entry): entry is [string, boolean] => entry[1] !== undefined)
  if (changes.length === 0) refuse('nothing_to_update')
  await db`
    update users set
      public_profile = coalesce(${public_profile ?? null}, public_profile),
      public_stances = coalesce(${public_stances ?? null}, public_stances),
      public_comments = coalesce(${public_comments ?? null}, public_comments),
      allow_follow = coalesce(${allow_follow ?? null}, allow_follow)
     where user_id = ${me.user_id}`
  if (public_profile !== undefined) await updateMemberships(db, me.user_id)
  if (public_profile !== undefined || public_stances !== undefined) await showActionsOf(db, me.user_id, true)
  if (public_stances === false) await retractStances(db, me.user_id)
  await recordAction(db, {
    action: 'privacy_changed',
    user_id: me.user_id,
    detail: Object.fromEntries(changes),
  })
  return getPrivacy(db, me)
}
