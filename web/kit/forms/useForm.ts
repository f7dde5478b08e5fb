import { useEffect, useRef, useState } from 'react'
import { focusFirstInvalid } from '#web/kit/focus.ts'
import { fieldErrorsOf, type FieldErrors } from './fieldErrors.ts'

export type FormOptions<Values> = {
  /** The prefix of the fields' ids. A field's id is `{name}-{field}`. */
  name: string
  values: Values
  onChange: (values: Values) => void
  check: (values: Values) => FieldErrors<Values>
  /** Called on every edit, for example to remove the message of a failed submission. */
  onEdit?: () => void
  /** True if the form shows an ErrorSummary. The summary, and not the first invalid field, then takes the focus. */
  hasSummary?: boolean
  /** True if a field is also checked when the person leaves it. An empty field is only checked on submit. */
  checksOnLeave?: boolean
}

type TextFieldOf<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never
}[keyof Values] &
  string

/**
 * Manages the validation and errors of a form. Every field is checked on submit, editing a field removes its error, and
 * a failed submission keeps what was typed. No field is checked while it is being edited. Hurd uses no form library, because it would add 14 KB to the sign-in page.
 */
export function useForm<Values extends object>(options: FormOptions<Values>) {
  const {
    name: formName,
    values,
    onChange,
    check,
    onEdit,
    hasSummary = false,
    checksOnLeave = false,
  } = options
  const [element, setElement] = useState<HTMLFormElement | null>(null)
  const [clientErrors, setClientErrors] = useState<FieldErrors<Values>>({})
  const [attemptErrors, setAttemptErrors] = useState<FieldErrors<Values>>({})
  const [serverErrors, setServerErrors] = useState<FieldErrors<Values>>({})
  const [failedChecks, setFailedChecks] = useState(0)
  const [serverFailureCount, setServerFailureCount] = useState(0)

  const leftFields = useRef(new Set<keyof Values>())

  const focusCount = hasSummary ? serverFailureCount : serverFailureCount + failedChecks
  useEffect(() => {
    if (focusCount > 0) focusFirstInvalid(element)
  }, [focusCount, element])

  function update(next: Values, edited: readonly string[]) {
    onChange(next)
    setClientErrors((errors) => without(errors, edited))
    setAttemptErrors((errors) => without(errors, edited))
    setServerErrors((errors) => without(errors, edited))
    onEdit?.()
  }

  /** Checks every field and shows the errors. Returns true if there are none. */
  function validate(): boolean {
    const errors = check(values)
    setClientErrors(errors)
    setAttemptErrors(errors)
    setServerErrors({})
    const isValid = Object.keys(errors).length === 0
    if (!isValid) setFailedChecks((count) => count + 1)
    return isValid
  }

  /** Checks the fields that were left. The second of two passwords is checked again when the first has changed. */
  function leave(name: keyof Values) {
    leftFields.current.add(name)
    // A message that appears during a press would move the pressed button away from the pointer.
    if (document.querySelector('button:active, a:active, label:active')) return
    const messages = check(values)
    setClientErrors((errors) => {
      const next: { [Name in keyof Values]?: string } = { ...errors }
      for (const left of leftFields.current) {
        if (values[left] === '') continue
        delete next[left]
        const message = messages[left]
        if (message) next[left] = message
      }
      return next
    })
  }

  /** Shows the field errors of a failed request. Returns false if none belongs to this form. */
  function showServerErrors(failure: unknown): boolean {
    const messages = fieldErrorsOf(failure)
    const matching: { [Name in keyof Values]?: string } = {}
    for (const name in values) if (messages[name]) matching[name] = messages[name]
    setServerErrors(matching)
    const hasMatch = Object.keys(matching).length > 0
    if (hasMatch) setServerFailureCount((count) => count + 1)
    return hasMatch
  }

  const errors: FieldErrors<Values> = { ...clientErrors, ...serverErrors }

  return {
    formProps: { ref: setElement, noValidate: true },
    errors,
    serverErrors,
    validate,
    showServerErrors,
    edit: (change: Partial<Values>) => update({ ...values, ...change }, Object.keys(change)),
    /** The props of one text field. */
    field: <Name extends TextFieldOf<Values>>(name: Name) => ({
      id: `${formName}-${name}`,
      name,
      value: String(values[name]),
      required: check({ ...values, [name]: '' })[name] !== undefined,
      error: errors[name],
      onChange: (event: { target: { value: string } }) =>
        update({ ...values, [name]: event.target.value }, [name]),
      ...(checksOnLeave && { onBlur: () => leave(name) }),
    }),
    /** The props of an ErrorSummary. */
    summary: { errors: byId(formName, attemptErrors), attempt: failedChecks },
  }
}

function byId<Values>(formName: string, errors: FieldErrors<Values>): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const name in errors) {
    const message = errors[name]
    if (message) messages[`${formName}-${name}`] = message
  }
  return messages
}

function without<Values>(errors: FieldErrors<Values>, edited: readonly string[]): FieldErrors<Values> {
  const remaining = { ...errors }
  for (const name in errors) if (edited.includes(name)) delete remaining[name]
  return remaining
}
