import { CircleCheck, Download, Unlink } from 'lucide-react'
import { useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import { downloadExport, exportHours } from '#contract/people.ts'
import { ApiError, download, messageOr } from '#web/kit/api/api.ts'
import { paths } from '#web/kit/paths.ts'
import { saveFile } from '#web/kit/saveFile.ts'
import { switchAccount, useSession } from '#web/kit/session/session.ts'
import { site } from '#web/kit/site.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { useLinkToken } from './useLinkToken.ts'
import { VerifyFrame } from './VerifyFrame.tsx'

type Outcome = 'downloaded' | 'dead' | 'other_member' | 'failed'

const titles: Record<Outcome | 'ready', string> = {
  ready: t('Your data export is ready'),
  downloaded: t('Your download has started'),
  dead: t("This link doesn't work"),
  other_member: t('This link is for another account'),
  failed: t("Your data couldn't be downloaded"),
}

const fallback = t("We couldn't download your data. Please try again.")

/**
 * The link in an email about a data export opens this screen at /download-data?token=. The download needs a click, because
 * email scanners open links too. It also needs the member's session so that nobody else who reads the email can get the
 * data.
 */
export default function DownloadDataScreen() {
  const { user } = useSession()
  const [outcome, setOutcome] = useState<{ kind: Outcome; message: string; step: number } | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const token = useLinkToken(outcome?.kind === 'dead')
  const view = outcome?.kind ?? (token === '' ? 'dead' : 'ready')

  async function start() {
    setIsBusy(true)
    const result = await downloadArchive(token)
    setOutcome({ ...result, step: (outcome?.step ?? 0) + 1 })
    setIsBusy(false)
  }

  const explanation =
    view === 'ready'
      ? t(
          'A ZIP file of your {site} data, for {email}. The link works for {hours} hours after it was sent.',
          { site: site.name, email: user?.email ?? '', hours: exportHours },
        )
      : t('The link in your email is incomplete. Open it again, or request a new export in Settings.')
  const canDownload = view === 'ready' || view === 'downloaded' || view === 'failed'
  return (
    <VerifyFrame
      icon={canDownload ? view === 'downloaded' ? <CircleCheck /> : <Download /> : <Unlink />}
      title={titles[view]}
      message={outcome?.message ?? explanation}
      step={outcome?.step ?? 0}
      welcome={t('Your data is yours')}
    >
      {canDownload && (
        <Button size="large" block busy={isBusy} busyLabel={t('Downloading...')} onClick={() => void start()}>
          {view === 'downloaded'
            ? t('Download again')
            : view === 'failed'
              ? t('Try Again')
              : t('Download my data')}
        </Button>
      )}
      {view === 'other_member' && (
        <Button size="large" block onClick={() => void switchAccount()}>
          {t('Sign out')}
        </Button>
      )}
      <ButtonLink to={paths.settings} variant="secondary" size="large" block>
        {t('Go to Settings')}
      </ButtonLink>
    </VerifyFrame>
  )
}

async function downloadArchive(token: string): Promise<{ kind: Outcome; message: string }> {
  try {
    saveFile(await download(downloadExport, { token }), 'hurd-data.zip')
    return { kind: 'downloaded', message: t('Look for hurd-data.zip in your downloads.') }
  } catch (failure) {
    const message = messageOr(failure, fallback)
    const code = failure instanceof ApiError ? failure.code : null
    if (code === 'export_link_invalid') {
      return { kind: 'dead', message }
    }
    return { kind: code === 'export_of_other_member' ? 'other_member' : 'failed', message }
  }
}
