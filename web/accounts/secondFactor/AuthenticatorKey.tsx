import { useId } from 'react'
import { t } from '#contract/kit/translate.ts'
import { useFocusOn } from '#web/kit/focus.ts'
import { site } from '#web/kit/site.ts'
import { QrCode } from '#web/kit/ui/QrCode.tsx'
import { T } from '#web/kit/ui/T.tsx'
import styles from './SecondFactor.module.css'

/** The key for the authenticator app, as a QR code and as text for members who cannot scan it. */
export function AuthenticatorKey({ secret, uri }: { secret: string; uri: string }) {
  const id = useId()
  const heading = useFocusOn<HTMLHeadingElement>(true)
  return (
    <div className={styles.key}>
      <QrCode text={uri} label={t('QR code with the key for your app')} className={styles.qr} />
      <div>
        <h3 ref={heading} tabIndex={-1} className={styles.title}>
          {t('Add {site} to your authenticator app', { site: site.name })}
        </h3>
        <p>
          <T
            text="Open an app such as your password manager, Google Authenticator, or Aegis, and scan this code. If you're on your phone, <link>open it in your app</link>."
            values={{ link: (content) => <a href={uri}>{content}</a> }}
          />
        </p>
        <p id={id} className={styles.keyLabel}>
          {t("Can't scan it? Type this key:")}
        </p>
        <p aria-labelledby={id}>
          <code className={styles.secret}>{secret.match(/.{4}/g)?.join(' ')}</code>
        </p>
      </div>
    </div>
  )
}
