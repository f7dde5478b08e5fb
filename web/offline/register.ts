import { registerWorker } from './registerWorker.ts'
import { saveFollowedBills } from './saveFollowed.ts'

/** Registers the service worker and saves what the member can read without a network. It is called after the first screen. */
export async function registerServiceWorker(userId: string): Promise<void> {
  await registerWorker()
  await saveFollowedBills(userId)
  // Only members who once turned notifications on have granted this permission.
  if (!('PushManager' in window && Notification.permission === 'granted')) return
  const { comparePush } = await import('./push.ts')
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data === 'push changed') void comparePush().catch(() => undefined)
  })
  await comparePush()
}
