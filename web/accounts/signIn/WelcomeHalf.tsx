import { Wordmark } from '../../kit/ui/Brand.tsx'
import { Chamber } from '../../kit/ui/Chamber.tsx'
import { classNames } from '../../kit/ui/classNames.ts'
import welcome from './Welcome.module.css'

/** The deep half beside what a mailed link opens: the chamber, and one line of welcome. */
export function WelcomeHalf({ title }: { title: string }) {
  return (
    <section className={classNames(welcome.panel, 'on-deep')} aria-label="Hurd">
      <div className={welcome.inside}>
        <Wordmark height={36} />
        <div className={welcome.words}>
          <p className={welcome.title}>{title}</p>
          <p className={welcome.tagline}>Your platform for civic engagement</p>
        </div>
        <div className={welcome.chamber}>
          <Chamber />
        </div>
      </div>
    </section>
  )
}
