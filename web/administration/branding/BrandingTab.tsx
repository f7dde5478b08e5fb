import { useState } from 'react'
import type { StoredBranding } from '#contract/branding/branding.ts'
import { t } from '#contract/kit/translate.ts'
import { styles } from '#web/administration/styles.ts'
import { messageOf } from '#web/kit/api/api.ts'
import { focusContent } from '#web/kit/focus.ts'
import { formatDateTime } from '#web/kit/format.ts'
import { useSearchParams } from '#web/kit/router.tsx'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { useLogo, useReloadBranding, useStoredBranding } from './actions.ts'
import { BrandingForm } from './BrandingForm.tsx'
import { LogoControl } from './LogoControl.tsx'
import { savedParameter } from './reloadAfterSave.ts'

type EditorProps = { stored: StoredBranding; onOpenStored: () => Promise<void> }

/**
 * The logo and the form. The form sends the version with which it was opened, because another administrator may save a newer
 * one. A logo that is saved here is the only change that it takes over so that what is typed in the form stays.
 */
function Editor({ stored, onOpenStored }: EditorProps) {
  const [version, setVersion] = useState(stored.version)
  const logo = useLogo((saved) => {
    if (saved === version + 1) setVersion(saved)
  })
  return (
    <>
      <LogoControl logo={stored.logo} {...logo} />
      <BrandingForm stored={stored} version={version} onOpenStored={onOpenStored} />
    </>
  )
}

/** The tab in which administrators edit the name, the logo, the color, the contact and the legal texts of the instance. */
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
    try {
      await reload()
    } catch (error) {
      toast(messageOf(error), 'failure')
      return
    }
    setAttempt((count) => count + 1)
    // The pressed button disappears with the message of the conflict.
    focusContent()
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
      <Editor key={attempt} stored={branding} onOpenStored={openStored} />
      <p className={styles.meta}>
        {branding.updated_at === null
          ? t('Nothing was set yet, so the instance presents itself as Hurd.')
          : t('Last changed {date}.', { date: formatDateTime(branding.updated_at) })}
      </p>
    </div>
  )
}
