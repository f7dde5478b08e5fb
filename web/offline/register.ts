import { saveFollowedBills } from './saveFollowed.ts'

/*
 * Registers the service worker, which opens the app without a network. It is loaded after the first screen so that it never
 * competes with it.
 */
const file = '/service-worker.js'

declare global {
  interface Window {
    /** TypeScript has no types for this yet. The object that a policy makes stands for the text. */
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL: () => string },
      ): { createScriptURL(url: string): string }
    }
  }
}

// The policy of the pages allows one maker of script addresses, and this one knows a single address.
const policy = window.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => file })

export async function registerServiceWorker(userId: string): Promise<void> {
  const { serviceWorker } = navigator
  await serviceWorker.register(policy?.createScriptURL(file) ?? file)
  if (!serviceWorker.controller) {
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  }
  await saveFollowedBills(userId)
}
