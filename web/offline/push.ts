import { t } from '#contract/kit/translate.ts'
import { getPush, subscribeToPush, unsubscribeFromPush } from '#contract/push.ts'
import { call, LocalFailure } from '#web/kit/api/api.ts'
import { registerWorker } from './registerWorker.ts'

export type PushState = 'offered' | 'blocked' | 'unsupported' | 'needsHomeScreen'

/** Returns whether this browser can show notifications of this site, and if not, why. */
export function pushState(): PushState {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) {
    return Notification.permission === 'denied' ? 'blocked' : 'offered'
  }
  // Safari on iPhones and iPads offers notifications only to sites on the home screen, and has this property.
  return 'standalone' in navigator && navigator.standalone === false ? 'needsHomeScreen' : 'unsupported'
}

/** Asks for permission, subscribes this browser and reports it to the server. Call it when the member presses something. */
export async function turnOnPush(public_key: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new LocalFailure(t("Your browser didn't allow notifications."))
  }
  const { pushManager } = await registerWorker()
  // The earlier subscription may belong to another member or to a former key.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: public_key })
    .catch(() => {
      throw new LocalFailure(
        t("Your browser couldn't reach its notification service. Please try again later."),
      )
    })
  await sendSubscription(subscription)
}

export async function turnOffPush(): Promise<void> {
  await call(unsubscribeFromPush, {})
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  await call(getPush, {})
}

/**
 * Makes the browser and the server agree: the server learns of an endpoint that the browser has replaced, and a browser whose
 * subscription has ended on the server, or belongs to an earlier session, is unsubscribed.
 */
export async function comparePush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  const { device } = await call(getPush, {})
  if (!device) await subscription?.unsubscribe()
  else if (!subscription) await turnOffPush()
  else if (subscription.endpoint !== device.endpoint) await sendSubscription(subscription)
}

/** The service worker saves the response to the last call, and shows messages for this subscription from then on. */
async function sendSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  await call(subscribeToPush, { endpoint: endpoint ?? '', p256dh, auth })
  await call(getPush, {})
}
