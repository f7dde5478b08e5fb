import { t } from '#contract/kit/translate.ts'
import { site } from '#web/kit/site.ts'
import { Wordmark } from '#web/kit/ui/Brand.tsx'
import { Chamber } from '#web/kit/ui/Chamber.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import welcome from './Welcome.module.css'

/** The dark panel on the screens that emailed links open. */
export function WelcomePanel({ title }: { title: string }) {
  return (
    <section className={classNames(welcome.panel, 'on-deep')} aria-label={site.name}>
      <div className={welcome.inside}>
        <Wordmark height={36} />
        <div className={welcome.text}>
          <p className={welcome.title}>{title}</p>
          <p className={welcome.tagline}>{t('Your platform for civic engagement')}</p>
        </div>
        <div className={welcome.chamber}>
          <Chamber />
        </div>
      </div>
    </section>
  )
}
