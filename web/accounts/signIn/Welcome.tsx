import { CirclePlay, FileText, Landmark, Scale } from 'lucide-react'
import { useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { paths } from '#web/kit/paths.ts'
import { site } from '#web/kit/site.ts'
import { PopupBoundary } from '#web/kit/ui/Boundary.tsx'
import { Wordmark } from '#web/kit/ui/Brand.tsx'
import { Chamber } from '#web/kit/ui/Chamber.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import styles from './Welcome.module.css'

const CodeHelp = lazyPart(() => import('./CodeHelp.tsx'))
const DemoDialog = lazyPart(() => import('./DemoDialog.tsx'))

/** The dark panel beside the sign-in form. */
export function Welcome({ onGetStarted }: { onGetStarted: () => void }) {
  const [isDemoOpen, setIsDemoOpen] = useState(false)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  return (
    <section className={classNames(styles.panel, styles.forSignIn, 'on-deep')} aria-label={t('Welcome')}>
      <div className={styles.inside}>
        <Wordmark height={36} />
        <div className={styles.head}>
          <div className={styles.text}>
            <h1 className={styles.title}>{t('Welcome to {site}', { site: site.name })}</h1>
            <p className={styles.tagline}>{t('Your platform for civic engagement')}</p>
          </div>
          <div className={styles.smallChamber}>
            <Chamber />
          </div>
        </div>
        <div className={styles.links}>
          <button type="button" className={styles.watch} onClick={() => setIsDemoOpen(true)}>
            <CirclePlay aria-hidden="true" />
            {t('Watch Demo')}
          </button>
          {/* This link loads a new page, because the server renders the list. */}
          <a className={styles.link} href={paths.billList}>
            {t('Read today’s bills')}
          </a>
          {site.registration === 'code' && (
            <button type="button" className={styles.link} onClick={() => setIsHelpOpen(true)}>
              {t('How do I get a code?')}
            </button>
          )}
        </div>
      </div>
      <PopupBoundary onClose={() => setIsHelpOpen(false)}>
        {isHelpOpen && <CodeHelp onClose={() => setIsHelpOpen(false)} />}
      </PopupBoundary>
      <PopupBoundary onClose={() => setIsDemoOpen(false)}>
        {isDemoOpen && (
          <DemoDialog
            onClose={() => setIsDemoOpen(false)}
            onGetStarted={() => {
              setIsDemoOpen(false)
              onGetStarted()
            }}
          />
        )}
      </PopupBoundary>
    </section>
  )
}

const promises = [
  { icon: FileText, title: t('Read every bill'), text: t('Federal, state and local, in plain words') },
  { icon: Scale, title: t('Take a stance'), text: t('And change it when someone changes your mind') },
  {
    icon: Landmark,
    title: t('Reach the people who decide'),
    text: t('Your own representatives, one form away'),
  },
]

/** The dark panel beside the registration form. */
export function RegisterWelcome() {
  return (
    <section className={classNames(styles.panel, styles.forRegister, 'on-deep')} aria-label={t('Welcome')}>
      <div className={styles.inside}>
        <Wordmark height={36} />
        <div className={styles.text}>
          <h1 className={styles.title}>{t('Take your seat')}</h1>
          <p className={styles.tagline}>{t('Your platform for civic engagement')}</p>
        </div>
        <ul className={styles.promises}>
          {promises.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <span className={styles.picture} aria-hidden="true">
                <Icon />
              </span>
              <div>
                <p className={styles.promise}>{title}</p>
                <p className={styles.promiseText}>{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <div className={styles.chamber}>
          <Chamber />
        </div>
      </div>
    </section>
  )
}
