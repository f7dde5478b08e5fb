import type { FastifyBaseLogger } from 'fastify'
import { openExternalClient } from '#server/platform/http/externalHttp.ts'
import { type Lease, processDue, type Queue, remove, retryLater } from '#server/platform/jobs/queue.ts'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import { pushMessages } from '#server/platform/observability/counters.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import type { Env } from '#server/platform/settings/env.ts'
import { isOrigin, isPushService } from '#server/platform/settings/pushServices.ts'
import { openPushClient, type PushClient, type PushResult } from './pushClient.ts'
import { selectDelivery, type PushTarget } from './pushMessage.ts'

const pollMs = 5_000
const concurrency = 8
/** A subscription ends when its service has refused this many messages in a row. */
const maxRefusals = 3
/** For this long, nothing is sent to a service that could not be reached, so it does not hold up messages to the others. */
const unreachableMs = 30_000

export type PushSettings = Pick<Env, 'pushServices' | 'production' | 'publicOrigin' | 'mailFrom'>
type QueuedMessage = { notification_id: string; subscription_id: string }

const queue: Queue<QueuedMessage> = {
  table: 'push_messages',
  key: ['notification_id', 'subscription_id'],
  pending: 'true',
  // Longer than an attempt can take (pushClient.ts).
  leaseSeconds: 60,
  // Maintenance deletes a message when it is a day old.
  retrySeconds: [1, 5, 30, 120].map((minutes) => minutes * 60),
  maxAttempts: null,
}

/** Sends queued notifications to browsers until stopped. Any number of instances can run it. Null if this is turned off. */
export function startPushDelivery(pool: Pool, settings: PushSettings, log: FastifyBaseLogger): Worker | null {
  if (settings.pushServices.length === 0) return null
  const deliver = openPushDelivery(settings)
  return startWorker({
    name: 'push',
    pollMs,
    log,
    failureMessage: 'sending notifications to browsers failed, will retry',
    work: (isStopping) => deliver(pool, isStopping),
  })
}

/** Returns a function that sends every message that is due, a few at a time. */
export function openPushDelivery(settings: PushSettings) {
  const { pushServices, production } = settings
  const forTests = new Set(pushServices.filter(isOrigin).map((origin) => new URL(origin).hostname))
  // Only a service for tests, which the operator named with its address, may be in a private network.
  const request = openExternalClient(undefined, (host) => production || !forTests.has(host))
  const client = openPushClient(request, settings)
  /** Until when each origin is left alone. */
  const leftAlone = new Map<string, number>()
  return async (pool: Pool, isStopping: () => boolean = () => false): Promise<void> => {
    // The usual case is that nothing is due, which one statement finds out instead of one for each place.
    const due = await pool`select from push_messages where next_attempt_at <= now() limit 1`
    if (due.length === 0) {
      leftAlone.clear()
      return
    }
    const deliver = (message: QueuedMessage & Lease) =>
      deliverMessage(pool, { client, pushServices, leftAlone }, message)
    await Promise.all(Array.from({ length: concurrency }, () => processDue(pool, queue, isStopping, deliver)))
  }
}

type Delivery = Pick<PushSettings, 'pushServices'> & {
  client: PushClient
  leftAlone: Map<string, number>
}

async function deliverMessage(
  pool: Pool,
  { client, pushServices, leftAlone }: Delivery,
  message: QueuedMessage & Lease,
): Promise<void> {
  const delivery = await selectDelivery(pool, message)
  // The member has read it, or the device has signed out, or the operator no longer allows its service.
  if (!delivery || !isPushService(pushServices, delivery.target.endpoint)) {
    pushMessages.add({ result: 'obsolete' })
    await remove(pool, queue, message)
    return
  }
  const { origin } = new URL(delivery.target.endpoint)
  const isLeftAlone = (leftAlone.get(origin) ?? 0) > performance.now()
  const result = isLeftAlone ? 'later' : await client.send(delivery.target, delivery.payload, pool)
  if (result === 'unreachable') leftAlone.set(origin, performance.now() + unreachableMs)
  pushMessages.add({ result })
  if (result === 'later' || result === 'unreachable') await retryLater(pool, queue, message)
  else await remove(pool, queue, message)
  await noteResult(pool, delivery.target, result)
}

/** Ends a subscription that no longer exists at the push service, or whose messages it refuses again and again. */
async function noteResult(db: Db, { subscription_id }: PushTarget, result: PushResult): Promise<void> {
  if (result === 'gone') {
    await db`delete from push_subscriptions where subscription_id = ${subscription_id}`
  } else if (result === 'refused') {
    await db`
      with counted as (
        update push_subscriptions set failed_at = now(), failures = failures + 1
         where subscription_id = ${subscription_id} and failures < ${maxRefusals - 1} returning subscription_id)
      delete from push_subscriptions
       where subscription_id = ${subscription_id} and not exists (select from counted)`
  } else if (result === 'sent') {
    await db`
      update push_subscriptions set failed_at = null, failures = 0
       where subscription_id = ${subscription_id} and failures > 0`
  }
}
