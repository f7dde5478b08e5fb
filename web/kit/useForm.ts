import { useState } from 'react'

export type FormErrors<Values> = { readonly [Name in keyof Values]?: string }

type FormOptions<Values> = {
  values: Values
  onChange: (values: Values) => void
  /** The words for every field that is wrong, in reading order. */
  check: (values: Values) => FormErrors<Values>
  /** Any edit, for example to take a server's refusal away. */
  onEdit?: () => void
}

/**
 * The manners of every form (section 7 of the design): all fields are checked together on submit, an edit clears the
 * error of its own field, nothing is ever cleared for the person. Instead of react-hook-form, whose 14 KB the
 * sign-in page would carry for these few lines.
 */
export function useForm<Values>({ values, onChange, check, onEdit }: FormOptions<Values>) {
  const [errors, setErrors] = useState<FormErrors<Values>>({})
  const [attempt, setAttempt] = useState(0)

  function edit(change: Partial<Values>) {
    onChange({ ...values, ...change })
    setErrors((now) => {
      const left = { ...now }
      for (const name in change) delete left[name]
      return left
    })
    onEdit?.()
  }

  /** True when everything is right; else the errors show and `attempt` rises. */
  function isRight(): boolean {
    const found = check(values)
    setErrors(found)
    const ok = Object.keys(found).length === 0
    if (!ok) setAttempt((count) => count + 1)
    return ok
  }

  return { values, errors, attempt, edit, isRight }
}
