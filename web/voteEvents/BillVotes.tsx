import { useQuery } from '@tanstack/react-query'
import { plural, t } from '#contract/kit/translate.ts'
import type { VoteEvent } from '#contract/votes/votes.ts'
import { formatDate } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { Section } from '#web/kit/ui/Section.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { billVotesQuery } from './billVotesQuery.ts'
import { OwnVotes } from './OwnVotes.tsx'
import { SeatChart } from './SeatChart.tsx'
import { VoteBar } from './VoteBar.tsx'
import { bodyName, incompleteText, resultText } from './voteWords.ts'
import styles from './VoteEvents.module.css'

/** The votes on a bill. Votes that decide on the bill are shown in detail, and all others in one line each. */
export function BillVotes({ bill_id }: { bill_id: string }) {
  const query = useQuery(billVotesQuery(bill_id))
  if (query.isError && !query.data) {
    return (
      <Section title={t('Votes')} id="votes" className={styles.votes}>
        <p className="muted">{t('The votes could not be loaded.')}</p>
        <TextButton onClick={() => void query.refetch()}>{t('Try Again')}</TextButton>
      </Section>
    )
  }
  const events = query.data ?? []
  if (events.length === 0) {
    return null
  }
  const decidingVotes = events.filter(({ counts_for_agreement }) => counts_for_agreement)
  const otherVotes = events.filter(({ counts_for_agreement }) => !counts_for_agreement)
  return (
    <Section title={t('Votes')} id="votes" className={styles.votes}>
      {decidingVotes.map((event) => (
        <DecidingVote key={event.vote_event_id} event={event} />
      ))}
      {otherVotes.length > 0 && (
        <details className={styles.others} open={decidingVotes.length === 0}>
          <summary>
            {decidingVotes.length > 0
              ? plural(
                  otherVotes.length,
                  '{n} more vote on motions, amendments, and in committees|{n} more votes on motions, amendments, and in committees',
                )
              : plural(
                  otherVotes.length,
                  '{n} vote on motions, amendments, and in committees|{n} votes on motions, amendments, and in committees',
                )}
          </summary>
          <ul>
            {otherVotes.map((event) => (
              <li key={event.vote_event_id}>
                <Link to={paths.vote(event.vote_event_id)} lang={recordLanguage}>
                  {shortMotion(event)}
                </Link>
                <span className={styles.office}>
                  {bodyName(event.organization)}, {formatDate(event.voted_on)} · {resultText(event)}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}

/** The picture of a larger body is on the page of the vote. */
const maxSeats = 120

function DecidingVote({ event }: { event: VoteEvent }) {
  const incompleteNote = incompleteText(event)
  return (
    <article className={styles.decidingVote}>
      <div className={styles.vote}>
        <h3>
          {bodyName(event.organization)}, {formatDate(event.voted_on)}
        </h3>
        <p className={styles.result}>{resultText(event)}</p>
        <p className={styles.motion} lang={recordLanguage}>
          {event.motion_text}
        </p>
        <OwnVotes event={event} />
        <VoteBar event={event} />
        {incompleteNote && <p className="note-text">{incompleteNote}</p>}
        <p className={styles.links}>
          {event.listed_count > 0 && (
            <Link to={paths.vote(event.vote_event_id)} className={styles.more}>
              {plural(event.listed_count, 'See all {n} votes|See all {n} votes')}
            </Link>
          )}
          {event.source_url && (
            <a href={event.source_url} target="_blank" rel="noreferrer" className={styles.more}>
              <T
                text="Official record<span> of this vote (opens in a new tab)</span>"
                values={{ span: (content) => <span className="vh">{content}</span> }}
              />
            </a>
          )}
        </p>
      </div>
      <SeatChart event={event} maxSeats={maxSeats} />
    </article>
  )
}

function shortMotion({ motion_text }: VoteEvent): string {
  return motion_text.length > 120 ? `${motion_text.slice(0, 119).trimEnd()}…` : motion_text
}
