import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import { type ComparedBill, type getAgreement as Agreement, getAgreement } from '#contract/votes/votes.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { formatDate, pluralize } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { Skeleton } from '#web/kit/ui/Feedback.tsx'
import { votedText } from '#web/voteEvents/voteWords.ts'
import styles from './RepresentativeScreen.module.css'

type Comparisons = OutputOf<typeof Agreement>

/** Compares the viewer's stances with the votes of a representative: how many agree, and how certain the share is. */
export function AgreementSection({ rep_id }: { rep_id: string }) {
  const headingId = useId()
  const query = useQuery(queryFor(getAgreement, { id: rep_id }))
  return (
    <section className={`card ${styles.part}`} aria-labelledby={headingId}>
      <h2 id={headingId} className="h-sec">
        Votes on bills you took a stance on
      </h2>
      {query.isPending && <Skeleton height="4rem" />}
      {query.isError && (
        <p className="muted">
          The votes could not be loaded.{' '}
          <TextButton onClick={() => void query.refetch()}>Try Again</TextButton>
        </p>
      )}
      {query.data && <Comparison agreement={query.data} />}
    </section>
  )
}

function Comparison({ agreement }: { agreement: Comparisons }) {
  if (agreement.bills.length === 0) {
    return <p className="muted">They haven&apos;t voted on a bill that you took a stance on.</p>
  }
  return (
    <>
      <Summary agreement={agreement} />
      <ul className={styles.lines}>
        {agreement.bills.map((comparedBill) => (
          <li key={comparedBill.bill.bill_id}>
            <Link to={paths.bill(comparedBill.bill.bill_id)}>
              {`${comparedBill.bill.bill_code}: ${comparedBill.bill.title}`}
            </Link>
            <span className={styles.about}>{comparisonText(comparedBill)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.about}>Only you see this.</p>
    </>
  )
}

function Summary({
  agreement: { agreed, compared, interval, without_unanimous },
}: {
  agreement: Comparisons
}) {
  if (!interval) return <p>Too few votes to say ({compared}).</p>
  const [low, high] = interval.map((share) => Math.round(share * 100))
  return (
    <>
      <p>
        <b>
          Agreed on {agreed} of {pluralize(compared, 'bill')}
        </b>{' '}
        (likely between {low}% and {high}% in the long run)
      </p>
      <div className={styles.interval} aria-hidden="true">
        <span style={{ insetInlineStart: `${low}%`, width: `${(high ?? 0) - (low ?? 0)}%` }} />
      </div>
      {without_unanimous.compared < compared && (
        <p className={styles.about}>
          Without unanimous votes: {without_unanimous.agreed} of {without_unanimous.compared}.
        </p>
      )}
    </>
  )
}

const stanceWords = {
  support: 'You supported it',
  oppose: 'You opposed it',
  neutral: 'You were neutral',
  learning: 'You were still learning',
} as const

/** Returns, for example, "You supported it. Voted no on May 22, 2025." */
function comparisonText({ stance, option, voted_on, is_unanimous, outcome, reason }: ComparedBill): string {
  const vote = option === null ? 'Not listed in the vote' : votedText(option, null)
  const note =
    reason === 'version'
      ? ' The text was different.'
      : outcome === 'not_compared'
        ? ' Not compared.'
        : is_unanimous
          ? ' Nearly everybody voted the same.'
          : ''
  return `${stanceWords[stance]}. ${vote} on ${formatDate(voted_on)}.${note}`
}
