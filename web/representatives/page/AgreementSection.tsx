import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import { msg, t } from '#contract/kit/translate.ts'
import { type ComparedBill, type getAgreement as Agreement, getAgreement } from '#contract/votes/votes.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { formatDate, formatNumber } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { Skeleton } from '#web/kit/ui/Feedback.tsx'
import { RetryText } from '#web/kit/ui/RetryText.tsx'
import { Section } from '#web/kit/ui/Section.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { votedText } from '#web/voteEvents/voteWords.ts'
import styles from './RepresentativeScreen.module.css'

type Comparisons = OutputOf<typeof Agreement>

/** Compares the viewer's stances with the votes of a representative: how many agree, and how certain the share is. */
export function AgreementSection({ rep_id }: { rep_id: string }) {
  const query = useQuery(queryFor(getAgreement, { id: rep_id }))
  return (
    <Section title={t('Votes on bills you took a stance on')} className={styles.part}>
      {query.isPending && <Skeleton height="4rem" />}
      {query.isError && (
        <p className="muted">
          <RetryText
            text={msg('The votes could not be loaded. <textButton>Try Again</textButton>')}
            onRetry={() => void query.refetch()}
          />
        </p>
      )}
      {query.data && <Comparison agreement={query.data} />}
    </Section>
  )
}

function Comparison({ agreement }: { agreement: Comparisons }) {
  if (agreement.bills.length === 0) {
    return <p className="muted">{t("They haven't voted on a bill that you took a stance on.")}</p>
  }
  return (
    <>
      <Summary agreement={agreement} />
      <ul className={styles.lines}>
        {agreement.bills.map((comparedBill) => (
          <li key={comparedBill.bill.bill_id}>
            <Link to={paths.bill(comparedBill.bill.bill_id)} lang={recordLanguage}>
              {`${comparedBill.bill.bill_code}: ${comparedBill.bill.title}`}
            </Link>
            <span className={styles.about}>{comparisonText(comparedBill)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.about}>{t('Only you see this.')}</p>
    </>
  )
}

function Summary({
  agreement: { agreed, compared, interval, without_unanimous },
}: {
  agreement: Comparisons
}) {
  if (!interval) {
    return <p>{t('Too few votes to say ({count}).', { count: compared })}</p>
  }
  const [low, high] = interval.map((share) => Math.round(share * 100))
  return (
    <>
      <p>
        <T
          count={compared}
          text="<b>Agreed on {agreed} of {n} bill</b> (likely between {low}% and {high}% in the long run)|<b>Agreed on {agreed} of {n} bills</b> (likely between {low}% and {high}% in the long run)"
          values={{
            agreed,
            n: formatNumber(compared),
            b: (content) => <b>{content}</b>,
            low,
            high,
          }}
        />
      </p>
      <div className={styles.interval} aria-hidden="true">
        <span style={{ insetInlineStart: `${low}%`, width: `${(high ?? 0) - (low ?? 0)}%` }} />
      </div>
      {without_unanimous.compared < compared && (
        <p className={styles.about}>
          {t('Without unanimous votes: {agreed} of {count}.', {
            agreed: without_unanimous.agreed,
            count: without_unanimous.compared,
          })}
        </p>
      )}
    </>
  )
}

const stanceWords = {
  support: t('You supported it'),
  oppose: t('You opposed it'),
  neutral: t('You were neutral'),
  learning: t('You were still learning'),
} as const

/**
 * Returns, for example, "You supported it. Voted no on May 22, 2025." If a yes was a vote against the bill, for example to table
 * it, the text says so, because it would contradict the sum.
 */
function comparisonText({ stance, option, voted_on, is_unanimous, outcome, reason }: ComparedBill): string {
  const vote = option === null ? t('Not listed in the vote') : votedText(option, null)
  const note =
    reason === 'version'
      ? t('The text was different.')
      : outcome === 'not_compared'
        ? t('Not compared.')
        : is_unanimous
          ? t('Nearly everybody voted the same.')
          : ''
  const usesSameWord = (option === 'yes') === (stance === 'support')
  const isReversed = outcome !== 'not_compared' && usesSameWord !== (outcome === 'agreed')
  return [
    `${stanceWords[stance]}.`,
    t('{vote} on {date}.', { vote, date: formatDate(voted_on) }),
    isReversed ? t('A yes was a vote against the bill.') : '',
    note,
  ]
    .filter(Boolean)
    .join(' ')
}
