/** The form that was submitted in the page of /login before the form's code was loaded. */
type EarlyForm = { submittedForm: HTMLFormElement | null; stop: () => void }

declare global {
  // oxlint-disable-next-line no-var -- TypeScript adds only `var` to globalThis
  var earlyForm: EarlyForm | undefined
}

/**
 * Stops the browser from submitting a form, and remembers the form for `submitEarlyForm`. Called in the page's <head>.
 * Without this, the browser would send the password in the address of another page.
 */
export function recordEarlySubmit() {
  const early: EarlyForm = { submittedForm: null, stop: () => removeEventListener('submit', record, true) }
  function record(event: Event) {
    event.preventDefault()
    if (event.target instanceof HTMLFormElement) early.submittedForm = event.target
  }
  addEventListener('submit', record, true)
  globalThis.earlyForm = early
}

/**
 * Reads what was typed into the fields of a form before its code was loaded. The fields are found by the ids that useForm
 * gives them.
 */
export function readEarlyInput<Values extends object>(formName: string, values: Values): Partial<Values> {
  const typed: Partial<Values> = {}
  if (!globalThis.earlyForm) return typed
  for (const name in values) {
    const field = document.getElementById(`${formName}-${name}`)
    if (field instanceof HTMLInputElement && field.value !== '') Object.assign(typed, { [name]: field.value })
  }
  return typed
}

/** Called once the form's code is loaded. Submits the form now if the member submitted it earlier. */
export function submitEarlyForm() {
  const early = globalThis.earlyForm
  early?.stop()
  globalThis.earlyForm = undefined
  early?.submittedForm?.requestSubmit()
}
