import { Copy } from 'lucide-react'
import { useId, useState } from 'react'
import type { Bill } from '#contract/bills/bills.ts'
import {
  embedCode,
  embedHeight,
  embedThemes,
  type EmbedTheme,
  embedPath,
} from '#contract/bills/sharedBills.ts'
import { t } from '#contract/kit/translate.ts'
import { copyText } from '#web/kit/copyText.ts'
import { site } from '#web/kit/site.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { Radio } from '#web/kit/ui/Field.tsx'
import { Dialog } from '#web/kit/ui/overlays/Dialog.tsx'
import styles from './EmbedDialog.module.css'

const themeLabels: Record<EmbedTheme, string> = {
  auto: t('Same as the reader’s device'),
  light: t('Always light'),
  dark: t('Always dark'),
}

/** The HTML that embeds a bill in another site, with a preview. */
export default function EmbedDialog({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const [theme, setTheme] = useState<EmbedTheme>('auto')
  const name = useId()
  const codeId = useId()
  const code = embedCode(bill, { origin: window.location.origin, theme, siteName: site.name })

  const copy = () =>
    copyText(code, {
      copied: t('Code copied to clipboard!'),
      failed: t('Couldn’t copy the code. Select it and copy it yourself.'),
    })

  return (
    <Dialog
      title={t('Embed this bill')}
      subtitle={t(
        'Show this bill on your own website. The card updates by itself and doesn’t track your readers.',
      )}
      isOpen
      onClose={onClose}
      wide
      actions={
        <Button onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          {t('Copy code')}
        </Button>
      }
    >
      <div className={styles.layout}>
        <div className={styles.choices}>
          <fieldset className={styles.themes}>
            <legend className={styles.label}>{t('Colors')}</legend>
            {embedThemes.map((choice) => (
              <Radio
                key={choice}
                name={name}
                label={themeLabels[choice]}
                checked={theme === choice}
                onChange={() => setTheme(choice)}
              />
            ))}
          </fieldset>
          <div>
            <label className={styles.label} htmlFor={codeId}>
              {t('Code for your page')}
            </label>
            <textarea
              id={codeId}
              className={styles.code}
              value={code}
              readOnly
              rows={6}
              spellCheck={false}
              onFocus={(event) => event.currentTarget.select()}
            />
          </div>
        </div>
        <div className={styles.preview}>
          <p className={styles.label}>{t('Preview')}</p>
          <iframe
            key={theme}
            className={styles.frame}
            // The card runs no scripts, but its links may open new tabs.
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            src={embedPath(bill.path) + (theme === 'auto' ? '' : `?theme=${theme}`)}
            title={t('Preview of the card of {bill_code}', { bill_code: bill.bill_code })}
            height={embedHeight}
          />
        </div>
      </div>
    </Dialog>
  )
}
