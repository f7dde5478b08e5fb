import { Copy, Download } from 'lucide-react'
import { t } from '#contract/kit/translate.ts'
import { copyText } from '#web/kit/copyText.ts'
import { useFocusOn } from '#web/kit/focus.ts'
import { saveFile } from '#web/kit/saveFile.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import settings from '#web/accounts/settings/Settings.module.css'
import styles from './SecondFactor.module.css'

/** Shows the new recovery codes. They are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const box = useFocusOn<HTMLDivElement>(true)

  const copy = () =>
    copyText(codes.join('\n'), {
      copied: t('Recovery codes copied'),
      failed: t('The codes could not be copied. Select them and copy them yourself.'),
    })

  function download() {
    const lines = [
      t('Recovery codes for {host}. Each works once.', { host: window.location.host }),
      '',
      ...codes,
      '',
    ]
    saveFile(new Blob([lines.join('\n')], { type: 'text/plain' }), 'hurd-recovery-codes.txt')
  }

  return (
    <div className={settings.body}>
      <Alert
        ref={box}
        kind="success"
        title={t('Two-step sign-in is on. Save your recovery codes now')}
        level={3}
      >
        <p>
          {t(
            'If you lose your phone or passkeys, each of these codes signs you in once. Keep them where you keep important papers. This is the only time we show them.',
          )}
        </p>
      </Alert>
      <ul className={styles.codes} aria-label={t('Your recovery codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={onDone}>{t('I saved them')}</Button>
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          {t('Copy')}
        </Button>
        <Button variant="secondary" onClick={download}>
          <Download aria-hidden="true" />
          {t('Download')}
        </Button>
      </div>
    </div>
  )
}
