import { ECDH } from 'node:crypto'
import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { maxPushDevices, type getPush, type subscribeToPush } from '#contract/push.ts'
import { digest } from '#server/members/accounts/signIn/tokens.ts'
import { updateNotificationSettings } from '#server/members/people/notificationSettings.ts'
import type { Caller, Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { isPushService, type PushService } from '#server/platform/settings/pushServices.ts'

type Device = OutputOf<typeof getPush>['device']

/** Selects the subscription of the device that calls. */
export async function selectDevice(db: Db, me: Member, caller: Caller): Promise<Device> {
  const [device] = await db<NonNullable<Device>[]>`
    select p.subscription_id, p.endpoint from push_subscriptions p join sessions s using (session_id)
     where s.token_hash = ${digest(caller.token ?? '')} and p.user_id = ${me.user_id}`
  return device ?? null
}

/**
 * Subscribes the device that calls. A browser has one subscription, so its earlier one ends, even if it belongs to another member.
 * The session is locked so that a sign-out at the same time ends this subscription too.
 */
export async function subscribe(
  db: Db,
  me: Member,
  caller: Caller,
  { endpoint, p256dh, auth }: ParsedOf<typeof subscribeToPush>,
  services: readonly PushService[],
): Promise<NonNullable<Device>> {
  if (services.length === 0) refuse('push_not_offered')
  if (!isPushService(services, endpoint)) refuse('push_service_unknown')
  if (!isPublicKey(p256dh)) refuse('invalid_request')
  const [session] = await db<{ session_id: string }[]>`
    select session_id from sessions
     where token_hash = ${digest(caller.token ?? '')} and user_id = ${me.user_id} and expires_at > now() for key share`
  if (!session) refuse('session_expired')
  await db`
    delete from push_subscriptions where session_id = ${session.session_id} or endpoint = ${endpoint}`
  await db`
    delete from push_subscriptions where subscription_id in (
      select subscription_id from push_subscriptions where user_id = ${me.user_id}
       order by created_at desc offset ${maxPushDevices - 1})`
  const [device] = await db<NonNullable<Device>[]>`
    insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth)
    values (${session.session_id}, ${me.user_id}, ${endpoint}, ${Buffer.from(p256dh, 'base64url')},
            ${Buffer.from(auth, 'base64url')})
    returning subscription_id, endpoint`
  await updateNotificationSettings(db, me, { push_notifications: true })
  return device!
}

/** True for an uncompressed point of the curve. With anything else, no message could be encrypted. */
function isPublicKey(p256dh: string): boolean {
  try {
    return (
      Buffer.from(p256dh, 'base64url')[0] === 4 &&
      ECDH.convertKey(p256dh, 'prime256v1', 'base64url').length > 0
    )
  } catch {
    return false
  }
}

/** Ends the subscription of the device that calls. Returns whether other devices of the member have one. */
export async function unsubscribe(db: Db, me: Member, caller: Caller): Promise<boolean> {
  await db`
    delete from push_subscriptions
     where user_id = ${me.user_id}
       and session_id = (select session_id from sessions where token_hash = ${digest(caller.token ?? '')})`
  const others = await db`select from push_subscriptions where user_id = ${me.user_id} limit 1`
  const isOn = others.length > 0
  await updateNotificationSettings(db, me, { push_notifications: isOn })
  return isOn
}
