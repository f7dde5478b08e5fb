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

// The policy of the pages allows one maker of script URLs, and this one knows a single URL.
const policy = window.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => file })

/** Returns the worker's registration when the worker sees the requests of this page. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  const { serviceWorker } = navigator
  const registration = await serviceWorker.register(policy?.createScriptURL(file) ?? file)
  if (!serviceWorker.controller) {
    // After a reload that left out the worker, the worker takes over the page only if it is asked to.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    registration.active?.postMessage('claim')
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  }
  return registration
}
