import type { UseMutationResult } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { t } from '#contract/kit/translate.ts'
import { messageOf } from '#web/kit/api/api.ts'
import { focusAtEnd } from '#web/kit/focus.ts'
import { useEditedText } from '#web/kit/forms/useDraft.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { TextArea } from '#web/kit/ui/Field.tsx'
import styles from './Office.module.css'

type WritingFormProps = {
  draftKey: string
  label: string
  /** Says who can see the text. */
  hint: string
  /** The text that the new text will replace. */
  current: string
  check: (text: string) => string | null
  send: UseMutationResult<unknown, Error, string>
  submitLabel: string
  onClose: () => void
}

/**
 * A form that appears because it has a draft does not take the focus from a link, field, button or tab. When a button
 * opens a form, the form has replaced the button, so nothing has the focus.
 */
function focusIfUnused(field: HTMLTextAreaElement | null) {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement && activeElement.tabIndex >= 0)) {
    focusAtEnd(field)
  }
}

/** The form for an answer or a statement. The text is stored as a draft until the server has it. */
export function WritingForm(props: WritingFormProps) {
  const { draftKey, label, hint, current, check, send, submitLabel, onClose } = props
  const [edited, setEdited] = useEditedText(draftKey, current)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  // While it is being sent, the sent text is shown, because the draft is deleted before that text appears in its place.
  const text = send.isPending ? send.variables : edited
  const problem = check(text)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setWasSubmitted(true)
    if (problem || send.isPending) {
      return
    }
    send.mutate(text.trim(), { onSuccess: onClose })
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {send.isError && (
        <Alert kind="error" title={t('Not sent: {reason}', { reason: messageOf(send.error) })} />
      )}
      <TextArea
        label={label}
        required
        hint={hint}
        rows={5}
        ref={focusIfUnused}
        value={text}
        // Anything typed while the text is being sent would be deleted with the draft.
        readOnly={send.isPending}
        error={wasSubmitted ? problem : null}
        onChange={(event) => setEdited(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button type="submit" busy={send.isPending} busyLabel={t('Sending...')}>
          {submitLabel}
        </Button>
        <Button
          variant="quiet"
          disabled={send.isPending}
          onClick={() => {
            setEdited('')
            onClose()
          }}
        >
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
