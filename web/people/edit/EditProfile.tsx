import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type { Profile } from '../../../contract/accounts.ts'
import { bioMaxLength } from '../../../contract/rules/accountFields.ts'
import { codePoints } from '../../../contract/rules/text.ts'
import { messageOf } from '../../kit/api/api.ts'
import { formatNumber } from '../../kit/format.ts'
import { useForm } from '../../kit/forms/useForm.ts'
import { Alert, ErrorSummary } from '../../kit/ui/Alert.tsx'
import { Button } from '../../kit/ui/Button.tsx'
import { TextArea, TextField } from '../../kit/ui/Field.tsx'
import { checkProfile, forgetDraft, keepDraft, readKeptDraft, valuesOf } from './profileDraft.ts'
import { useSaveProfile } from './useSaveProfile.ts'
import styles from './EditProfile.module.css'

/** Name, bio and address of one's own profile; what was being written is there again after an expired session. */
export function EditProfile({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const { userId } = profile
  const [values, setValues] = useState(() => ({ ...valuesOf(profile), ...readKeptDraft(userId) }))
  const save = useSaveProfile(userId)
  const name = useRef<HTMLInputElement>(null)
  const element = useRef<HTMLFormElement>(null)
  const form = useForm({
    values,
    onChange: (next) => {
      setValues(next)
      keepDraft(userId, next, profile)
    },
    check: checkProfile,
    onEdit: () => save.reset(),
    element,
  })

  useEffect(() => name.current?.focus(), [])

  function leave() {
    forgetDraft(userId)
    onDone()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!save.isPending && form.isRight()) save.mutate(values, { onSuccess: leave, onError: form.refuse })
  }

  return (
    <form ref={element} className={styles.form} onSubmit={submit} noValidate aria-label="Edit Profile">
      <ErrorSummary
        attempt={form.attempt}
        errors={Object.fromEntries(
          Object.entries(form.found).map(([field, words]) => [`profile-${field}`, words]),
        )}
      />
      {save.isError && (
        <Alert kind="error" title={`Failed to update profile: ${messageOf(save.error)}`} level={3} />
      )}
      <TextField
        ref={name}
        id="profile-fullName"
        label="Full name"
        autoComplete="name"
        value={values.fullName}
        error={form.errors.fullName}
        onChange={(event) => form.edit({ fullName: event.target.value })}
      />
      <TextArea
        id="profile-bio"
        label="Bio"
        rows={4}
        aside={
          <span className={styles.count}>
            {formatNumber(codePoints(values.bio))}/{bioMaxLength}
          </span>
        }
        value={values.bio}
        error={form.errors.bio}
        onChange={(event) => form.edit({ bio: event.target.value })}
      />
      <TextField
        id="profile-address"
        label="Address"
        autoComplete="street-address"
        hint="Used to find your voting district and your representatives. Other members cannot see it."
        value={values.address}
        error={form.errors.address}
        onChange={(event) => form.edit({ address: event.target.value })}
      />
      <div className={styles.buttons}>
        <Button type="submit" busy={save.isPending} busyLabel="Saving...">
          Save
        </Button>
        <Button variant="quiet" disabled={save.isPending} onClick={leave}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
