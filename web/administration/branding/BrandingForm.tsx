import { useState, type SubmitEvent } from 'react'
import { checkBrandColor, readColor, hurdColors } from '#contract/branding/brandColors.ts'
import {
  saveBranding,
  type StoredBranding,
  checkContactEmail,
  checkContactText,
  checkElectionLine,
  checkLegalText,
  checkSiteName,
} from '#contract/branding/branding.ts'
import { t } from '#contract/kit/translate.ts'
import { styles } from '#web/administration/styles.ts'
import { ApiError, call } from '#web/kit/api/api.ts'
import { onlyErrors } from '#web/kit/forms/fieldErrors.ts'
import { useForm } from '#web/kit/forms/useForm.ts'
import { useSubmission } from '#web/kit/forms/useSubmission.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { TextArea, TextField } from '#web/kit/ui/Field.tsx'
import { valuesOf, type BrandingValues } from './actions.ts'
import { Preview } from './Preview.tsx'
import { reloadAfterSave } from './reloadAfterSave.ts'
import preview from './Preview.module.css'

type BrandingFormProps = {
  stored: StoredBranding
  /** The version that the values replace. */
  version: number
  onOpenStored: () => Promise<void>
}

/** Edits the branding with a preview. If the server refuses the values, the form keeps them. */
export function BrandingForm({ stored, version, onOpenStored }: BrandingFormProps) {
  const [values, setValues] = useState(() => valuesOf(stored))
  const [isConflict, setIsConflict] = useState(false)
  const submission = useSubmission(t('The branding could not be saved. Please try again.'))
  const form = useForm({
    name: 'branding',
    values,
    onChange: setValues,
    check,
    onEdit: submission.clearFailure,
  })

  async function send() {
    const { branding } = await call(saveBranding, { ...values, version })
    reloadAfterSave(branding.version)
  }

  function showRefusal(failure: unknown): boolean {
    setIsConflict(failure instanceof ApiError && failure.code === 'branding_changed')
    return form.showServerErrors(failure)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (submission.isBusy) {
      return
    }
    setIsConflict(false)
    if (form.validate()) {
      void submission.submit(send, showRefusal)
    }
  }

  return (
    <form {...form.formProps} className={`card ${styles.panel}`} aria-label={t('Branding')} onSubmit={submit}>
      <TextField
        {...form.field('name')}
        label={t('Name')}
        hint={t('In the header, the title of every page, and every email.')}
        autoComplete="off"
      />
      <TextField
        {...form.field('brand_color')}
        label={t('Color (optional)')}
        hint={t('For buttons, links and the sign-in. The dark theme gets a lighter shade of it.')}
        placeholder="#5b2d87"
        autoComplete="off"
        spellCheck={false}
        end={
          <input
            type="color"
            aria-label={t('Choose the color')}
            className={preview.picker}
            value={readColor(values.brand_color) ?? hurdColors.light.brand}
            onChange={({ target }) => form.edit({ brand_color: target.value })}
          />
        }
      />
      <TextField
        {...form.field('contact_email')}
        label={t('Contact email (optional)')}
        type="email"
        inputMode="email"
        autoComplete="off"
      />
      <TextArea
        {...form.field('contact_text')}
        label={t('Contact address or telephone (optional)')}
        rows={3}
        autoComplete="off"
      />
      <TextField
        {...form.field('election_law_line')}
        label={t('Election-law line (optional)')}
        hint={t('Below every page and every email, for example "Paid for by Citizens of Springfield".')}
        autoComplete="off"
      />
      <TextArea
        {...form.field('terms')}
        label={t('Terms (optional)')}
        hint={legalHint}
        rows={6}
        autoComplete="off"
      />
      <TextArea
        {...form.field('privacy')}
        label={t('Privacy policy (optional)')}
        hint={legalHint}
        rows={6}
        autoComplete="off"
      />
      <Preview values={values} logo={stored.logo} />
      {submission.failure && (
        <Alert kind="error" title={submission.failure}>
          {isConflict && (
            <Button variant="secondary" onClick={() => void onOpenStored()}>
              {t('Open the saved values')}
            </Button>
          )}
        </Alert>
      )}
      <div className={styles.buttons}>
        <Button type="submit" busy={submission.isBusy} busyLabel={t('Saving...')}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}

const legalHint = t('Plain text with an empty line between paragraphs, or a link to your own page.')

function check(values: BrandingValues) {
  const { name, brand_color, contact_email, contact_text, election_law_line, terms, privacy } = values
  return onlyErrors({
    name: checkSiteName(name),
    brand_color: checkBrandColor(brand_color),
    contact_email: checkContactEmail(contact_email),
    contact_text: checkContactText(contact_text),
    election_law_line: checkElectionLine(election_law_line),
    terms: checkLegalText(terms),
    privacy: checkLegalText(privacy),
  })
}
