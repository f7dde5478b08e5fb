import type { SubmitEvent } from 'react'
import { bioMaxLength } from '#contract/accounts/accountFields.ts'
import type { Profile } from '#contract/accounts/accounts.ts'
import { codePoints } from '#contract/kit/text.ts'
import { t } from '#contract/kit/translate.ts'
import { messageOf } from '#web/kit/api/api.ts'
import { useFocusOn } from '#web/kit/focus.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useForm } from '#web/kit/forms/useForm.ts'
import { useFormValues } from '#web/kit/forms/useFormValues.ts'
import { Alert, ErrorSummary } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { TextArea, TextField } from '#web/kit/ui/Field.tsx'
import { checkProfile, profileDraftKey, profileFields, valuesOf } from './profileForm.ts'
import { useSaveProfile } from './useSaveProfile.ts'
import styles from './EditProfile.module.css'

/** The form for the name, the bio and the address of the member's own profile. Edits survive an expired session. */
export function EditProfile({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const { values, setValues, reset } = useFormValues(profileDraftKey, valuesOf(profile), profileFields)
  const save = useSaveProfile(profile.userId)
  const nameField = useFocusOn<HTMLInputElement>(true)
  const form = useForm({
    name: 'profile',
    values,
    onChange: setValues,
    check: checkProfile,
    onEdit: () => save.reset(),
    hasSummary: true,
  })

  function close() {
    reset()
    onDone()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (save.isPending || !form.validate()) {
      return
    }
    save.mutate(values, { onSuccess: close, onError: form.showServerErrors })
  }

  return (
    <form {...form.formProps} className={styles.form} onSubmit={submit} aria-label={t('Edit Profile')}>
      <ErrorSummary {...form.summary} />
      {save.isError && (
        <Alert
          kind="error"
          title={t('Failed to update profile: {reason}', { reason: messageOf(save.error) })}
          level={3}
        />
      )}
      <TextField {...form.field('fullName')} ref={nameField} label={t('Full name')} autoComplete="name" />
      <TextArea
        {...form.field('bio')}
        label={t('Bio')}
        rows={4}
        aside={
          <span className={styles.count}>
            {formatNumber(codePoints(values.bio))}/{bioMaxLength}
          </span>
        }
      />
      <TextField
        {...form.field('address')}
        label={t('Address')}
        autoComplete="street-address"
        hint={t("Used to find your voting district and your representatives. Other members can't see it.")}
      />
      <div className={styles.buttons}>
        <Button type="submit" busy={save.isPending} busyLabel={t('Saving...')}>
          {t('Save')}
        </Button>
        <Button variant="quiet" disabled={save.isPending} onClick={close}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
