/**
 * Requests the scripts of the page and starts the app with the first of them. The HTML of the page only names them, because the
 * script in its <head> decides what is shown before. All are requested together, because otherwise the browser would find each
 * script only after loading the one before.
 */
export async function startApp(scripts: readonly string[]) {
  const [main] = scripts
  // The development server starts the app itself.
  if (!main) return
  for (const href of scripts) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  await waitUntilParsed()
  await import(/* @vite-ignore */ main)
}

/** Resolves once the body of the page is parsed. DOMContentLoaded is not used, because it also waits for the modules. */
export async function waitUntilParsed() {
  if (document.readyState !== 'loading') return
  await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }))
}

/** Resolves when the browser has shown the page as it is now. A page in the background is not shown at all. */
export async function waitUntilPainted() {
  if (document.hidden) return
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
}
