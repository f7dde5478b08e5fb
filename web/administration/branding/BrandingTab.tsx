import { useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import { styles } from '#web/administration/styles.ts'
import { formatDateTime } from '#web/kit/format.ts'
import { useSearchParams } from '#web/kit/router.tsx'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { useReloadBranding, useStoredBranding } from './actions.ts'
import { BrandingForm } from './BrandingForm.tsx'
import { savedParameter } from './reloadAfterSave.ts'

/** The tab in which administrators edit the name, the color, the contact and the legal texts of the instance. */
export default function BrandingTab() {
  const query = useStoredBranding()
  const reload = useReloadBranding()
  const parameters = useSearchParams()
  // A new key makes React create a new form, which starts with the stored values.
  const [attempt, setAttempt] = useState(0)
  if (!query.data) {
    return <QueryView query={query} title={t('The branding could not be loaded')} />
  }
  const { branding } = query.data

  async function openStored() {
    await reload()
    setAttempt((count) => count + 1)
  }

  return (
    <div className={styles.list}>
      <output>
        {parameters.get(savedParameter) === String(branding.version) && attempt === 0 && (
          <Alert kind="success" title={t('The branding is saved')}>
            <p>{t('Every page that is opened from now on shows it.')}</p>
          </Alert>
        )}
      </output>
      <BrandingForm key={attempt} stored={branding} onOpenStored={openStored} />
      <p className={styles.meta}>
        {branding.updated_at === null
          ? t('Nothing was set yet, so the instance presents itself as Hurd.')
          : t('Last changed {date}.', { date: formatDateTime(branding.updated_at) })}
      </p>
    </div>
  )
}
