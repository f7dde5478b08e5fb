import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { restoreDays } from '../../../contract/accounts.ts'
import { requestExport } from '../../../contract/people.ts'
import { call, messageOr } from '../../kit/api/api.ts'
import { lazyPart } from '../../kit/api/lazyPart.ts'
import type { SessionUser } from '../../kit/session/sessionUser.ts'
import { PopupBoundary } from '../../kit/ui/Boundary.tsx'
import { Button } from '../../kit/ui/Button.tsx'
import { FieldError } from '../../kit/ui/Field.tsx'
import { resendLink } from '../links/verification.ts'
import type { Way } from './LeaveDialog.tsx'
import { reactivateOwn } from './lifecycle.ts'
import { SettingsCard, SettingsRow } from './SettingsCard.tsx'
import styles from './Settings.module.css'

const LeaveDialog = lazyPart(() => import('./LeaveDialog.tsx'))

const deletion = 'Removes your account for good. We ask twice, then ask you to type DELETE.'
const restoration = `We email you a link that can restore it for ${restoreDays} days.`

/** Taking one's data along, going for a while, going for good. */
export function AccountManagement({ user }: { user: SessionUser }) {
  const [way, setWay] = useState<Way | null>(null)
  return (
    <SettingsCard title="Account Management">
      <DownloadRow isVerified={user.emailVerified} />
      {user.accountStatus === 'inactive' ? (
        <ReactivateRow />
      ) : (
        <SettingsRow
          title="Deactivate account"
          words="Signs you out and hides your profile. Sign in again at any time to come back."
        >
          <Button variant="secondary" onClick={() => setWay('deactivate')}>
            Deactivate
          </Button>
        </SettingsRow>
      )}
      <SettingsRow
        title="Delete account"
        words={user.emailVerified ? `${deletion} ${restoration}` : deletion}
      >
        <Button variant="danger" onClick={() => setWay('delete')}>
          <Trash2 aria-hidden="true" />
          Delete account
        </Button>
      </SettingsRow>
      <PopupBoundary onClose={() => setWay(null)}>
        {way && <LeaveDialog way={way} onClose={() => setWay(null)} />}
      </PopupBoundary>
    </SettingsCard>
  )
}

type Progress = { is: 'idle' | 'busy' } | { is: 'done' | 'failed'; words: string }

/** The link goes out by mail, so it needs an address that the member has confirmed. */
function DownloadRow({ isVerified }: { isVerified: boolean }) {
  const [progress, setProgress] = useState<Progress>({ is: 'idle' })

  async function request() {
    setProgress({ is: 'busy' })
    try {
      const { message } = await call(requestExport, {})
      setProgress({ is: 'done', words: message })
    } catch (failure) {
      const fallback = 'Failed to prepare your data. Please try again.'
      setProgress({ is: 'failed', words: messageOr(failure, { answer: fallback, exception: fallback }) })
    }
  }

  async function resend() {
    setProgress({ is: 'busy' })
    const { success, words } = await resendLink()
    setProgress({ is: success ? 'done' : 'failed', words })
  }

  return (
    <SettingsRow
      title="Download my data"
      words={
        isVerified
          ? 'A ZIP file of your Hurd data. We prepare it and email you a link.'
          : 'We email you a link to your data, so please verify your email address first. Open the link in the email we sent you, or resend it.'
      }
      note={<Note progress={progress} />}
    >
      {isVerified ? (
        <Button
          variant="secondary"
          busy={progress.is === 'busy'}
          busyLabel="Requesting..."
          onClick={() => void request()}
        >
          {progress.is !== 'busy' && <Download aria-hidden="true" />}
          Download my data
        </Button>
      ) : (
        <Button
          variant="secondary"
          busy={progress.is === 'busy'}
          busyLabel="Sending..."
          onClick={() => void resend()}
        >
          Resend verification email
        </Button>
      )}
    </SettingsRow>
  )
}

function ReactivateRow() {
  const [progress, setProgress] = useState<Progress>({ is: 'idle' })

  async function comeBack() {
    setProgress({ is: 'busy' })
    const outcome = await reactivateOwn()
    if (!outcome.success) setProgress({ is: 'failed', words: outcome.error })
  }

  return (
    <SettingsRow
      title="Reactivate account"
      words="Your account is deactivated: you can read, and others do not see your profile."
      note={<Note progress={progress} />}
    >
      <Button busy={progress.is === 'busy'} busyLabel="Reactivating..." onClick={() => void comeBack()}>
        Reactivate
      </Button>
    </SettingsRow>
  )
}

function Note({ progress }: { progress: Progress }) {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- stands empty until there is something to read out */}
      <p role="status" className={styles.good}>
        {progress.is === 'done' && progress.words}
      </p>
      {progress.is === 'failed' && (
        <div role="alert">
          <FieldError>{progress.words}</FieldError>
        </div>
      )}
    </>
  )
}
