/** What happens to the form in the page of /login before its code is loaded. */
type EarlyForm = { submitted: HTMLFormElement | null; stop: () => void }

declare global {
  // oxlint-disable-next-line no-var -- TypeScript adds only `var` to globalThis
  var earlyForm: EarlyForm | undefined
}

/** Called in the page's <head>. Without this, the browser would send the password in the address of another page. */
export function holdEarlySubmit() {
  const early: EarlyForm = { submitted: null, stop: () => removeEventListener('submit', hold, true) }
  function hold(event: Event) {
    event.preventDefault()
    if (event.target instanceof HTMLFormElement) early.submitted = event.target
  }
  addEventListener('submit', hold, true)
  globalThis.earlyForm = early
}

/** What was typed into the fields of this form before its code was loaded. Their ids are those of useForm. */
export function readEarlyInput<Values extends object>(formName: string, values: Values): Partial<Values> {
  const typed: Partial<Values> = {}
  if (!globalThis.earlyForm) return typed
  for (const name in values) {
    const field = document.getElementById(`${formName}-${name}`)
    if (field instanceof HTMLInputElement && field.value !== '') Object.assign(typed, { [name]: field.value })
  }
  return typed
}

/** Called once the form has its code, which is then called if the form was submitted before. */
export function submitEarlyForm() {
  const early = globalThis.earlyForm
  early?.stop()
  globalThis.earlyForm = undefined
  early?.submitted?.requestSubmit()
}
