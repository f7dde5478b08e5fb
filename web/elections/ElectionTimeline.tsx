import { Check, Clock } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { t } from '#contract/kit/translate.ts'
import { formatDate } from '#web/kit/format.ts'
import { classNames } from '#web/kit/ui/classNames.ts'
import { T } from '#web/kit/ui/T.tsx'
import type { Election } from './election.ts'
import styles from './ElectionTimeline.module.css'

/** Returns today's date as YYYY-MM-DD in the time zone of the viewer. */
function localToday(): string {
  return new Intl.DateTimeFormat('en-CA').format(new Date())
}

function hidden(content: ReactNode) {
  return <span className="vh">{content}</span>
}

/** The dates of the election. Dates until today have a check mark. */
export function ElectionTimeline({ timeline }: Pick<Election, 'timeline'>) {
  const [today] = useState(localToday)
  return (
    <section className={classNames('card', styles.timeline)} aria-labelledby="timeline">
      <h2 id="timeline" className="h-sec">
        {t('Timeline')}
      </h2>
      <ol className={styles.steps}>
        {timeline.map(({ date, event }) => {
          const isPast = date <= today
          const Icon = isPast ? Check : Clock
          return (
            <li key={event} className={classNames(styles.step, isPast && styles.past)}>
              <span className={styles.dot}>
                <Icon aria-hidden="true" />
              </span>
              <strong>{event}</strong>
              <span className="muted">
                {isPast ? (
                  <T text="{date}<hidden>, done</hidden>" values={{ date: formatDate(date), hidden }} />
                ) : (
                  <T text="{date}<hidden>, upcoming</hidden>" values={{ date: formatDate(date), hidden }} />
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
