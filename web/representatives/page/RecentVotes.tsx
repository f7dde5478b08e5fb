import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { msg, t } from '#contract/kit/translate.ts'
import { listRepresentativeVotes } from '#contract/votes/votes.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { useFocusOnFirstNew } from '#web/kit/focus.ts'
import { formatDate, formatNumber } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { site } from '#web/kit/site.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { Skeleton } from '#web/kit/ui/Feedback.tsx'
import { RetryText } from '#web/kit/ui/RetryText.tsx'
import { Section } from '#web/kit/ui/Section.tsx'
import { votedText } from '#web/voteEvents/voteWords.ts'
import styles from './RepresentativeScreen.module.css'

const pageSize = 10

/**
 * With fewer votes in the database the attendance is not shown. A few imported roll calls are a sample that nobody chose, and
 * "2 of 3" would read as bad attendance.
 */
const minVotesForAttendance = 200

type RecentVotesProps = {
  rep_id: string
  attendance: readonly { year: number; voted: number; listed: number }[]
  attendance_total: { voted: number; listed: number }
}

export function recentVotes(rep_id: string, limit = pageSize) {
  return queryFor(listRepresentativeVotes, { id: rep_id, limit })
}

/**
 * The newest votes of a representative, and their attendance in all years and in one of the last three: the newest that has
 * enough votes.
 */
export function RecentVotes({ rep_id, attendance, attendance_total }: RecentVotesProps) {
  const [limit, setLimit] = useState(pageSize)
  const query = useQuery(recentVotes(rep_id, limit))
  // The loaded votes stay while more load, and if these cannot be loaded.
  const [shown, setShown] = useState(query.data)
  if (query.data && query.data !== shown) {
    setShown(query.data)
  }
  // Only a press loads again what could not be loaded. If it loaded by itself later, it could take the focus.
  const [failedLimit, setFailedLimit] = useState<number | null>(null)
  if (query.isError && shown && shown.pagination.limit !== limit) {
    setFailedLimit(limit)
    setLimit(shown.pagination.limit)
  }
  const hasFailed = query.isError || failedLimit !== null
  const list = useFocusOnFirstNew<HTMLUListElement>(shown?.votes.length ?? 0, 'a', shown?.pagination.limit)

  function retry() {
    if (failedLimit === null) {
      void query.refetch()
    } else {
      setLimit(failedLimit)
      setFailedLimit(null)
    }
  }

  return (
    <Section title={t('Recent votes')} className={styles.part}>
      {attendance_total.listed >= minVotesForAttendance && (
        <p className="muted">{attendanceText(attendance, attendance_total)}</p>
      )}
      {query.isPending && !shown && <Skeleton height="8rem" />}
      {hasFailed && (
        <p className="muted">
          <RetryText
            text={msg('The votes could not be loaded. <textButton>Try Again</textButton>')}
            onRetry={retry}
          />
        </p>
      )}
      {shown?.votes.length === 0 && (
        <p className="muted">{t('None of their votes have been published yet.')}</p>
      )}
      <ul ref={list} className={styles.lines}>
        {shown?.votes.map(({ vote_event, bill, option, source_option }) => (
          <li key={vote_event.vote_event_id}>
            <b className={styles.vote}>{votedText(option, source_option)}</b>{' '}
            <Link to={paths.vote(vote_event.vote_event_id)}>
              <span lang={recordLanguage}>
                {bill ? `${bill.bill_code}: ${bill.title}` : vote_event.motion_text}
              </span>
            </Link>
            <span className={styles.about}>
              {formatDate(vote_event.voted_on)}
              {bill && ' · '}
              {bill && <span lang={recordLanguage}>{vote_event.motion_text}</span>}
            </span>
          </li>
        ))}
      </ul>
      {shown?.pagination.has_more && shown.pagination.limit < 100 && !hasFailed && (
        <Button variant="secondary" busy={query.isFetching} onClick={() => setLimit(limit + 3 * pageSize)}>
          {t('Show more votes')}
        </Button>
      )}
    </Section>
  )
}

function attendanceText(years: RecentVotesProps['attendance'], total: RecentVotesProps['attendance_total']) {
  const ofAll = {
    allVoted: formatNumber(total.voted),
    allListed: formatNumber(total.listed),
    site: site.name,
  }
  // In January the newest year has a few votes only.
  const year = years.find(({ listed }) => listed >= minVotesForAttendance)
  if (!year) {
    return t('In all years they voted in {allVoted} of the {allListed} votes in {site}.', ofAll)
  }
  const ofYear = {
    year: String(year.year),
    voted: formatNumber(year.voted),
    listed: formatNumber(year.listed),
    site: site.name,
  }
  return years.length > 1
    ? t(
        'In {year} they voted in {voted} of the {listed} votes in {site}, and in {allVoted} of {allListed} in all years.',
        { ...ofYear, ...ofAll },
      )
    : t('In {year} they voted in {voted} of the {listed} votes in {site}.', ofYear)
}
