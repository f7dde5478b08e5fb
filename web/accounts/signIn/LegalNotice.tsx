import type { ReactNode } from 'react'
import { site } from '#web/kit/site.ts'
import { T } from '#web/kit/ui/T.tsx'
import styles from './LoginScreen.module.css'

/** Links to the terms and the privacy policy of an instance that has one of them. */
export default function LegalNotice() {
  const { termsUrl, privacyUrl } = site
  const terms = linkTo(termsUrl)
  const privacy = linkTo(privacyUrl)
  return (
    <p className={styles.foot}>
      {termsUrl && privacyUrl ? (
        <T
          text="By creating an account, you accept <terms>our terms</terms> and <privacy>our privacy policy</privacy>."
          values={{ terms, privacy }}
        />
      ) : termsUrl ? (
        <T text="By creating an account, you accept <terms>our terms</terms>." values={{ terms }} />
      ) : (
        <T
          text="By creating an account, you accept <privacy>our privacy policy</privacy>."
          values={{ privacy }}
        />
      )}
    </p>
  )
}

function linkTo(url: string) {
  return (content: ReactNode) => (
    <a href={url} target="_blank" rel="noopener">
      {content}
    </a>
  )
}
