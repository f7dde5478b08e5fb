import * as contract from '#contract/push.ts'
import { read } from '#server/platform/http/route/read.ts'
import { write } from '#server/platform/http/route/write.ts'
import type { PushService } from '#server/platform/settings/pushServices.ts'
import { selectDevice, subscribe, unsubscribe } from './subscriptions.ts'
import { vapidKey } from './vapidKey.ts'

export const pushRoutes = ({ pushServices }: { pushServices: readonly PushService[] }) => [
  read(
    contract.getPush,
    async ({ db, me, caller }) => ({
      public_key: pushServices.length === 0 ? null : (await vapidKey(db)).publicKey,
      device: await selectDevice(db, me, caller),
    }),
    // The browser reads it right after it has subscribed. The key is created on first use.
    { onPrimary: true },
  ),
  write(contract.subscribeToPush, async ({ db, me, caller, input }) => ({
    device: await subscribe(db, me, caller, input, pushServices),
  })),
  write(contract.unsubscribeFromPush, async ({ db, me, caller }) => ({
    push_notifications: await unsubscribe(db, me, caller),
  })),
]
