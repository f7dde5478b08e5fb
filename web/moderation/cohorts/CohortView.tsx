import { ArrowRight } from 'lucide-react'
import { plural, t } from '#contract/kit/translate.ts'
import type { Cohort, CohortBill } from '#contract/moderation/cohorts.ts'
import { minShownMembers } from '#contract/stances.ts'
import { useFocusAfterNavigation } from '#web/kit/focus.ts'
import { formatDate, formatDateTime, formatNumber } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { styles } from '#web/moderation/cases/styles.ts'
import { useCohort } from './actions.ts'
import { CohortMembers } from './CohortMembers.tsx'
import { sentenceOf } from './labels.ts'

/** Shows what the accounts of a cohort share, the counts of bills without them, and the accounts. */
export function CohortView({ cohortId }: { cohortId: string }) {
  const query = useCohort(cohortId)
  return (
    <QueryView
      query={query}
      title={t('The cohort could not be loaded')}
      shape={{ label: t('Loading the cohort...'), className: styles.list, heights: ['9rem', '12rem'] }}
    >
      {(cohort) => <LoadedCohort {...cohort} />}
    </QueryView>
  )
}

function LoadedCohort({ cohort, bills }: { cohort: Cohort; bills: CohortBill[] }) {
  const heading = useFocusAfterNavigation<HTMLHeadingElement>()
  const count = cohort.member_count
  return (
    <article
      className={`card ${styles.panel}`}
      aria-label={plural(count, 'Cohort of {n} account|Cohort of {n} accounts')}
    >
      <header>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {plural(count, '{n} account that may belong together|{n} accounts that may belong together')}
        </h2>
        <p className={styles.meta}>
          {t('Since {date} · counted on {time}', {
            date: formatDate(cohort.first_seen_at),
            time: formatDateTime(cohort.counted_at),
          })}
        </p>
      </header>
      <section className={styles.content} aria-label={t('What they share')}>
        <ul className={styles.signals}>
          {cohort.signals.map((signal) => (
            <li key={signal.signal}>{sentenceOf(signal, cohort)}</li>
          ))}
        </ul>
        <p className={styles.meta}>
          {t(
            'This is no proof. People who register at the same event also share a code and a minute. Nothing happens to an account until you decide.',
          )}
        </p>
      </section>
      <Changes bills={bills} />
      <CohortMembers cohortId={cohort.cohort_id} />
    </article>
  )
}

function Changes({ bills }: { bills: CohortBill[] }) {
  return (
    <section aria-label={t('Counts')}>
      <h3 className={styles.label}>{t('What would change without them')}</h3>
      {bills.length === 0 ? (
        <p className={styles.meta}>
          {t('Shown for bills on which at least {count} of them have taken a stance. There are none.', {
            count: minShownMembers,
          })}
        </p>
      ) : (
        <ul className={styles.reports}>
          {bills.map(({ bill_id, bill_code, title, with_cohort, without_cohort }) => (
            <li key={bill_id}>
              <Link to={paths.bill(bill_id)}>
                {bill_code} {title}
              </Link>
              <dl className={`${styles.facts} ${styles.changes}`}>
                <Change
                  label={t('[count]Support')}
                  before={with_cohort.support}
                  after={without_cohort.support}
                />
                <Change
                  label={t('[count]Oppose')}
                  before={with_cohort.oppose}
                  after={without_cohort.oppose}
                />
                <Change label={t('Neutral')} before={with_cohort.neutral} after={without_cohort.neutral} />
              </dl>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Change({ label, before, after }: { label: string; before: number; after: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {formatNumber(before)}
        {after !== before && (
          <>
            {' '}
            <ArrowRight className={styles.arrow} aria-hidden="true" />
            <span className="vh">{t('now, without them')}</span> {formatNumber(after)}
          </>
        )}
      </dd>
    </div>
  )
}
