import type { SubmitEvent } from 'react'
import type { FallbackMessage } from '#web/kit/api/api.ts'
import { type FormOptions, useForm } from './useForm.ts'
import { useSubmission } from './useSubmission.ts'

type SubmittedFormOptions<Values> = Omit<FormOptions<Values>, 'onEdit'> & {
  /** Sends the values once they are valid. */
  send: () => Promise<void>
  /** The message for a failure that has none. */
  fallback: FallbackMessage
}

/** A form with its submission: one at a time, only if every field is valid, with the server's errors at their fields. */
export function useSubmittedForm<Values extends object>({
  send,
  fallback,
  ...options
}: SubmittedFormOptions<Values>) {
  const submission = useSubmission(fallback)
  const form = useForm({ ...options, onEdit: submission.clearFailure })

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!submission.isBusy && form.validate()) void submission.submit(send, form.showServerErrors)
  }

  return { ...form, ...submission, formProps: { ...form.formProps, onSubmit } }
}
