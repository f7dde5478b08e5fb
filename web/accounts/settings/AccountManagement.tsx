import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { restoreDays } from '#contract/accounts/accounts.ts'
import { t } from '#contract/kit/translate.ts'
import { requestExport } from '#contract/people.ts'
import { resendLink } from '#web/accounts/links/resendLink.ts'
import { call, messageOr } from '#web/kit/api/api.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { focusContent } from '#web/kit/focus.ts'
import type { SessionUser } from '#web/kit/session/sessionUser.ts'
import { PopupBoundary } from '#web/kit/ui/Boundary.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { FieldError } from '#web/kit/ui/Feedback.tsx'
import type { Closure } from './AccountClosureDialog.tsx'
import { reactivateOwn } from './lifecycle.ts'
import { SettingsCard, SettingsRow } from './SettingsCard.tsx'
import styles from './Settings.module.css'

const AccountClosureDialog = lazyPart(() => import('./AccountClosureDialog.tsx'))

const deletionText = t('Permanently deletes your account and data.')
const restorationText = t('We email you a link that can restore it for {days} days.', { days: restoreDays })

/** The card where members export their data, and deactivate or delete their account. */
export function AccountManagement({ user }: { user: SessionUser }) {
  const [closure, setClosure] = useState<Closure | null>(null)
  return (
    <SettingsCard title={t('Account Management')}>
      <DownloadRow isVerified={user.emailVerified} />
      {user.accountStatus === 'inactive' ? (
        <ReactivateRow />
      ) : (
        <SettingsRow
          title={t('Deactivate account')}
          description={t('Signs you out and hides your profile. Sign in again at any time to come back.')}
        >
          <Button variant="secondary" onClick={() => setClosure('deactivate')}>
            {t('Deactivate')}
          </Button>
        </SettingsRow>
      )}
      <SettingsRow
        title={t('Delete account')}
        description={user.emailVerified ? `${deletionText} ${restorationText}` : deletionText}
      >
        <Button variant="danger" onClick={() => setClosure('delete')}>
          <Trash2 aria-hidden="true" />
          {t('Delete account')}
        </Button>
      </SettingsRow>
      <PopupBoundary onClose={() => setClosure(null)}>
        {closure && <AccountClosureDialog closure={closure} onClose={() => setClosure(null)} />}
      </PopupBoundary>
    </SettingsCard>
  )
}

type Progress = { state: 'idle' | 'busy' } | { state: 'done' | 'failed'; message: string }

/** Requests a data export. The link is sent by email, so the member must verify the email address first. */
function DownloadRow({ isVerified }: { isVerified: boolean }) {
  const [progress, setProgress] = useState<Progress>({ state: 'idle' })

  async function request() {
    setProgress({ state: 'busy' })
    try {
      const { message } = await call(requestExport, {})
      setProgress({ state: 'done', message })
    } catch (failure) {
      const fallback = t('Failed to prepare your data. Please try again.')
      setProgress({ state: 'failed', message: messageOr(failure, fallback) })
    }
  }

  async function resend() {
    setProgress({ state: 'busy' })
    const { success, message } = await resendLink()
    setProgress({ state: success ? 'done' : 'failed', message })
  }

  return (
    <SettingsRow
      title={t('Download my data')}
      description={
        isVerified
          ? t("Get a copy of everything you've shared. We'll email you a link when it's ready.")
          : t(
              'Verify your email address first, because we email you the link to your data. Open the link in the email we sent you, or resend it.',
            )
      }
      note={<Note progress={progress} />}
    >
      {isVerified ? (
        <Button
          variant="secondary"
          busy={progress.state === 'busy'}
          busyLabel={t('Requesting...')}
          onClick={() => void request()}
        >
          {progress.state !== 'busy' && <Download aria-hidden="true" />}
          {t('Download my data')}
        </Button>
      ) : (
        <Button
          variant="secondary"
          busy={progress.state === 'busy'}
          busyLabel={t('Sending...')}
          onClick={() => void resend()}
        >
          {t('Resend verification email')}
        </Button>
      )}
    </SettingsRow>
  )
}

function ReactivateRow() {
  const [progress, setProgress] = useState<Progress>({ state: 'idle' })

  async function reactivate() {
    setProgress({ state: 'busy' })
    const outcome = await reactivateOwn()
    if (outcome.success) {
      // This row and its button disappear.
      focusContent()
    } else {
      setProgress({ state: 'failed', message: outcome.error })
    }
  }

  return (
    <SettingsRow
      title={t('Reactivate account')}
      description={t(
        "Your profile is hidden and you can't take part. Reactivate to pick up where you left off.",
      )}
      note={<Note progress={progress} />}
    >
      <Button
        busy={progress.state === 'busy'}
        busyLabel={t('Reactivating...')}
        onClick={() => void reactivate()}
      >
        {t('Reactivate')}
      </Button>
    </SettingsRow>
  )
}

function Note({ progress }: { progress: Progress }) {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- screen readers read a text only if its element existed before */}
      <p role="status" className={styles.good}>
        {progress.state === 'done' && progress.message}
      </p>
      {progress.state === 'failed' && (
        <div role="alert">
          <FieldError>{progress.message}</FieldError>
        </div>
      )}
    </>
  )
}
