import { t } from '#contract/kit/translate.ts'
import type { CaseDetail } from '#contract/moderation/cases.ts'
import { formatDate } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { Notes } from './Notes.tsx'
import { styles } from './styles.ts'

/** Shows the author's history of reports and suspensions, and the moderators' notes. */
export function History({ detail }: { detail: CaseDetail }) {
  const { author } = detail
  if (!author) {
    return <p className={styles.meta}>{t('The author has deleted the account.')}</p>
  }
  const facts = [
    [t('Joined'), formatDate(author.joined_at)],
    [t('Other reports'), author.other_reports],
    [t('Hidden items'), author.hidden_items],
    [t('Suspensions'), author.suspensions],
  ] as const
  return (
    <section aria-label={t('Author')}>
      <h3 className={styles.label}>
        <Link to={paths.profile(author.username)}>
          {author.full_name} (@{author.username})
        </Link>
      </h3>
      {author.account_status === 'suspended' && (
        <p className={styles.meta}>
          {author.suspended_until
            ? t('Suspended until {date}', { date: formatDate(author.suspended_until) })
            : t('Suspended without an end')}
        </p>
      )}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Notes user_id={author.user_id} notes={author.notes} />
    </section>
  )
}
