import { pushPath, type PushContent } from '#contract/push.ts'
import { notificationPath } from '#web/notifications/notificationPath.ts'

/*
 * Notifications while Hurd is closed. The last response about web push (savedReads.ts) says whether this browser is subscribed and by
 * which id. It is deleted when the session ends, so a message for a member who has signed out is not shown to the next one.
 */
declare const self: ServiceWorkerGlobalScope

type SavedPush = { public_key: string | null; device: { subscription_id: string } | null }

async function readSavedPush(): Promise<SavedPush | undefined> {
  const saved = await caches.match(pushPath)
  const push: SavedPush | undefined = await saved?.json()
  return push
}

/** Shows a message, if it is for the member who is signed in here. Stances of followed members share one notification. */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const message: PushContent | undefined = data?.json()
  const saved = await readSavedPush()
  if (!message || saved?.device?.subscription_id !== message.subscription_id) return
  const { id, type, message: body, data: subject } = message.notification
  await self.registration.showNotification(message.title, {
    body,
    lang: message.language,
    dir: 'auto',
    icon: '/icon-192.png',
    // A newer text about the same thing replaces the older one without another sound.
    tag: type === 'followee_stance' ? type : id,
    data: notificationPath(subject),
  })
}

/** Opens what a notification is about, in an open window if there is one. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close()
  const { href } = new URL(String(notification.data), self.location.origin)
  // The window that had the focus last comes first.
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find(({ url }) => url === href) ?? windows[0]
  if (!shown) {
    await self.clients.openWindow(href)
    return
  }
  const focused = await shown.focus()
  if (focused.url !== href) await focused.navigate(href).catch(() => self.clients.openWindow(href))
}

/** The browser has replaced the subscription. An open page, or the next one, reports it to the server (web/offline/push.ts). */
export async function renewSubscription(): Promise<void> {
  const saved = await readSavedPush()
  if (!saved?.device || !saved.public_key) return
  await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: saved.public_key,
  })
  const windows = await self.clients.matchAll({ type: 'window' })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a window of this site that the worker controls
  for (const client of windows) client.postMessage('push changed')
}

/** Nothing is shown after the member has signed out, and what is shown disappears. */
export async function endPush(): Promise<void> {
  const subscription = await self.registration.pushManager?.getSubscription()
  await subscription?.unsubscribe()
  for (const notification of await self.registration.getNotifications()) notification.close()
}
