import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import { useSubmission } from '#web/kit/forms/useSubmission.ts'
import { FieldError } from '#web/kit/ui/Feedback.tsx'
import { Switch } from '#web/kit/ui/Field.tsx'
import styles from './Settings.module.css'

type SavedSwitchesProps<Name extends string> = {
  choices: readonly { name: Name; label: string; hint: string }[]
  saved: Readonly<Record<Name, boolean>>
  /** A switch that is not offered here. Its hint says why. */
  disabled?: Name | undefined
  /** Saves one setting. When it resolves, `saved` must have the new value. */
  onSave: (name: Name, isOn: boolean) => Promise<void>
  /** The message for a failure without a text from the server. */
  failure: string
}

/** A list of switches. Each one is saved as soon as it is switched, and sends no other setting. */
export function SavedSwitches<Name extends string>({
  choices,
  saved,
  disabled,
  onSave,
  failure,
}: SavedSwitchesProps<Name>) {
  return (
    <div className={styles.choices}>
      {choices.map((choice) => (
        <SavedSwitch
          key={choice.name}
          {...choice}
          isSavedOn={saved[choice.name]}
          isDisabled={choice.name === disabled}
          onSave={(isOn) => onSave(choice.name, isOn)}
          failure={failure}
        />
      ))}
    </div>
  )
}

type SavedSwitchProps = {
  name: string
  label: string
  hint: string
  isSavedOn: boolean
  isDisabled: boolean
  onSave: (isOn: boolean) => Promise<void>
  failure: string
}

/** Shows the new position at once, says when it is saved, and returns to the saved position if the call fails. */
function SavedSwitch({ name, label, hint, isSavedOn, isDisabled, onSave, failure }: SavedSwitchProps) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const submission = useSubmission(failure)
  // The calls run one after the other so that the last position is the one that is saved.
  const queue = useRef(Promise.resolve())
  const lastChange = useRef(0)

  function change(isOn: boolean) {
    lastChange.current += 1
    const number = lastChange.current
    setChosen(isOn)
    const saving = queue.current.then(() => onSave(isOn))
    queue.current = saving.catch(() => undefined)
    void submission.submit(async () => {
      try {
        await saving
      } finally {
        if (lastChange.current === number) {
          setChosen(null)
        }
      }
    })
  }

  return (
    <div>
      <Switch
        name={name}
        label={label}
        hint={hint}
        checked={chosen ?? isSavedOn}
        disabled={isDisabled}
        onChange={({ target }) => change(target.checked)}
      />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> would be the form's result */}
      <p role="status" className={styles.saved}>
        {submission.isBusy && t('Saving...')}
        {submission.isSaved && (
          <>
            <Check aria-hidden="true" />
            {t('Saved')}
          </>
        )}
      </p>
      {submission.failure && (
        <div role="alert">
          <FieldError>{submission.failure}</FieldError>
        </div>
      )}
    </div>
  )
}
