import { useEffect, useState, type RefObject } from 'react'
import { refusedFields } from './refusedFields.ts'

export type FormErrors<Values> = { readonly [Name in keyof Values]?: string }

type FormOptions<Values> = {
  values: Values
  onChange: (values: Values) => void
  /** The words for every field that is wrong, in reading order. */
  check: (values: Values) => FormErrors<Values>
  /** Any edit, for example to take a server's refusal away. */
  onEdit?: () => void
  /** The form on the page: the first field that the server refused takes the focus in it. */
  element?: RefObject<HTMLElement | null> | undefined
}

/**
 * The manners of every form (section 7 of the design): all fields are checked together on submit, an edit clears the
 * error of its own field, nothing is ever cleared for the person. What the server refuses is marked at its field too
 * (`refuse`). Instead of react-hook-form, whose 14 KB the sign-in page would carry for these few lines.
 */
export function useForm<Values>({ values, onChange, check, onEdit, element }: FormOptions<Values>) {
  const [found, setFound] = useState<FormErrors<Values>>({})
  const [refused, setRefused] = useState<FormErrors<Values>>({})
  const [attempt, setAttempt] = useState(0)
  const [refusals, setRefusals] = useState(0)

  useEffect(() => {
    if (refusals > 0) element?.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refusals, element])

  function edit(change: Partial<Values>) {
    onChange({ ...values, ...change })
    setFound((now) => without(now, change))
    setRefused((now) => without(now, change))
    onEdit?.()
  }

  /** True when everything is right; else the errors show and `attempt` rises. */
  function isRight(): boolean {
    const errors = check(values)
    setFound(errors)
    setRefused({})
    const ok = Object.keys(errors).length === 0
    if (!ok) setAttempt((count) => count + 1)
    return ok
  }

  /** Marks the fields that a failed call was about; false when it was about none of this form's. */
  function refuse(failure: unknown): boolean {
    const words = refusedFields(failure)
    const marked: { [Name in keyof Values]?: string } = {}
    for (const name in values) if (words[name]) marked[name] = words[name]
    setRefused(marked)
    const isMarked = Object.keys(marked).length > 0
    if (isMarked) setRefusals((count) => count + 1)
    return isMarked
  }

  return {
    values,
    /** What stands at the fields: found here, or refused by the server. */
    errors: { ...found, ...refused },
    /** Found here, for the summary above the form. */
    found,
    refused,
    attempt,
    edit,
    isRight,
    refuse,
  }
}

function without<Values>(errors: FormErrors<Values>, change: Partial<Values>): FormErrors<Values> {
  const left = { ...errors }
  for (const name in change) delete left[name]
  return left
}
