import { useEffect, useState } from 'react'
import { focusFirstInvalid } from '../focus.ts'
import { fieldErrorsOf, type FieldErrors } from './fieldErrors.ts'

type FormOptions<Values> = {
  /** The id of a field on the page is `{name}-{field}`. */
  name: string
  values: Values
  onChange: (values: Values) => void
  check: (values: Values) => FieldErrors<Values>
  /** Called on every edit, for example to remove the message of a failed submission. */
  onEdit?: () => void
  /** An ErrorSummary takes the focus after a failed check. Without one, the first invalid field does. */
  hasSummary?: boolean
}

type TextFieldOf<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never
}[keyof Values] &
  string

/**
 * The fields of a form. All of them are checked on submit, an edit removes the error of its own field, and a failed
 * submission never clears what was typed. `markRefused` shows the server's errors at their fields. There is no form
 * library, because the sign-in page would load 14 KB for what these lines do.
 */
export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { name: formName, values, onChange, check, onEdit, hasSummary = false } = options
  const [element, setElement] = useState<HTMLFormElement | null>(null)
  const [invalid, setInvalid] = useState<FieldErrors<Values>>({})
  const [refused, setRefused] = useState<FieldErrors<Values>>({})
  const [failedChecks, setFailedChecks] = useState(0)
  const [refusals, setRefusals] = useState(0)

  const focusCount = hasSummary ? refusals : refusals + failedChecks
  useEffect(() => {
    if (focusCount > 0) focusFirstInvalid(element)
  }, [focusCount, element])

  function update(next: Values, edited: readonly string[]) {
    onChange(next)
    setInvalid((errors) => without(errors, edited))
    setRefused((errors) => without(errors, edited))
    onEdit?.()
  }

  /** Checks every field and shows the errors; true when there are none. */
  function validate(): boolean {
    const errors = check(values)
    setInvalid(errors)
    setRefused({})
    const isValid = Object.keys(errors).length === 0
    if (!isValid) setFailedChecks((count) => count + 1)
    return isValid
  }

  /** Shows the errors of a failed call at their fields; false when it was about no field of this form. */
  function markRefused(failure: unknown): boolean {
    const messages = fieldErrorsOf(failure)
    const marked: { [Name in keyof Values]?: string } = {}
    for (const name in values) if (messages[name]) marked[name] = messages[name]
    setRefused(marked)
    const isMarked = Object.keys(marked).length > 0
    if (isMarked) setRefusals((count) => count + 1)
    return isMarked
  }

  const errors: FieldErrors<Values> = { ...invalid, ...refused }

  return {
    /** The props of the form element. */
    formProps: { ref: setElement, noValidate: true },
    errors,
    refused,
    validate,
    markRefused,
    edit: (change: Partial<Values>) => update({ ...values, ...change }, Object.keys(change)),
    /** The props of one text field. */
    field: <Name extends TextFieldOf<Values>>(name: Name) => ({
      id: `${formName}-${name}`,
      name,
      value: String(values[name]),
      error: errors[name],
      onChange: (event: { target: { value: string } }) =>
        update({ ...values, [name]: event.target.value }, [name]),
    }),
    /** The props of an ErrorSummary. */
    summary: { errors: byId(formName, invalid), attempt: failedChecks },
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
  const left = { ...errors }
  for (const name in errors) if (edited.includes(name)) delete left[name]
  return left
}
