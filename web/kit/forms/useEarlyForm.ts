import { useEffect, useLayoutEffect, useRef } from 'react'
import { takeEarlySubmit } from './earlySubmit.ts'

/** Takes over what was typed and submitted before the form's code was loaded. Fields are found by their names. */
export function useEarlyForm<Values extends object>(
  form: HTMLFormElement | null,
  values: Values,
  onChange: (values: Values) => void,
) {
  const wantsSubmit = useRef(false)
  const isTaken = useRef(false)
  // Before the next rendering, which resets the fields to the values of the form.
  useLayoutEffect(() => {
    if (!form || isTaken.current) return
    isTaken.current = true
    wantsSubmit.current = takeEarlySubmit()
    const typed: { [Name in keyof Values]?: string } = {}
    for (const name in values) {
      const field = form.elements.namedItem(name)
      if (field instanceof HTMLInputElement && field.value !== values[name]) typed[name] = field.value
    }
    if (Object.keys(typed).length > 0) onChange({ ...values, ...typed })
  })
  useEffect(() => {
    if (!form || !wantsSubmit.current) return
    wantsSubmit.current = false
    form.requestSubmit()
  })
}
