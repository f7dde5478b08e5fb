import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { takeEarlySubmit } from './earlySubmit.ts'

/**
 * Takes over what was typed and submitted before the form's code was loaded. `formName` is the prefix of the fields' ids, as
 * in useForm.
 */
export function useEarlyForm<Values extends object>(
  formName: string,
  values: Values,
  onChange: (values: Values) => void,
) {
  const [submitted, setSubmitted] = useState<HTMLFormElement | null>(null)
  const isTaken = useRef(false)
  // Before the next rendering, which resets the fields to the values of the form.
  useLayoutEffect(() => {
    if (isTaken.current) return
    isTaken.current = true
    const wasSubmitted = takeEarlySubmit()
    const typed: { [Name in keyof Values]?: string } = {}
    for (const name in values) {
      const field = document.getElementById(`${formName}-${name}`)
      if (!(field instanceof HTMLInputElement)) continue
      if (field.value !== values[name]) typed[name] = field.value
      if (wasSubmitted) setSubmitted(field.form)
    }
    if (Object.keys(typed).length > 0) onChange({ ...values, ...typed })
  })
  // After the rendering with what was typed.
  useEffect(() => submitted?.requestSubmit(), [submitted])
}
