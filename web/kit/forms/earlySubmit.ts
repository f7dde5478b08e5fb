/** What happens to the form in the page of /login before its code is loaded. */
type EarlyForm = { wasSubmitted: boolean; stop: () => void }

declare global {
  // oxlint-disable-next-line no-var -- TypeScript adds only `var` to globalThis
  var earlyForm: EarlyForm | undefined
}

/** Called in the page's <head>. Without this, the browser would send the password in the address of another page. */
export function holdEarlySubmit() {
  const early: EarlyForm = { wasSubmitted: false, stop: () => removeEventListener('submit', hold, true) }
  function hold(event: Event) {
    event.preventDefault()
    early.wasSubmitted = true
  }
  addEventListener('submit', hold, true)
  globalThis.earlyForm = early
}

/** True if the form was submitted. From then on, its own code is asked. */
export function takeEarlySubmit(): boolean {
  const early = globalThis.earlyForm
  early?.stop()
  globalThis.earlyForm = undefined
  return early?.wasSubmitted ?? false
}
