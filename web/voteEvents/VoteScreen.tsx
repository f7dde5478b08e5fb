import { useQuery } from '@tanstack/react-query'
import { ExternalLink, SearchX } from 'lucide-react'
import { voteTime } from '#contract/hearings.ts'
import { getVoteEvent, type VoteEvent } from '#contract/votes/votes.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { lastChecked } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { useParams } from '#web/kit/router.tsx'
import { Empty, LoadingShape } from '#web/kit/ui/Feedback.tsx'
import { notFound, QueryView } from '#web/kit/ui/QueryView.tsx'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { OwnVotes } from './OwnVotes.tsx'
import { PartyTable } from './PartyTable.tsx'
import { RollList } from './RollList.tsx'
import { SeatChart } from './SeatChart.tsx'
import { VoteBar } from './VoteBar.tsx'
import { bodyName, incompleteText, resultText } from './voteWords.ts'
import styles from './VoteEvents.module.css'

/** The screen /votes/:voteEventId: a vote with its result, the counts by party and all voters. */
export default function VoteScreen() {
  const { voteEventId = '' } = useParams()
  const query = useQuery(queryFor(getVoteEvent, { id: voteEventId }))
  const event = query.data?.vote_event
  usePageTitle(event ? `Vote in the ${bodyName(event.organization)}` : 'Vote')
  if (!query.data) {
    const loading = (
      <>
        <h1 className="h-page">Vote</h1>
        <LoadingShape label="Loading the vote..." className={styles.votes} heights={['8rem', '16rem']} />
      </>
    )
    return (
      <div className={styles.screen}>
        <QueryView
          query={query}
          level={1}
          title="The vote could not be loaded"
          loading={loading}
          instead={notFound('Vote not found', 'It may have been merged with another record.')}
        />
      </div>
    )
  }
  const { vote_event, bill, votes } = query.data
  const incompleteNote = incompleteText(vote_event)
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <p className={styles.office}>
          {bodyName(vote_event.organization)}
          {vote_event.number !== null && `, vote ${vote_event.number}`} · {voteTime(vote_event)}
        </p>
        <h1 className="h-page">{resultText(vote_event)}</h1>
        <p className={styles.motion}>{vote_event.motion_text}</p>
        {bill && (
          <p>
            On <Link to={paths.bill(bill.bill_id)}>{`${bill.bill_code}: ${bill.title}`}</Link>
          </p>
        )}
        {vote_event.committee?.committee_id && (
          <p>
            In the committee{' '}
            <Link to={paths.committee(vote_event.committee.committee_id)}>{vote_event.committee.name}</Link>
          </p>
        )}
        {!vote_event.counts_for_agreement && (
          <p className={styles.note}>
            This vote doesn&apos;t decide on the bill, so it isn&apos;t counted as support or opposition.
          </p>
        )}
      </header>
      <section className={`card ${styles.votes}`} aria-label="Result">
        <VoteBar event={vote_event} />
        {vote_event.majority_required && vote_event.majority_required !== '1/2' && (
          <p className={styles.note}>{vote_event.majority_required} of the votes were needed.</p>
        )}
        {incompleteNote && <p className={styles.note}>{incompleteNote}</p>}
        <OwnVotes event={vote_event} />
        <SeatChart event={vote_event} />
        <PartyTable event={vote_event} />
        <Source event={vote_event} />
      </section>
      {votes.length > 0 ? (
        <RollList votes={votes} />
      ) : (
        <Empty
          icon={<SearchX />}
          title="No roll call was published"
          hint="The source gives no names for this vote."
        />
      )}
    </div>
  )
}

function Source({ event: { source_name, source_url, source_checked_at } }: { event: VoteEvent }) {
  return (
    <p className={styles.source}>
      Source: {source_name}
      {source_checked_at && `, ${lastChecked(source_checked_at)}`}
      {source_url && (
        <>
          {' · '}
          <a href={source_url} target="_blank" rel="noreferrer">
            Official record
            <ExternalLink aria-hidden="true" />
          </a>
        </>
      )}
    </p>
  )
}
