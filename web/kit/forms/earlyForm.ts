/** What was submitted or pressed in the page of /login before the code of the page was loaded. */
type EarlyForm = {
  submittedForm: HTMLFormElement | null
  pressedButton: HTMLButtonElement | null
  stop: () => void
}

declare global {
  // oxlint-disable-next-line no-var -- TypeScript adds only `var` to globalThis
  var earlyForm: EarlyForm | undefined
}

/**
 * Stops the browser from submitting a form, and remembers the form or the button that was pressed last for `repeatEarlyInput`.
 * Called in the page's <head>. Without this, the browser would send the password in the URL of another page, and the
 * press of a button would be lost.
 */
export function recordEarlyInput() {
  const early: EarlyForm = {
    submittedForm: null,
    pressedButton: null,
    stop: () => {
      removeEventListener('submit', recordSubmit, true)
      removeEventListener('click', recordClick, true)
    },
  }
  function recordSubmit(event: Event) {
    event.preventDefault()
    if (!(event.target instanceof HTMLFormElement)) return
    early.submittedForm = event.target
    early.pressedButton = null
  }
  function recordClick({ target }: Event) {
    const button = target instanceof Element ? target.closest('button') : null
    if (button?.type === 'button') early.pressedButton = button
  }
  addEventListener('submit', recordSubmit, true)
  addEventListener('click', recordClick, true)
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

/** Stops recording, and returns what was recorded. Called for a page that had nothing to press before its code was loaded. */
export function endEarlyInput(): EarlyForm | undefined {
  const early = globalThis.earlyForm
  early?.stop()
  globalThis.earlyForm = undefined
  return early
}

/** Called once the code of the page is loaded. Submits the form and presses the button now that were submitted or pressed earlier. */
export function repeatEarlyInput() {
  const early = endEarlyInput()
  early?.submittedForm?.requestSubmit()
  early?.pressedButton?.click()
}
